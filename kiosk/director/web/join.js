/** Who opens a link makes his account, or sets another password. */

import { byId, mark, setText } from "./dom.js";
import { sendTo } from "./sending.js";

const form = byId("join");

// What stands after # is never sent with the address. It does not stay in the browser's history,
// but a page that is loaded again, in another language, still has it.
const KEY = "join";
const token = location.hash.slice(1) || (sessionStorage.getItem(KEY) ?? "");
sessionStorage.setItem(KEY, token);
history.replaceState(null, "", location.pathname);

async function look() {
  const { answer, problem } = await sendTo("/join/look", { token });
  if (problem !== undefined) return setText(byId("complaint"), problem);
  setText(byId("role"), answer.role);
  mark(form, "hidden", false);
  if (answer.name !== null) {
    form.elements.name.value = answer.name;
    form.elements.name.readOnly = true;
  }
  form.elements[answer.name === null ? "name" : "password"].focus();
}

byId("reveal").addEventListener("change", ({ target }) => {
  form.elements.password.type = target.checked ? "text" : "password";
});
form.addEventListener("submit", async (submit) => {
  submit.preventDefault();
  setText(byId("complaint"), "");
  const button = form.querySelector(".go");
  button.disabled = true;
  const { name, password } = Object.fromEntries(new FormData(form));
  const { problem } = await sendTo("/join", { token, name, password });
  button.disabled = false;
  if (problem !== undefined) return setText(byId("complaint"), problem);
  sessionStorage.removeItem(KEY);
  location.replace("/");
});
look();
