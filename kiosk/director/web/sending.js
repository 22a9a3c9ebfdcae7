/** An order on its way from a page to the service. */

import { reportFault } from "./faults.js";
import { toTheDoor, token } from "./person.js";
import { word } from "./words.js";

const WAIT_MS = 10_000;

const hex = (byte) => byte.toString(16).padStart(2, "0");

/** Made at random: what is sent twice under it, because no answer came, is given once. */
export const newId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), hex).join("");

const notTaken = (why) => word("not_taken", { why });

/**
 * What the service answers, or what went wrong in words: `silent` if nothing came back, what
 * `refused` makes of the service's own words if it did not take it.
 */
export async function ask(path, order, silent, refused = notTaken) {
  try {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRF": token },
      body: JSON.stringify(order),
      signal: AbortSignal.timeout(WAIT_MS),
    });
    const said = await answer.json();
    if (answer.status === 401 && token !== "") toTheDoor();
    return answer.ok ? { answer: said } : { problem: refused(said.error) };
  } catch {
    return { problem: silent };
  }
}

/** The same for what is no order, in the service's own words. */
export const sendTo = (path, said) => ask(path, said, word("no_answer"), (why) => why);

/** An order to the table of a card; `said` are the fields of its own. */
export const orderTo = (card, kind, said) => ({
  journal_id: card.journal_id,
  match_id: card.match_id,
  kind,
  why: "",
  ...said,
});

const AGAIN_MS = 1000;
const UNAVAILABLE = 503;

/** The forms of all orders. */
export const loadForms = () => answered("/forms");

/** What the service answers at a path; asked for again until it does. */
export async function answered(path) {
  for (;;) {
    try {
      const answer = await fetch(path, { signal: AbortSignal.timeout(WAIT_MS) });
      if (answer.ok) return await answer.json();
      if (answer.status === 401) toTheDoor();
      else if (answer.status !== UNAVAILABLE) reportFault(new Error(`${path}: ${answer.status}`));
    } catch {
      // the service is not there, or nothing came back: asked again below
    }
    await new Promise((done) => setTimeout(done, AGAIN_MS));
  }
}

/** Given by one tap: there is nothing to fill in, and nothing to look at again. */
export const isInstant = ({ at_once: atOnce, fields }) => atOnce && fields.length === 0;
