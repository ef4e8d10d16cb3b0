/** A deployment that is asked shows how it does things: what is learned of it is so, and nothing is made up. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { nodeHost } from '../../contracts/hosts/node.ts';
import { MOST_REQUESTS } from '../../contracts/learning/budget.ts';
import { learnLive } from '../../contracts/learning/live.ts';
import { completeProfile, parseProfile } from '../../contracts/profile/index.ts';
import { countVerdicts } from '../../contracts/verify/run.ts';
import { verify } from '../../contracts/verify/whole-run.ts';
import { start } from '../foreign/server.ts';
import { coveringArray } from '../permutants/array.ts';
import { compose, type Permutant } from '../permutants/compose.ts';
import { LONG, oneIn, SEED, turns } from '../sample.ts';
import { judgedWith, learnFrom, told, wrongIn } from './learning.ts';

const inTurn = turns(3);

const file = (path: string) => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');
const permutants = oneIn(120, coveringArray(), { whole: 9 }).map((row, index) =>
  compose({ row, label: `#${index}` }),
);
const enveloped: Permutant = {
  name: 'the enveloped example',
  profile: completeProfile(parseProfile(file('contracts/profile/examples/enveloped.yaml'))),
  options: {},
  gate: undefined,
};

describe('writing', LONG, () => {
  const rows = oneIn(160, coveringArray(), { whole: 18 }).map((row) => ({
    ...row,
    // The clock of a deployment without a control API stands, where it does not go by itself.
    'rate limit': 'none',
    consistency: 'at once',
  }));
  it.each(
    rows.map((row, index) => compose({ row, label: `#${index}` })).map((one) => [one.name, one] as const),
  )(
    'teaches nothing wrong of %s, and nearly all that can be judged without controls',
    async (_, permutant) => {
      const { learned, data, ...built } = await learnFrom(permutant, true);
      expect(wrongIn({ data, ...built }, permutant.profile)).toEqual([]);
      expect(learned.leftBehind).toEqual([]);
      const whole = await judgedWith(permutant, permutant.profile);
      const own = await judgedWith(permutant, parseProfile(built.text));
      expect(own.wrong).toEqual([]);
      const shared = whole.passed.filter((id) => own.passed.includes(id));
      expect(shared.length / whole.passed.length).toBeGreaterThan(0.9);
    },
  );
});

describe('reading alone', () => {
  it.each([...permutants, enveloped].map((permutant) => [permutant.name, permutant] as const))(
    'teaches nothing wrong of %s',
    async (_, permutant) => {
      const { learned, text, ...built } = await learnFrom(permutant);
      expect(wrongIn(built, permutant.profile)).toEqual([]);
      expect(learned.requests).toBeLessThanOrEqual(MOST_REQUESTS);
      // It is taken as it is.
      expect(parseProfile(text).openings).toEqual(built.data.openings);
      expect(Object.keys(parseProfile(text).openings).length).toBeGreaterThan(4);
    },
  );

  it('tells where the depot has things', async () => {
    const depot = await start();
    const credentials = { userName: 'dispatch', apiKey: 'k-7731-newfoundland' };
    const learned = await learnLive({ baseUrl: `${depot.url}/tracking`, credentials }, nodeHost());
    await depot.close();
    const { text } = told(learned.findings, learned.notes);
    const truth = parseProfile(file('test/foreign/profile.yaml'));
    const { basePath, openings } = parseProfile(text);
    expect(basePath).toBe('/tracking');
    for (const id of ['token.status', 'records.time', 'records.timeZone', 'operations.query'] as const)
      expect(truth.openings[id]).toMatchObject(openings[id] as object);
    expect(openings['operations.envelope']).toMatchObject({
      lists: { devices: { form: 'map', at: '/units', next: '/next' }, users: { at: '/people' } },
      records: { device: { at: '/unit' }, group: { at: '' }, user: { at: '/person' } },
    });
    expect(openings['records.device']).toMatchObject({
      fields: { id: '/no', name: '/caption', groupId: '/crew' },
      values: { groupId: { null: 0 } },
    });
    // Things that it cannot tell are said, with what they would be good for.
    expect(text).toMatch(/# - \/spot of a location .* nothing shows which comes first/);
    expect(text).toMatch(/# {3}send: .* unlocks \d+ checks: limits\//);
    expect(text).not.toContain(credentials.apiKey);
  });

  it.runIf(inTurn())(
    'is enough to judge the depot by, but for what it posts and where a position has which',
    async () => {
      const depot = await start();
      const credentials = { userName: 'dispatch', apiKey: 'k-7731-newfoundland' };
      const learned = await learnLive({ baseUrl: `${depot.url}/tracking`, credentials }, nodeHost());
      const profile = parseProfile(told(learned.findings).text);
      const run = await verify({ baseUrl: depot.url, credentials, profile, seed: SEED }, nodeHost());
      await depot.close();
      const { pass, fail, suspect, error } = countVerdicts(run.outcomes);
      // A profile that was written by hand, without its controls, lets a few more be judged.
      expect(pass).toBeGreaterThanOrEqual(141);
      expect([fail, suspect, error, run.leftBehind]).toEqual([0, 0, 0, []]);
      expect(run.observations.filter(({ drift }) => drift)).toEqual([]);
    },
  );
});
