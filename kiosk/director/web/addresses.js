/** Where a table's page is, by its journal: `journal_address` in kiosk/wire/journal_name.py. */

const PLAIN = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/;

const coded = (journal) =>
  btoa(String.fromCodePoint(...new TextEncoder().encode(journal)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

export const tableAddress = (journal) =>
  `/tables/${PLAIN.test(journal) ? journal : `~${coded(journal)}`}`;
