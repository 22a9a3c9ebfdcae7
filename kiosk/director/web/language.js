/** The viewer's language: kept in a cookie, for the service makes the pages. */

import { byId } from "./dom.js";

const YEAR_S = 365 * 24 * 3600;

const select = byId("language");

function choose() {
  again(true);
  document.cookie = `language=${select.value}; path=/; max-age=${YEAR_S}; samesite=lax`;
  location.reload();
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

if (again(false)) select?.focus();
select?.addEventListener("change", choose);
// Chosen before this script was here.
if (select && select.value !== document.documentElement.lang) choose();
