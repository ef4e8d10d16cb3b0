/** The devices that a run makes use no licence after it: removed by a control, or expired, or said before it starts. */
import { afterEach, describe, expect, it } from 'vitest';
import { readJournal } from '../../../contracts/deployment/journal/reading.ts';
import { beforeSweep, sweep } from '../../../contracts/deployment/sweep.ts';
import { nodeHost } from '../../../contracts/hosts/node.ts';
import type { Profile } from '../../../contracts/profile/index.ts';
import type { Controls } from '../../../contracts/profile/profile.ts';
import { plan } from '../../../contracts/verify/plan.ts';
import type { Progress } from '../../../contracts/verify/run-options.ts';
import { createSimulator, type Simulator } from '../../../simulator/index.ts';
import { turns } from '../../sample.ts';
import { templates as all, disguised, profileWith } from '../../verify/cases-domain/disguise.ts';
import { ADDRESS, credentials, type Fetch, idsOf, runAgainst, runVirtually } from '../../verify/support.ts';

const inTurn = turns(4);

const simulators: Simulator[] = [];
afterEach(() => {
  for (const simulator of simulators.splice(0)) simulator.stop();
});

const only = ['limits/zero-sends-none', 'licences/', 'expiry/reached-expires'];
const { removeDevice, ...templates } = all;
const createDevice = { ...templates.createDevice, body: { name: 'roadtest {mark}' } };
const { expires: _, expirationDate: __, ...limits } = templates.setLimits.body;
const MOVES = "The run may bring the deployment's time forward, by at most 400 days in all (--max-advance).";
const undated = { ...templates, setLimits: { ...templates.setLimits, body: limits } };
const refused = { ...removeDevice, url: '/office/nowhere/{deviceId}' };

function started(licences = 30): Simulator {
  const simulator = createSimulator({ devices: 4, licences });
  simulators.push(simulator);
  return simulator;
}

const licencesOf = ({ fleet }: Simulator) => fleet.account.view().licences;

async function judged(simulator: Simulator, controls: Controls) {
  const seen: Progress[] = [];
  const profile = profileWith(controls);
  const run = await runAgainst(disguised(simulator.fetch), {
    profile,
    only,
    onProgress: (progress) => void seen.push(progress),
  });
  const notices = seen.flatMap((one) => (one.kind === 'notice' ? [one.text] : []));
  return { run, notices, stays: plan({ profile, only }).totals.stays };
}

describe('A run ends with as many free licences as it found', () => {
  it.runIf(inTurn()).each<[string, (simulator: Simulator) => Promise<unknown>]>([
    ['a simulator of ours', (simulator) => runAgainst(simulator.fetch, { only })],
    ['a profile with removeDevice', (simulator) => judged(simulator, { ...templates, removeDevice })],
    ['removeDevice alone', (simulator) => judged(simulator, { ...undated, removeDevice })],
  ])('with %s its devices are gone', async (_, run) => {
    const simulator = started();
    const before = [simulator.fleet.devices.list(), licencesOf(simulator)];
    const result = (await run(simulator)) as { leftBehind?: string[] };
    expect([simulator.fleet.devices.list().map(({ id }) => id), licencesOf(simulator)]).toEqual([
      [1, 2, 3, 4],
      before[1],
    ]);
    expect(result.leftBehind ?? []).toEqual([]);
  });

  it.runIf(inTurn())('without it they are expired', async () => {
    const simulator = started();
    const before = licencesOf(simulator);
    const { run, notices, stays } = await judged(simulator, templates);
    expect(licencesOf(simulator)).toEqual(before);
    const made = simulator.fleet.devices.count - 4;
    expect(made).toBeGreaterThan(1);
    expect([stays.licences, notices]).toEqual([0, [MOVES]]);
    expect(stays.devices).toBeGreaterThanOrEqual(made);
    expect(run.leftBehind).toHaveLength(made);
    for (const left of run.leftBehind)
      expect(left).toMatch(/^device dev-\d+: it is expired now and uses no licence/);
  });

  it.runIf(inTurn())('with neither, it says before it starts that it cannot, and counts it', async () => {
    const simulator = started();
    const before = licencesOf(simulator).used;
    const { run, notices, stays } = await judged(simulator, undated);
    expect(stays.licences).toBeGreaterThan(0);
    expect(notices).toEqual([expect.stringContaining('stay and keep their licences'), MOVES]);
    expect(run.warnings).toEqual(notices.slice(0, 1));
    const more = licencesOf(simulator).used - before;
    expect(more).toBeGreaterThan(0);
    expect(run.leftBehind).toContain(`licences in use: ${before + more}, and ${before} when the run began`);
  });

  it.runIf(inTurn())(
    'a removal that is refused is told, and the device is expired where it can be',
    async () => {
      const simulator = started();
      const { used } = licencesOf(simulator);
      const { run } = await judged(simulator, { ...templates, removeDevice: refused });
      expect(licencesOf(simulator).used).toBe(used);
      expect(run.leftBehind).toContainEqual(
        expect.stringMatching(
          /^device dev-\d+: it is expired now and uses no licence; the control removeDevice was refused/,
        ),
      );
      const kept = await judged(simulator, { ...undated, removeDevice: refused });
      expect(kept.run.leftBehind).toContainEqual(
        expect.stringMatching(/^device dev-\d+: it keeps its licence; the control removeDevice was refused/),
      );
    },
  );
});

describe('A run that was killed', () => {
  const profile: Profile = profileWith({ ...templates, createDevice, removeDevice });

  /** From the first message on nothing arrives any more. */
  function dying(fetch: Fetch): Fetch {
    let dead = false;
    return async (request) => {
      if (dead) throw new TypeError('fetch failed');
      dead = request.url.endsWith('/send');
      return fetch(request);
    };
  }

  async function killed(simulator: Simulator): Promise<string> {
    const lines: string[] = [];
    const host = { journal: { write: async (line: string) => void lines.push(line) } };
    await runVirtually(dying(disguised(simulator.fetch)), {
      profile,
      only: ['limits/zero-sends-none'],
      host,
    });
    return lines.join('');
  }

  it.runIf(inTurn())('has its devices removed by a sweep, by the mark in their names', async () => {
    const simulator = started();
    const journal = await killed(simulator);
    expect(simulator.fleet.devices.count).toBeGreaterThan(4);
    const options = { baseUrl: ADDRESS, credentials, profile };
    const swept = await sweep(journal, options, nodeHost(disguised(simulator.fetch)));
    expect(swept).toMatchObject({
      left: [],
      removed: expect.arrayContaining([expect.stringMatching(/^device dev-/)]),
    });
    expect([simulator.fleet.devices.count, licencesOf(simulator).used]).toEqual([4, 4]);
  });

  it.runIf(inTurn())('a device that does not carry the mark is left alone, and listed', async () => {
    const simulator = started();
    const journal = await killed(simulator);
    for (const { id } of simulator.fleet.devices.list())
      simulator.fleet.devices.describe(id, { name: 'Theirs' });
    const count = simulator.fleet.devices.count;
    const options = { baseUrl: ADDRESS, credentials, profile };
    const { left, removed } = await sweep(journal, options, nodeHost(disguised(simulator.fetch)));
    expect([removed, simulator.fleet.devices.count]).toEqual([[], count]);
    expect(left).toContainEqual(expect.stringMatching(/^device dev-\d+ was not removed: .*mark/));
  });

  it.runIf(inTurn())('on a deployment without a control for it leaves nothing to sweep', async () => {
    const simulator = started();
    const lines: string[] = [];
    const host = { journal: { write: async (line: string) => void lines.push(line) } };
    const asked = { profile: profileWith(templates), only: ['limits/zero-sends-none'], host, alone: true };
    const run = await runVirtually(dying(disguised(simulator.fetch)), asked);
    expect(idsOf(run, 'error')).toEqual([]);
    const { open, swept } = beforeSweep(lines.join(''));
    expect(open).toEqual([]);
    expect(swept.lasting).toContainEqual(expect.stringMatching(/^device dev-/));
    expect(readJournal(lines.join('')).ignored).toEqual([]);
  });
});
