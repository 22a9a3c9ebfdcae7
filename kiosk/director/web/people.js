/** The director lets people in, gives them roles and signs them out. The service makes the lists. */

import { byId, mark, setText } from "./dom.js";
import { sendTo } from "./sending.js";
import { localTimes } from "./times.js";

const SVG = "http://www.w3.org/2000/svg";

/** What the service says to it; null and a complaint if it does not. */
async function request(path, said) {
  const { answer, problem } = await sendTo(path, said);
  setText(byId("complaint"), problem ?? "");
  return answer ?? null;
}

/** A QR code, drawn: its token is nowhere but on this page. */
function drawn({ size, dark }) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `0 0 ${size} ${size}`);
  svg.setAttribute("shape-rendering", "crispEdges");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", dark);
  svg.append(path);
  return svg;
}

function show(made) {
  byId("qr").replaceChildren(drawn(made));
  byId("link-text").value = made.link;
  mark(byId("link-alone"), "hidden", !made.alone);
  mark(byId("link"), "hidden", false);
  byId("link").scrollIntoView({ block: "nearest" });
  byId("link-text").select();
}

async function invite(asked) {
  const made = await request("/people/invite", asked);
  if (made !== null) show(made);
}

async function change(path, said) {
  if ((await request(path, said)) !== null) location.reload();
}

byId("invite").addEventListener("submit", (submit) => {
  submit.preventDefault();
  const { role, hours } = Object.fromEntries(new FormData(submit.target));
  invite({ role, hours: Number(hours) });
});
byId("public").addEventListener("submit", (submit) => {
  submit.preventDefault();
  const { shown, names, pictures, draws, places, delay_min: delay } = submit.target.elements;
  const said = {
    shown: shown.value,
    names: names.checked,
    pictures: pictures.checked,
    draws: draws.checked,
    places: places.checked,
    delay_min: Number(delay.value),
  };
  change("/people/public", said);
});
byId("public").addEventListener("change", ({ target: { name, checked } }) => {
  const { names, draws, places } = byId("public").elements;
  if (name === "names" && !checked) draws.checked = places.checked = false;
  if ((name === "draws" || name === "places") && checked) names.checked = true;
});
for (const row of byId("accounts").children) {
  const { name } = row.dataset;
  row.querySelector(".role").addEventListener("change", async ({ target }) => {
    const before = [...target.options].find(({ defaultSelected }) => defaultSelected);
    const done = await request("/people/role", { name, role: target.value || null });
    if (done === null) target.value = before.value;
    else location.reload();
  });
  row.querySelector(".password").addEventListener("click", () => invite({ name }));
  row.querySelector(".sign-out").addEventListener("click", () => change("/people/sign-out", { name }));
}
for (const row of byId("invitations")?.children ?? []) {
  const { invitation } = row.dataset;
  row.querySelector(".withdraw").addEventListener("click", () => change("/people/withdraw", { invitation }));
}
localTimes();
