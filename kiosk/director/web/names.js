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

/** A name without marks and case, as somebody types it. */
export const plain = (name) => name.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase().trim();

/** A name inside a sentence: letters written from right to left stay within it. */
export const isolated = (name) => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name);
