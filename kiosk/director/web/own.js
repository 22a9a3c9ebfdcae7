/** One's own account: signing out, another password. */

import { byId, setText } from "./dom.js";
import { sendTo } from "./sending.js";
import { localTimes } from "./times.js";

async function leave(path) {
  const { problem } = await sendTo(path, {});
  if (problem === undefined) location.replace("/sign-in");
  else setText(byId("complaint"), problem);
}

byId("sign-out").addEventListener("click", () => leave("/own/sign-out"));
byId("sign-out-everywhere").addEventListener("click", () => leave("/own/sign-out-everywhere"));
for (const row of byId("sessions").children) {
  const { session } = row.dataset;
  row.querySelector(".sign-out").addEventListener("click", async () => {
    const { problem } = await sendTo("/own/sign-out-one", { session });
    if (problem === undefined) location.reload(); // which leads to the door if it was this one
    else setText(byId("complaint"), problem);
  });
}
localTimes();
byId("password").addEventListener("submit", async (submit) => {
  submit.preventDefault();
  const { old, new: fresh } = Object.fromEntries(new FormData(submit.target));
  const { problem } = await sendTo("/own/password", { old, new: fresh });
  if (problem === undefined) location.replace("/");
  else setText(byId("complaint"), problem);
});
