/**
 * How long, how deep and how many: the limits on what comes from outside. Those of one part alone are in its own `bounds.ts`.
 *
 * Input over a limit is refused with a code, its place and what to try; it is never cut short.
 */

/** Limits of a document that is read whole: YAML or JSON. */
export interface DocumentBounds {
  /** The length of the whole text in UTF-16 code units. */
  readonly characters: number;
  /** Lists and maps inside each other. */
  readonly depth: number;
  /** All lists, maps and plain values. */
  readonly values: number;
  /** Values that are there by alias or merge key: those of the anchor count each time. */
  readonly repeated: number;
  /** Characters in the name of a field. */
  readonly name: number;
  /** Characters in one text. */
  readonly text: number;
  /** The paths at which whole numbers beyond the safe integers are kept, as `bigint`. A document without such places takes none. */
  readonly longNumbers?: RegExp;
  /** The paths at which a field may have any name, also one that JavaScript gives a meaning of its own. */
  readonly anyNames?: RegExp;
}

/** Lists and objects inside each other in JSON that is taken over: bodies of the public API, values of facts. */
export const JSON_DEPTH = 64;
/** The same where such JSON is part of something larger: replies, the control API, snapshots, what commands print. */
export const OUTER_JSON_DEPTH = 128;

export const documentBounds = {
  profile: {
    characters: 262_144,
    depth: 64,
    values: 20_000,
    repeated: 5_000,
    name: 1_000,
    text: 10_000,
    longNumbers: /^(known|samples|controls)\/|\/constants\//,
  },
  story: { characters: 1_048_576, depth: 40, values: 250_000, repeated: 50_000, name: 200, text: 10_000 },
  // Attributes of locations are as deep, and as long, as a body is that brings them.
  fixture: {
    characters: 8_388_608,
    depth: OUTER_JSON_DEPTH + 8,
    values: 1_000_000,
    repeated: 50_000,
    name: 1_048_576,
    text: 1_048_576,
    anyNames: /^devices\/\d+\/locations\/\d+\/attributes\//,
  },
  openapi: {
    characters: 4_194_304,
    depth: OUTER_JSON_DEPTH,
    values: 250_000,
    repeated: 50_000,
    name: 1_000,
    text: 100_000,
  },
  baseline: { characters: 262_144, depth: 8, values: 20_000, repeated: 5_000, name: 200, text: 10_000 },
} as const satisfies { readonly [document: string]: DocumentBounds };

/** Digits of a whole number that is kept exactly: those of an id. A longer one is rounded, and no id. */
export const exactNumberDigits = 1_000;
/** Characters of an id that is taken from an answer. */
export const ID_LENGTH = 1_000;

/** JSON Pointers of a profile. */
export const pointerBounds = { characters: 1_000, names: 32 } as const;

const KIB = 1024;
const MIB = 1024 * KIB;

/** Files that are read whole, in bytes. */
export const fileBytes = {
  profile: MIB,
  story: 4 * MIB,
  fixture: 32 * MIB,
  baseline: MIB,
  history: MIB,
  recording: 64 * MIB,
  report: 128 * MIB,
  description: 8 * MIB,
  'credentials file': 64 * KIB,
  track: 64 * MIB,
  journal: 256 * MIB,
  /** The longest text that V8 holds has 512 MiB. */
  snapshot: 500 * MIB,
  'list of devices': 16 * MIB,
  certificate: MIB,
  'private key': 64 * KIB,
} as const;

/** Suggestions for a mistyped word: how long it may be, and with how many names it is compared. */
export const suggestionBounds = { characters: 100, candidates: 1_000 } as const;

/** How many mistakes of one file are reported. */
export const REPORTED_PROBLEMS = 500;
