/**
 * Sound deployments whose devices the run makes or the profile names, with few licences that are free or many, and with a control
 * that gets more or none: nothing fails, nothing is left open though everything for it was there, and the run keeps its bounds.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { MAX_DEVICES } from '../../contracts/deployment/options.ts';
import { exactJsonText } from '../../contracts/kit/exact-json.ts';
import { itemAt } from '../../contracts/kit/items.ts';
import {
  type CompleteProfile,
  completeProfile,
  defaultProfile,
  type Profile,
  parseProfile,
} from '../../contracts/profile/index.ts';
import type { Plan } from '../../contracts/verify/plan.ts';
import type { Run } from '../../contracts/verify/run.ts';
import { createSimulator } from '../../simulator/index.ts';
import { launchHere, serve } from '../command/roadtest.ts';
import { folder } from '../command/verifying.ts';
import { envelopedProfile } from '../enveloped.generated.ts';
import { start } from '../foreign/server.ts';
import { allDraws } from '../permutants/array.ts';
import { compose, open } from '../permutants/compose.ts';
import { LONG, oneIn, SEED } from '../sample.ts';
import { disguised, OFFICE, templates } from './cases-domain/disguise.ts';
import { type Fetch, runVirtually } from './support.ts';

interface Way {
  readonly devices: 'made' | 'known';
  readonly free: 3 | 60;
  readonly licences: 'set' | 'as they are';
}

const ways = (['made', 'known'] as const).flatMap((devices) =>
  ([3, 60] as const).flatMap((free) =>
    (['set', 'as they are'] as const).map((licences): Way => ({ devices, free, licences })),
  ),
);

/** The profile without the controls that a way does not have. */
function limitedTo({ devices, licences }: Way, profile: Profile, known: readonly string[]): Profile {
  const { createDevice, setLicences, ...controls } = profile.controls ?? {};
  return {
    ...profile,
    controls: {
      ...controls,
      ...(devices === 'made' && createDevice && { createDevice }),
      ...(licences === 'set' && setLicences && { setLicences }),
    },
    ...(devices === 'known' && { known: { device: [...known] } }),
  };
}

/** Devices that the answers of a run show to be made. */
function madeIn({ exchanges }: Run): number {
  const created = exchanges.filter(
    ({ request: { method, url }, reply }) =>
      method === 'POST' && /\/(units|_control\/devices)$/.test(url) && /"(no|id)":/.test(reply?.body ?? ''),
  );
  return created.length;
}

/** Requests of a run in which nothing fails. */
const MAX_REQUESTS = 1_200;

function seenIn(run: Run) {
  return {
    exitCode: run.exitCode,
    wrong: run.outcomes
      .filter(({ verdict }) => verdict === 'fail' || verdict === 'suspect')
      .map(({ id }) => id),
    leftOpen: run.outcomes.flatMap(({ id, leftOpen, reason }) => (leftOpen ? [`${id}: ${reason}`] : [])),
    drift: run.observations.filter(({ drift }) => drift).map(({ opening }) => opening),
    // Devices stay where nothing removes them.
    leftBehind: run.leftBehind.filter((one) => !one.endsWith('no control removeDevice')),
    tooMany: [madeIn(run) > MAX_DEVICES, run.exchanges.length > MAX_REQUESTS ? run.exchanges.length : false],
  };
}

const sound = {
  ...{ exitCode: 0, wrong: [], leftOpen: [], drift: [], leftBehind: [] },
  tooMany: [false, false],
};

describe('the depot, by its profile on the command line', LONG, () => {
  const path = fileURLToPath(new URL('../foreign/profile.yaml', import.meta.url));
  const described = parseProfile(readFileSync(path, 'utf8'), 'profile.yaml');
  const env = { ROADTEST_USER_NAME: 'dispatch', ROADTEST_API_KEY: 'k-7731-newfoundland' };
  const OWN = 7;

  it.each(oneIn(4, ways))('with devices $devices, $free licences free, licences $licences', async (way) => {
    const depot = await start({ licences: OWN + way.free });
    const profile = limitedTo(way, described, ['V0002', 'V0003']);
    writeFileSync(join(folder, 'sound.json'), exactJsonText(profile));
    const words = ['verify', depot.url, '--profile', 'sound.json', '--json', '--seed', `${SEED}`];
    const { out } = await launchHere(words, { env, cwd: folder }).ended;
    await depot.close();
    expect(seenIn(JSON.parse(out) as Run)).toEqual(sound);
  });

  it('passes the rules about limits where null as a limit is one of 0', async () => {
    // The meaning of null as a limit is open.
    const habits = {
      limitFrom: (_: unknown, set: number | null) => set ?? 0,
      quotaOfNew: () => ({ mail: 20, sms: 50 }),
    };
    const depot = await start({ broken: habits });
    const openings = { ...described.openings, 'limits.default': { email: 20, sms: 50 } };
    writeFileSync(join(folder, 'sound.json'), exactJsonText({ ...described, openings }));
    const words = ['verify', depot.url, '--profile', 'sound.json', '--only', 'limits/', '--json'];
    const { out } = await launchHere(words, { env, cwd: folder }).ended;
    await depot.close();
    expect(seenIn(JSON.parse(out) as Run)).toEqual(sound);
  });
});

describe('a simulator as it is served', LONG, () => {
  const enveloped = fileURLToPath(
    new URL('../../contracts/profile/examples/enveloped.yaml', import.meta.url),
  );

  it.each(oneIn(2, ['default', 'enveloped']))(
    'of the profile %s, by the whole suite, with no more requests than planned',
    async (name) => {
      const { baseUrl, stop } = await serve(name === 'default' ? [] : ['--profile', enveloped]);
      const judged = ['verify', baseUrl, '--json', '--seed', `${SEED}`];
      const plan = JSON.parse((await launchHere([...judged, '--plan']).ended).out) as Plan;
      const run = JSON.parse((await launchHere(judged).ended).out) as Run;
      await stop();
      expect(seenIn(run)).toEqual(sound);
      expect(plan.totals.requests).toBeLessThanOrEqual(MAX_REQUESTS);
      expect(run.exchanges.length).toBeLessThanOrEqual(plan.totals.requests);
    },
  );
});

describe('a simulator that is taken for none', LONG, () => {
  const OWN = 4;
  const judged = async (profile: CompleteProfile, fetch: Fetch, way: Way) => {
    const listed = await fetch(new Request(`${OFFICE}/devices`));
    const { devices } = (await listed.json()) as { devices: { id: string }[] };
    const known = devices.slice(1, 3).map(({ id }) => id);
    const needsDate = profile.openings['activation.also'] === 'needs-date';
    const dated = { ...templates.activate, body: { expirationDate: '{expirationDate}' } };
    const controls = { ...templates, ...(needsDate && { activate: dated }) };
    const given = limitedTo(way, { ...profile, controls }, known);
    return seenIn(await runVirtually(disguised(fetch), { profile: given }));
  };

  it.each(
    oneIn(
      8,
      [defaultProfile, envelopedProfile].flatMap((profile) =>
        ways.map((way) => ({ name: profile.name, profile, ...way })),
      ),
    ),
  )(
    'of the profile $name, with devices $devices, $free licences free, licences $licences',
    async ({ profile, ...way }) => {
      const full = completeProfile(profile);
      const simulator = createSimulator({ devices: OWN, licences: OWN + way.free, profile: full });
      const seen = await judged(full, simulator.fetch, way);
      simulator.stop();
      expect(seen).toEqual(sound);
    },
  );

  // A clock that stands still makes no write readable, and no further request admissible.
  const whole = allDraws().filter(
    ({ withholds, row }) =>
      withholds === undefined && row['rate limit'] === 'none' && row.consistency === 'at once',
  );

  it.each(
    oneIn(
      80,
      whole.map((draw, place) => ({ draw, ...itemAt(ways, (place + SEED) % ways.length) })),
      { whole: 3 },
    ),
  )(
    'of the permutant $draw.label, with devices $devices, $free licences free, licences $licences',
    async ({ draw, ...way }) => {
      const opened = open(compose(draw));
      const { account } = opened.simulator.fleet;
      account.setLicenceTotal(account.view().licences.used + way.free);
      const seen = await judged(opened.simulator.profile, opened.fetch, way);
      opened.simulator.stop();
      // Some dialects take more pages.
      expect({ ...seen, tooMany: sound.tooMany }).toEqual(sound);
    },
  );
});
