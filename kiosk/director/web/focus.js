/** Where the focus stays while the page redraws itself under it: nobody who types loses the place. */

const REACHED = "a[href], button, input:not([type=hidden]), select, textarea";

const reachable = (element) => element.isConnected && element.checkVisibility() && !element.disabled;

/** The first that a keyboard reaches in an element, or undefined. */
const first = (within) => [...within.querySelectorAll(REACHED)].find(reachable);

const focus = (element) => element.focus({ preventScroll: true });

/** Whether nothing has the focus: what had it is gone, or out of reach. */
export const isLost = () => {
  const { activeElement: at } = document;
  return at === null || at === document.body || !reachable(at);
};

/**
 * Do `change` to a list. Who was focused there stays so; if that is gone, what is left of its row,
 * then the row in its place, then the one before has it, and `otherwise` if there is none.
 */
export function holding(list, change, otherwise) {
  const held = document.activeElement;
  const row = [...list.children].find((each) => each.contains(held));
  if (row === undefined) return change();
  const place = [...list.children].indexOf(row);
  change();
  if (reachable(held)) {
    if (held !== document.activeElement) focus(held);
    return;
  }
  const rows = [...list.children];
  const near = [row, ...rows.slice(place), ...rows.slice(0, place).reverse()];
  const next = near.filter((each) => each.isConnected).map(first).find(Boolean);
  focus(next ?? otherwise);
}

/** Give the focus back to the first of these that can be reached. */
export function settle(...elements) {
  const next = elements.find((each) => each && reachable(each));
  next?.focus();
}
