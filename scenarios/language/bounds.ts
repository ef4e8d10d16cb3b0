/** Bounds on all that a story multiplies, or compares with each other. */
export const storyBounds = {
  /** Memberships of all users in groups together: a user whose groups are not said is in all of them. */
  memberships: 1_000_000,
  /** Actions of one entry, and its expectations: all of them come at one moment, and nothing comes in between. */
  eachEntry: 100,
  /** Stops of all routes by road together: the quickest way to each is looked for. */
  roadStops: 2_000,
  /** Different cron expressions: to make the matcher of one takes a millisecond. */
  cronExpressions: 100,
} as const;
