/** Recorded tracks. */
export const trackBounds = {
  /** The length of the whole text in UTF-16 code units. */
  characters: 67_108_864,
  /** Points with or without a time. */
  points: 1_000_000,
  /** Lists and objects of JSON, or elements of XML, inside each other. */
  depth: 32,
  /** Characters in one line of CSV, or one tag of XML. */
  line: 10_000,
} as const;
