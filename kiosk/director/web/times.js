/** Times that stand in a page as UTC, as this browser's clock on the wall has them. */

const two = (number) => String(number).padStart(2, "0");

export function localTimes() {
  for (const time of document.querySelectorAll("time[datetime]")) {
    const at = new Date(time.dateTime);
    const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
    time.textContent = `${day} ${two(at.getHours())}:${two(at.getMinutes())}`;
  }
}
