/** Days as the service counts them (1 is 1 January of the year 1), minutes of a day, in words. Pure. */

const DAY_MS = 86_400_000;
/** 1 January 1970. */
const FIRST = 719_163;

const two = (number) => String(number).padStart(2, "0");

/** The day that a date field says, such as 2026-11-30. */
export const dayOf = (said) => Date.parse(`${said}T00:00Z`) / DAY_MS + FIRST;

/** What a date field says of a day. */
export const dateOf = (day) => new Date((day - FIRST) * DAY_MS).toISOString().slice(0, 10);

/** A day as people write it; of this year without the year. */
export function dayText(day) {
  const at = new Date((day - FIRST) * DAY_MS);
  const year = at.getUTCFullYear() === new Date().getFullYear() ? {} : { year: "numeric" };
  const parts = { weekday: "short", day: "numeric", month: "short", ...year, timeZone: "UTC" };
  return new Intl.DateTimeFormat(document.documentElement.lang, parts).format(at);
}

/** What a time field says, such as 19:30, as a minute of the day, and back. */
export function minuteOf(said) {
  const [hours, minutes] = said.split(":").map(Number);
  return hours * 60 + minutes;
}

export const timeOf = (minute) => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;

/** A day and a time on it. */
export const slotText = ({ day, minute }) => `${dayText(day)} ${timeOf(minute)}`;

/** The minute it is here now. */
export function minuteNow() {
  const now = new Date();
  return now.getHours() * 60 + now.getMinutes();
}

/** Minutes from now, here, until a day and a time on it; below 0 if it is over. */
export function minutesUntil({ day, minute }) {
  const now = new Date();
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / DAY_MS + FIRST;
  return (day - today) * 1440 + minute - minuteNow();
}
