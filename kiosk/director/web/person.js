/** Who is signed in, as the page was made for him; who is nobody any more is led to the door. */

const { name, csrf } = JSON.parse(document.getElementById("person")?.textContent ?? "{}");

/** What goes with all that changes anything. */
export const token = csrf ?? "";

/** Whose orders these are. */
export const own = name ?? "";

/** Sign in, and come back here. */
export function toTheDoor() {
  location.assign(`/sign-in?to=${encodeURIComponent(location.pathname)}`);
}
