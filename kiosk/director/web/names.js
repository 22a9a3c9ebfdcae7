/** Names as a small card has room for them, and as they stand in a sentence. Pure. */

const LONGEST_WORD = 11;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufefc]/;

/** Whether a word of it does not stand in one line of a small card. */
export const isLong = (name) => name.split(/[\s-]/).some((word) => word.length > LONGEST_WORD);

/**
 * A name of at most `most` characters as it is; else its given names become initials, the first one
 * first, until it fits, and at last but one of them is left: the family name is what a director
 * looks for, and stays whole.
 */
export function shortened(name, most) {
  const words = name.split(" ").filter((word) => word !== "");
  for (let given = 0; given < words.length - 1 && words.join(" ").length > most; given++) {
    words[given] = `${[...words[given]][0]}.`;
  }
  return words.join(" ").length > most && words.length > 2
    ? `${words[0]} ${words.at(-1)}`
    : words.join(" ");
}

/** Letters that no mark makes of another. */
const LETTERS = { ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", ß: "ss", æ: "ae", œ: "oe", ı: "i", ħ: "h" };
/** As the director's `names_alike.py` takes them for one. */
const SPELLINGS = [["ae", "a"], ["oe", "o"], ["ue", "u"], ["aa", "a"]];
/** A letter may be wrong in a word of so many. */
const LONG_ENOUGH = 4;

/** A name without marks, case and signs, its words parted by a space. */
export const plain = (name) =>
  name
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[øłđðþßæœıħ]/g, (letter) => LETTERS[letter])
    .replaceAll(/['’`´]/g, "")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

const wordsOf = (name) =>
  SPELLINGS.reduce((words, [long, short]) => words.replaceAll(long, short), plain(name)).split(" ");

/** Whether each word that was typed is a part of one of the name's, in any order. */
export function holdsName(name, typed) {
  const words = wordsOf(name);
  return wordsOf(typed).every((part) => words.some((word) => word.includes(part)) || words.join("").includes(part));
}

/** Whether the same holds with one letter wrong, missing or too many in each word. */
function nearlyHolds(name, typed) {
  const words = wordsOf(name);
  return wordsOf(typed).every((part) => words.some((word) => word.includes(part) || beginsNearly(word, part)));
}

function beginsNearly(word, part) {
  if (part.length < LONG_ENOUGH) return false;
  return [-1, 0, 1].some((more) => isOneOff(word.slice(0, part.length + more), part));
}

/** Whether one letter changed, taken out or put in makes two words alike. */
function isOneOff(one, other) {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  const [rest, others] = [one.slice(at), other.slice(at)];
  return rest.slice(1) === others.slice(1) || rest.slice(1) === others || rest === others.slice(1);
}

/** Those of `all` whose name somebody typed; if there is none, those it may have been. */
export function findByName(all, typed, nameOf = (each) => each) {
  if (plain(typed) === "") return [];
  const found = all.filter((each) => holdsName(nameOf(each), typed));
  return found.length ? found : all.filter((each) => nearlyHolds(nameOf(each), typed));
}

/** A name inside a sentence: letters written from right to left stay within it. */
export const isolated = (name) => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name);
