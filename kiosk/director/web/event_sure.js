/** What an act takes away is shown before it is done. */

import { el } from "./dom.js";
import { word } from "./words.js";

let dialog = null;

/** Whether it is done, once somebody has read these sentences; `again`: it has changed since. */
export function isSure(sentences, again) {
  dialog?.remove();
  const yes = el("button", { type: "submit", value: "yes", class: "go", id: "sure-yes" }, word("sure_do"));
  dialog = el(
    "dialog",
    { id: "sure", "aria-labelledby": "sure-title" },
    el(
      "form",
      { method: "dialog", class: "about" },
      el("h2", { id: "sure-title" }, again ? word("sure_again") : word("sure_title")),
      el("ul", {}, ...sentences.map((words) => el("li", {}, el("bdi", {}, words)))),
      el("div", { class: "answers" }, yes, el("button", { type: "submit", value: "no", id: "sure-no" }, word("sure_not"))),
    ),
  );
  document.body.append(dialog);
  const asked = dialog;
  return new Promise((answer) => {
    asked.addEventListener("close", () => {
      asked.remove();
      answer(asked.returnValue === "yes");
    });
    asked.showModal();
    yes.focus();
  });
}
