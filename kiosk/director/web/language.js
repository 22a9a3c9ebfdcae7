/** The viewer's language: kept in a cookie, for the service makes the pages. */

import { byId } from "./dom.js";

const YEAR_S = 365 * 24 * 3600;

const select = byId("language");

function choose() {
  document.cookie = `language=${select.value}; path=/; max-age=${YEAR_S}; samesite=lax`;
  location.reload();
}

select?.addEventListener("change", choose);
// Chosen before this script was here.
if (select && select.value !== document.documentElement.lang) choose();
