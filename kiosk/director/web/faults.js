/**
 * What fails on a page: its reader sees that it failed, all else goes on, and the service's log has
 * it. Loaded before every other script, and rests on none that could fail with it.
 */

const MOST_SENT = 5;
const LONGEST_LETTERS = 1500;
const WAIT_MS = 10_000;

const sent = new Set();

/** What a browser knows of an error: the words, and which lines led there; not all name the words. */
function wordsOf(error) {
  const words = String(error);
  const lines = String(error?.stack ?? "");
  return (lines.includes(words) ? lines : `${words} ${lines}`).slice(0, LONGEST_LETTERS);
}

/** Show that something failed, and have it in the service's log: each thing once. */
export function reportFault(error) {
  showFault();
  const what = wordsOf(error);
  if (sent.has(what) || sent.size >= MOST_SENT) return;
  sent.add(what);
  send({ page: location.pathname, what });
}

/** What `make` makes; if it fails, that is reported, and `otherwise` stands there. */
export function attempt(make, otherwise = () => undefined) {
  try {
    return make();
  } catch (error) {
    console.error(error);
    reportFault(error);
    return otherwise();
  }
}

function showFault() {
  const bar = document.getElementById("page-fault");
  if (bar === null) return; // a video's overlay has no words
  bar.hidden = false;
  placeBar();
}

/** Above the dialog that was opened last: below it the bar is not seen. */
function placeBar() {
  const bar = document.getElementById("page-fault");
  const place = [...document.querySelectorAll("dialog:modal")].at(-1) ?? document.body;
  if (bar.parentElement !== place) place.prepend(bar);
}

async function send(fault) {
  const person = document.getElementById("person")?.textContent ?? "{}";
  const headers = { "Content-Type": "application/json", "X-CSRF": JSON.parse(person).csrf ?? "" };
  try {
    await fetch("/page-faults", {
      method: "POST",
      headers,
      body: JSON.stringify(fault),
      signal: AbortSignal.timeout(WAIT_MS),
    });
  } catch {
    // the service is away: the page shows that by itself
  }
}

addEventListener("error", ({ error, message, target }) => {
  if (target instanceof HTMLScriptElement) reportFault(new Error(`${target.src} did not come`));
  else if (error || message) reportFault(error ?? message);
}, true);
addEventListener("unhandledrejection", ({ reason }) => reportFault(reason));
document.addEventListener("close", placeBar, true);
document.getElementById("page-again")?.addEventListener("click", () => location.reload());
document.getElementById("page-seen")?.addEventListener("click", () => {
  document.getElementById("page-fault").hidden = true;
});
