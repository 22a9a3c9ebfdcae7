/** The door: a name and a password. */

import { byId, setText } from "./dom.js";
import { sendTo } from "./sending.js";

const form = byId("sign-in");

/** Where somebody wanted to go who was led here; never to another site, which a path that begins with // names. */
function back() {
  const to = new URLSearchParams(location.search).get("to") ?? "/";
  const led = new URL(to, location.origin);
  return led.origin === location.origin ? `${location.origin}${led.pathname}` : "/";
}

form.addEventListener("submit", async (submit) => {
  submit.preventDefault();
  setText(byId("complaint"), "");
  const button = form.querySelector(".go");
  button.disabled = true;
  const { name, password } = Object.fromEntries(new FormData(form));
  const { problem } = await sendTo("/sign-in", { name, password });
  button.disabled = false;
  if (problem === undefined) return location.replace(back());
  setText(byId("complaint"), problem);
  form.elements.password.select();
});
