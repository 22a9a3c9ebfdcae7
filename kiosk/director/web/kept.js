/** What this browser keeps between two visits; one that keeps nothing starts anew each time. */

const here = new Map();

export function kept(key) {
  try {
    return localStorage.getItem(key) ?? here.get(key) ?? "";
  } catch {
    return here.get(key) ?? "";
  }
}

export function keep(key, value) {
  here.set(key, value);
  try {
    localStorage.setItem(key, value);
  } catch {
    // it stands in `here` until the page is closed
  }
}
