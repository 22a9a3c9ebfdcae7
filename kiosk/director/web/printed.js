/** A sheet or report is printed by the browser; notes of a report are sent as acts of the event. */

import { byId, say } from "./dom.js";
import { tell } from "./sending.js";

byId("print").addEventListener("click", () => window.print());

/** An act on what this page shows; done, the page is loaded anew. */
async function act(kind, fields) {
  const seen = Number(byId("report").dataset.seq);
  const { problem } = await tell("/event/acts", { kind, seen_seq: seen, fields });
  say(byId("complaint"), problem ?? "");
  if (problem === undefined) location.reload();
}

byId("note")?.addEventListener("submit", (submit) => {
  submit.preventDefault();
  act("NoteForReport", Object.fromEntries(new FormData(submit.target)));
});
byId("rate")?.addEventListener("submit", (submit) => {
  submit.preventDefault();
  act("RateBy", Object.fromEntries(new FormData(submit.target)));
});
for (const button of document.querySelectorAll("button.describe")) {
  button.addEventListener("click", () => {
    const { matter, about, words } = byId("note").elements;
    matter.value = "dispute";
    about.value = button.value;
    words.focus();
  });
}
for (const form of document.querySelectorAll("form.strike")) {
  form.addEventListener("submit", (submit) => {
    submit.preventDefault();
    const { number, why } = form.elements;
    act("StrikeNote", { number: Number(number.value), why: why.value });
  });
}
