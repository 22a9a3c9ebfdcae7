/** The viewer's language: kept in a cookie, for the service makes the pages. */

import { byId } from "./dom.js";

const YEAR_S = 365 * 24 * 3600;

const select = byId("language");

function keep(tag) {
  document.cookie = `language=${tag}; path=/; max-age=${YEAR_S}; samesite=lax`;
}

/** The page again, its language named in its address: it comes in that one whatever is kept. */
function choose() {
  again(true);
  keep(select.value);
  const address = new URL(location.href);
  address.searchParams.set("language", select.value);
  location.replace(address);
}

/** What an address names is chosen as by hand: all that the page asks for later is read in it. */
function named() {
  const address = new URL(location.href);
  if (!address.searchParams.has("language")) return;
  keep(document.documentElement.lang);
  address.searchParams.delete("language");
  history.replaceState(history.state, "", address);
}

/** Whether the page is here again because its language was chosen: an arrow key may go on. */
function again(is) {
  try {
    const was = sessionStorage.getItem("language-chosen") !== null;
    if (is) sessionStorage.setItem("language-chosen", "");
    else sessionStorage.removeItem("language-chosen");
    return was;
  } catch {
    return false; // a browser that keeps nothing
  }
}

if (select) named(); // the hall's screen has no choice, and asks by its own address
if (again(false)) select?.focus();
select?.addEventListener("change", choose);
// Chosen before this script was here.
if (select && select.value !== document.documentElement.lang) choose();
