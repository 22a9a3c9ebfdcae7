/**
 * What each order asks for, as the director reads it; `kiosk/director/forms.py` has the same kinds
 * and names. A field is [type, name, label, more]; `form_view.js` knows the types.
 *
 * `title` opens the form, `go` sends it or leads to the second look, `starts` are the values it
 * begins with. Those without a group answer what waits, and are given from there.
 */

const why = ["why", "why", "Why"];
const side = (label, more) => ["side", "side", label, more];
const row = ["row", "corrects_seq", "Corrects row"];
const section = ["text", "section", "Under section", { max: 80, optional: true }];
const minutes = (name, label, more) => ["count", name, label, { min: 0, max: 1440, ...more }];
const book = [
  ["text", "profile", "Rule book", { max: 200, hint: "such as norway or london-club+unified-2001" }],
  ["rules", "rules", "The event's own values", { hint: "section.key = value, one in a line" }],
];
const byBook = { why: "the book says so" };


/** The event's own values without its choice to play without a clock. */
const withClock = (rules) => rules.replace(/^clock\.system = .*\n?/m, "");

export const GROUPS = ["Clock", "Score and cube", "Game", "Players", "Equipment and rules"];

export const FORMS = {
  stop: { title: "Stop clocks", group: "Clock", go: "Stop both clocks now", fields: [why] },
  start: { title: "Start clocks", group: "Clock", go: "Start clocks…", fields: [why] },
  time: {
    title: "Change a time",
    group: "Clock",
    go: "Change the time…",
    fields: [
      side("Whose clock"),
      ["choice", "mode", "Do", [["add", "add"], ["subtract", "take away"], ["set", "set to"]]],
      ["time", "seconds", "Minutes and seconds"],
      ["tick", "restores", "Time it lost while its clock ran by mistake"],
      why,
    ],
  },
  expiry: {
    title: "Rule on time used up",
    group: "Clock",
    go: "Rule on the time…",
    fields: [
      ["side", "first", "Used up first", { nobody: "Nobody can tell" }],
      ["side", "gin", "Sure to win the match on the board", { nobody: "Nobody", preset: true }],
      why,
    ],
    starts: () => byBook,
  },
  delay: {
    title: "Dice taken early",
    group: "Clock",
    go: "Take the delay…",
    fields: [side("Who took them too early"), why],
  },
  replaced: {
    title: "Clock replaced",
    group: "Clock",
    go: "Set the new clock…",
    fields: [["time", "white_s", "white"], ["time", "black_s", "black"], why],
  },
  clock: {
    title: "Bring in a clock",
    group: "Clock",
    go: "Bring in the clock…",
    fields: [
      ...book,
      [
        "choice",
        "asked_by",
        "Who asks for it",
        [
          ["director", "the director"],
          ["player", "a player of this match"],
          ["participant", "another participant"],
          ["agreement", "both players"],
          ["invitation", "the invitation"],
        ],
      ],
      ["tick", "at_once", "At once, not from the next game on"],
      ["tick", "extreme", "It is an extreme case"],
      why,
    ],
    starts: (card) => ({ profile: card.book ?? "", rules: withClock(card.rules) }),
  },
  penalty: {
    title: "Penalty",
    group: "Score and cube",
    go: "Award penalty…",
    fields: [
      side("Against"),
      ["count", "points", "Points", { min: 1, max: 99, value: 1 }],
      why,
      section,
    ],
  },
  forfeit: {
    title: "Match lost",
    group: "Score and cube",
    go: "Rule the match lost…",
    fields: [
      side("Who loses it"),
      ["tick", "disqualified", "Disqualified from the event, too"],
      why,
      ["text", "section", "Under section", { max: 80 }],
    ],
  },
  score: {
    title: "Score",
    group: "Score and cube",
    go: "Correct the score…",
    fields: [
      ["count", "white", "white", { min: 0, max: 999 }],
      ["count", "black", "black", { min: 0, max: 999 }],
      why,
      section,
      row,
    ],
    starts: ({ sides }) => (sides ? { white: sides.white.score, black: sides.black.score } : {}),
  },
  cube: {
    title: "Place the cube",
    group: "Score and cube",
    go: "Place the cube…",
    fields: [
      ["count", "level", "It stands at", { min: 1, max: 4096 }],
      ["side", "owner", "Who owns it", { nobody: "In the centre" }],
      why,
    ],
    starts: ({ cube }) => (cube ? { level: cube.level, owner: cube.owner ?? "" } : {}),
  },
  undo: {
    title: "Undo doubles",
    group: "Score and cube",
    go: "Undo the doubles…",
    fields: [why, row],
    starts: () => byBook,
  },
  length: {
    title: "Match length",
    group: "Score and cube",
    go: "Set the length…",
    fields: [["count", "points", "To how many points", { min: 1, max: 999 }], why],
    starts: (card) => ({ points: card.length ?? "" }),
  },
  result: {
    title: "Post the result",
    group: "Score and cube",
    go: "Post the result…",
    fields: [["side", "winner", "Winner of the match"], why],
    starts: (card) => ({ winner: card.winner ?? "", why: "the match is over" }),
  },
  final: {
    title: "Make the result final",
    group: "Score and cube",
    go: "Make it final…",
    fields: [why],
    starts: () => ({ why: "the time for corrections is over" }),
  },
  earlier: {
    title: "Result of an earlier match",
    group: "Score and cube",
    go: "Correct that result…",
    fields: [
      ["text", "of_match", "Match", { max: 200 }],
      ["choice", "winner", "Won by", [["white", "White"], ["black", "Black"]]],
      ["count", "white", "White's points", { min: 0, max: 999 }],
      ["count", "black", "Black's points", { min: 0, max: 999 }],
      why,
    ],
    starts: (card) => ({ of_match: card.earlier ?? "" }),
  },
  dispute: {
    title: "Rule on the dispute",
    group: "Game",
    go: "Rule…",
    fields: [["side", "favours", "For", { nobody: "Nobody" }], why],
  },
  game: {
    title: "Record how a game ended",
    group: "Game",
    go: "End the game…",
    fields: [
      ["side", "winner", "Winner of the game"],
      ["choice", "level", "Won", [[1, "a single game"], [2, "a gammon"], [3, "a backgammon"]]],
      why,
    ],
  },
  gin: {
    title: "Rule on an offer",
    group: "Game",
    go: "Rule on the offer…",
    fields: [["yesno", "gin", "The outcome offered is", ["certain", "not certain"]], why],
  },
  move: {
    title: "Rule on a move",
    group: "Game",
    go: "Rule on the move…",
    fields: [["yesno", "illegal", "The last move", ["was illegal", "stands"]], why],
  },
  accuse: {
    title: "Point out an illegal move",
    group: "Game",
    go: "Point it out…",
    fields: [
      [
        "choice",
        "accuser",
        "Who saw it",
        [
          ["director", "the director"],
          ["observer", "the observer"],
          ["invited_spectators", "a spectator whom both asked to"],
        ],
      ],
      why,
    ],
  },
  panel: {
    title: "Name a panel",
    group: "Game",
    go: "Name the panel…",
    fields: [
      ["count", "members", "Members of the committee", { min: 1, max: 99, value: 3 }],
      ["yesno", "with_director", "The director", ["hears it too", "does not"]],
      why,
    ],
    starts: () => ({ why: "the ruling is appealed" }),
  },
  appeal: {
    title: "Decide an appeal",
    group: "Game",
    go: "Decide the appeal…",
    fields: [["yesno", "upheld", "The ruling is", ["upheld", "overturned"]], why],
  },
  message: {
    title: "Message",
    group: "Players",
    go: "Send to the table",
    fields: [["words", "text", "Words for both players", { max: 200 }]],
  },
  late: {
    title: "Somebody is late",
    group: "Players",
    go: "Note the lateness…",
    fields: [
      side("Who is missing"),
      minutes("late_min", "Minutes since the match should have started"),
      minutes("grant_min", "Delay granted, in minutes", { optional: true }),
      why,
    ],
    starts: () => ({ why: "nobody is there" }),
  },
  leave: {
    title: "Let somebody leave",
    group: "Players",
    go: "Let them leave…",
    fields: [side("Who"), minutes("minutes", "For so many minutes", { min: 1, max: 240 }), why],
  },
  adjourn: { title: "Adjourn", group: "Players", go: "Put the match off…", fields: [why] },
  observer: {
    title: "Name an observer",
    group: "Players",
    go: "Name the observer…",
    fields: [
      ["text", "name", "Name", { max: 80 }],
      ["tick", "fee", "For a fee"],
      why,
    ],
    starts: () => ({ why: "an observer is wanted" }),
  },
  conduct: {
    title: "Note conduct",
    group: "Players",
    go: "Note it…",
    fields: [
      [
        "choice",
        "conduct",
        "What was done",
        [
          ["time_notice", "told that a player's time is used up"],
          ["misplay_notice", "pointed out an illegal move"],
          ["position_noted", "wrote down a position"],
          ["other_language", "spoke another language than the book's"],
          ["aid_used", "used an aid"],
        ],
      ],
      side("By whom", { nobody: "A spectator" }),
      why,
    ],
  },
  camera: {
    title: "Camera refused",
    group: "Players",
    go: "Note the refusal…",
    fields: [side("Who refuses it"), why],
  },
  mixer: {
    title: "Baffle box",
    group: "Equipment and rules",
    go: "Order it…",
    fields: [
      [
        "choice",
        "mixer",
        "Dice are thrown",
        [
          ["picture_left", "through a box beside the picture's left half"],
          ["picture_right", "through a box beside the picture's right half"],
          [null, "from cups"],
        ],
      ],
      ["tick", "tower", "The box counts its dice"],
      why,
    ],
  },
  profile: {
    title: "Rule book",
    group: "Equipment and rules",
    go: "Change the rules…",
    fields: [...book, why],
    starts: (card) => ({ profile: card.book ?? "", rules: card.rules }),
  },
  accept: {
    title: "Accept",
    go: "Accept…",
    fields: [["hidden", "number"], ["hidden", "points"], why],
    starts: () => byBook,
  },
  decline: { title: "Decline", go: "Decline…", fields: [["hidden", "number"], why] },
};

/** The orders a director gives most, always at hand. */
export const OFTEN = ["stop", "start", "message", "penalty", "score"];
