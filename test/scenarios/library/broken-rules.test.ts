/**
 * The stories of the library expect what the interface document states: where a rule is broken, the story that
 * shows it fails. Each rule that can be seen without bad input has a row; the others are the contract suite's
 * alone. `npm test` plays a third of the rows, drawn by the seed.
 */
import { describe, expect, it } from 'vitest';
import { deviationFrom } from '../../../cli/serving/deviation.ts';
import { type RuleId, rules } from '../../../contracts/specification/index.ts';
import { readLibraryStory } from '../../../scenarios/library/index.ts';
import { perform } from '../../../scenarios/player/perform.ts';
import { play } from '../../../scenarios/player/play.ts';
import type { Rules } from '../../../simulator/options.ts';
import { oneIn, WHOLE } from '../../sample.ts';

/** The stories that show a rule: each of them has to fail where it is broken. `npm test` plays the first alone. */
const shownBy: { readonly [R in RuleId]?: readonly string[] } = {
  'token/issued': ['first-day', 'office-day'],
  'token/json-object': ['first-day', 'office-day'],
  'token/no-bearer-needed': ['first-day', 'expiry'],
  'token/api-disabled': ['office-day'],
  'token/api-enabled': ['office-day'],
  'devices/last-location-of-device': ['first-day', 'school-zone', 'sos-at-night', 'tunnel', 'theft'],
  'devices/posted-location-becomes-last': ['first-day', 'sos-at-night', 'tunnel', 'theft', 'cold-chain'],
  'devices/posted-alert-is-taken': ['school-zone', 'sos-at-night', 'alert-storm', 'theft', 'cold-chain'],
  'groups/created-can-be-read': ['office-day'],
  'groups/created-is-listed': ['office-day', 'first-day'],
  'groups/replaced': ['office-day'],
  'groups/updated-keeps-rest': ['office-day'],
  'groups/updated-spares-others': ['office-day'],
  'groups/deleted-is-gone': ['office-day'],
  'groups/deleted-spares-others': ['office-day'],
  'users/created-can-be-read': ['office-day'],
  'users/created-is-listed': ['office-day'],
  'users/replaced': ['office-day'],
  'users/updated-keeps-rest': ['office-day'],
  'users/updated-spares-others': ['office-day'],
  'users/deleted-is-gone': ['office-day'],
  'users/deleted-spares-others': ['office-day'],
  'users/countries-listed': ['office-day'],
  'users/time-zones-listed': ['office-day'],
  'limits/sends-below-limit': ['alert-storm', 'sms-and-midnight'],
  'limits/stops-at-limit': ['alert-storm', 'sms-and-midnight'],
  'limits/zero-sends-none': ['alert-storm'],
  'limits/next-day-restores': ['sms-and-midnight'],
  'limits/per-device': ['alert-storm'],
  'limits/channels-apart': ['alert-storm'],
  'limits/raise-takes-effect': ['alert-storm'],
  'limits/lower-takes-effect': ['alert-storm'],
  'limits/usage-counts': ['alert-storm', 'sms-and-midnight'],
  'limits/usage-restarts': ['sms-and-midnight'],
  'expiry/on-needs-date': ['expiry'],
  'expiry/off-never-expires': ['expiry'],
  'expiry/reached-expires': ['expiry', 'licence-crunch'],
  'expiry/change-any-time': ['expiry'],
  'licences/device-uses-one': ['first-day', 'licence-crunch', 'expiry'],
  'licences/expiry-releases-one': ['licence-crunch', 'expiry'],
  'licences/activation-takes-one': ['licence-crunch'],
  'licences/activation-refused-when-none': ['licence-crunch'],
  'licences/released-serves-another': ['licence-crunch'],
};

/** Broken in ways for which there is no deviation of a rule function. */
const others: { readonly [what: string]: { rules: Partial<Rules>; shownBy: readonly string[] } } = {
  'a token is not needed': {
    rules: { needsToken: () => false },
    shownBy: ['first-day', 'expiry', 'office-day'],
  },
  'a token counts for ever': { rules: { tokenInForce: () => true }, shownBy: ['expiry'] },
  'a token ends a minute early': {
    rules: { tokenInForce: (expiresAt, now) => now < expiresAt - 60_000 },
    shownBy: ['expiry'],
  },
  'what came last is the last location': {
    rules: {
      becomesLast: (_order, _time, receivedAt, _last, lastReceivedAt) => receivedAt >= lastReceivedAt,
    },
    shownBy: ['tunnel'],
  },
  'an expired device goes on sending': {
    rules: { takesAlerts: () => true },
    shownBy: ['expiry'],
  },
  'a new device takes a licence that is not there': {
    rules: { licenceOfNewDevice: () => 'used' },
    shownBy: ['licence-crunch'],
  },
};

const rows = [
  ...Object.entries(shownBy).map(
    ([rule, stories]) => [rule, stories, () => deviationFrom(rule).rules] as const,
  ),
  ...Object.entries(others).map(([what, it]) => [what, it.shownBy, () => it.rules] as const),
];

describe('where a rule is broken, the story that shows it fails', () => {
  const pairs = rows.flatMap(([what, stories, broken]) =>
    stories.slice(0, WHOLE ? stories.length : 1).map((name) => [what, name, broken] as const),
  );

  it.each(oneIn(3, pairs))('%s: %s', async (_, name, broken) => {
    const story = await readLibraryStory(name);
    const changed = broken();
    if (story === undefined || changed === undefined) throw new Error('nothing is broken here');
    expect(await failures(() => play(perform(story, { rules: changed })))).toBeGreaterThan(0);
  });

  it('for every rule that can be seen in a story', () => {
    const hidden = rules
      .map(({ id }) => id)
      .filter((id) => shownBy[id] === undefined && !unseen.some((rules) => rules.test(id)));
    expect(hidden).toEqual([]);
  });
});

/**
 * Rules that no story shows: they are about credentials, tokens and ids that are wrong or nearly right, about fields
 * that a file cannot write, about calls at the same instant, about what is answered and not what it means, or about more
 * records, changes and days than a story has.
 */
const unseen = [
  /^(auth|operations)\//,
  /^token\/(is-jwt|expires|no-error|wrong|unknown|empty|missing|near-miss|renewal)/,
  /^devices\/(listed|unknown|location-is-own)/,
  /^(groups|users)\/(replaced-spares-others|listed-once|kept-as-sent)$/,
  /^limits\/(usage-read-only|negative-refused|holds-each-day|changes-repeat|holds-at-once)$/,
  /^expiry\/(off-by-default|earlier-takes-effect|only-its-own)$/,
  /^licences\/(active-takes-no-second|expires-again|never-over-allotted)$/,
];

/** An answer that cannot be read at all is a failure, too. */
async function failures(played: () => ReturnType<typeof play>): Promise<number> {
  try {
    return (await played()).standing.failed;
  } catch {
    return 1;
  }
}
