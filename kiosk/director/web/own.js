/** One's own account: signing out, another password. */

import { byId, say } from "./dom.js";
import { tell } from "./sending.js";
import { localTimes } from "./times.js";

async function leave(path) {
  const { problem } = await tell(path, {});
  if (problem === undefined) location.replace("/sign-in");
  else say(byId("complaint"), problem);
}

byId("sign-out").addEventListener("click", () => leave("/own/sign-out"));
byId("sign-out-everywhere").addEventListener("click", () => leave("/own/sign-out-everywhere"));
for (const row of byId("sessions").children) {
  const { session } = row.dataset;
  row.querySelector(".sign-out").addEventListener("click", async () => {
    const { problem } = await tell("/own/sign-out-one", { session });
    if (problem === undefined) location.reload(); // which leads to the door if it was this one
    else say(byId("complaint"), problem);
  });
}
localTimes();
byId("password").addEventListener("submit", async (submit) => {
  submit.preventDefault();
  const { old, new: fresh } = Object.fromEntries(new FormData(submit.target));
  const { problem } = await tell("/own/password", { old, new: fresh });
  if (problem === undefined) location.replace("/");
  else say(byId("complaint"), problem);
});
