/** Who opens a link makes his account, or sets another password. */

import { byId, mark, say } from "./dom.js";
import { tell } from "./sending.js";

const form = byId("join");

// What stands after # is never sent with the address. It does not stay in the browser's history,
// but a page that is loaded again, in another language, still has it.
const KEY = "join";
const token = location.hash.slice(1) || (sessionStorage.getItem(KEY) ?? "");
sessionStorage.setItem(KEY, token);
history.replaceState(null, "", location.pathname);

async function look() {
  const { answer, problem } = await tell("/join/look", { token });
  if (problem !== undefined) return say(byId("complaint"), problem);
  say(byId("role"), answer.role);
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
  say(byId("complaint"), "");
  const button = form.querySelector(".go");
  button.disabled = true;
  const { name, password } = Object.fromEntries(new FormData(form));
  const { problem } = await tell("/join", { token, name, password });
  button.disabled = false;
  if (problem !== undefined) return say(byId("complaint"), problem);
  sessionStorage.removeItem(KEY);
  location.replace("/");
});
look();
