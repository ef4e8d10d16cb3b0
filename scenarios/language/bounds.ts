/** Bounds on all that a story multiplies, or compares with each other. */
export const storyBounds = {
  /** Memberships of all users in groups together: a user whose groups are not said is in all of them. */
  memberships: 1_000_000,
  /** Devices and records that one entry of the timeline concerns, each counted as often as it does. */
  atOnce: 250_000,
  /** Stops of all routes by road together: the quickest way to each is looked for. */
  roadStops: 2_000,
  /** Different cron expressions: to make the matcher of one takes a millisecond. */
  cronExpressions: 100,
  /** How many moments all cron expressions together are looked for at, before it is known whether they come. */
  cronLooks: 200_000,
  /** With more places than that none is held against the others for swapped axes. */
  comparedPlaces: 500,
} as const;
