/** A sheet or report is printed by the browser; notes of a report are sent as acts of the event. */

import { byId, el, setText } from "./dom.js";
import { sendTo } from "./sending.js";

byId("print").addEventListener("click", () => window.print());

const sheet = byId("report");

/** An act on what this page shows; whether it was done. */
async function asked(kind, fields) {
  const seen = Number(sheet.dataset.seq);
  const { answer, problem } = await sendTo("/event/acts", { kind, seen_seq: seen, fields });
  setText(byId("complaint"), problem ?? "");
  if (answer?.seq === seen + 1) sheet.dataset.seq = String(answer.seq); // nothing else has happened
  return problem === undefined;
}

/** The page is loaded anew once it is done. */
async function act(kind, fields) {
  if (await asked(kind, fields)) location.reload();
}

byId("note")?.addEventListener("submit", (submit) => {
  submit.preventDefault();
  act("NoteForReport", Object.fromEntries(new FormData(submit.target)));
});
byId("rate")?.addEventListener("submit", (submit) => {
  submit.preventDefault();
  act("RateBy", Object.fromEntries(new FormData(submit.target)));
});
// A dispute is described where it stands; what is typed at the others stays.
for (const form of document.querySelectorAll("form.describe")) {
  form.addEventListener("submit", async (submit) => {
    submit.preventDefault();
    const [about, words] = [form.elements.about.value, form.elements.words.value];
    const button = form.querySelector("button");
    button.disabled = true;
    if (await asked("NoteForReport", { matter: "dispute", about, words })) {
      const told = el("p", { tabindex: "-1" }, el("bdi", {}, words));
      form.previousElementSibling.remove();
      form.replaceWith(told);
      told.focus();
    } else button.disabled = false;
  });
}
for (const form of document.querySelectorAll("form.strike:not(.describe)")) {
  form.addEventListener("submit", (submit) => {
    submit.preventDefault();
    const { number, why } = form.elements;
    act("StrikeNote", { number: Number(number.value), why: why.value });
  });
}
