/** Runs over deployments of every making leave them as they found them, and tell what they could not undo. */
import { expect, it } from 'vitest';
import { defaultProfile } from '../../contracts/profile/default.ts';
import type { Controls } from '../../contracts/profile/profile.ts';
import type { Simulator } from '../../simulator/index.ts';
import { templates } from './office.ts';
import {
  type Around,
  both,
  changing,
  idsOf,
  line,
  on,
  reply,
  type SceneOptions,
  scene,
  stateOf,
} from './scene.ts';

const { createDevice, removeDevice, setLimits, readLimits, ...others } = templates;
const { expires: _, expirationDate: __, ...undatedBody } = setLimits.body;
const undated = { ...others, readLimits, createDevice, setLimits: { ...setLimits, body: undatedBody } };
const dated = { ...others, readLimits, createDevice, setLimits };
const refusedRemoval = { ...removeDevice, url: '/office/nowhere/{deviceId}' };
const { dailyEmail: ___, dailySms: ____, ...counters } = readLimits.reads;

const devices = ['limits/zero-sends-none', 'licences/', 'expiry/reached-expires'];
const made = ['limits/zero-sends-none/sms', 'licences/activation-takes-one'];
const limits = ['limits/sends-below-limit', 'limits/raise-takes-effect', 'limits/zero-sends-none'];

const own = (controls: Controls) => ({ controls });
const borrowed = (controls: Controls, known: object = {}) => ({
  controls: { ...controls } as Controls,
  known: { device: ['dev-1', 'dev-2', 'dev-3'], ...known },
});

/** The devices that the account had before; what the run made is apart. */
const before = ({ devices: all, licences, ...rest }: ReturnType<typeof stateOf>) => ({
  ...rest,
  devices: all.slice(0, 4),
});

interface Row extends Pick<SceneOptions, 'told' | 'untold' | 'around' | 'licences'> {
  only: string[];
  /** Warnings that are told, each once or oftener, and nothing else. */
  left?: RegExp[];
  /** Devices that stay. */
  stays?: true;
  /** The account is not as before, as the run tells. */
  changes?: true;
  /** The licences that are used more than before. */
  keeps?: true;
  verdicts?: 'all pass' | 'none pass' | 'some pass';
  unlocks?: string;
  /** The calls that must not be made. */
  never?: RegExp;
  prepare?: (simulator: Simulator) => void;
}

const readable = { ...others, setLimits, readLimits };
const equal = (simulator: Simulator) => {
  for (const id of [1, 2, 3]) simulator.fleet.limits.set(id, { dailyEmail: 45, dailySms: 55 });
};

const rows: { [what: string]: Row } = {
  'a simulator of ours': { only: devices, verdicts: 'all pass' },
  'a profile with removeDevice': { told: own({ ...dated, removeDevice }), only: made },
  'a profile with removeDevice, whose limits have no date': {
    told: own({ ...undated, removeDevice }),
    only: made,
  },
  'no removeDevice: its devices are expired': {
    told: own(dated),
    only: made,
    stays: true,
    left: [/^device dev-\d+: its expiration date has passed now; the profile has no control removeDevice/],
  },
  'no removeDevice and no dates: its devices keep their licences': {
    told: own(undated),
    only: made,
    stays: true,
    keeps: true,
    left: [/^device dev-\d+: the API has no operation that/],
  },
  'a removal that is refused: they are expired': {
    told: own({ ...dated, removeDevice: refusedRemoval }),
    only: made,
    stays: true,
    left: [/^device dev-\d+: its expiration date has passed now; the control removeDevice was refused/],
  },
  'a removal that is refused, and no dates': {
    told: own({ ...undated, removeDevice: refusedRemoval }),
    only: made,
    stays: true,
    keeps: true,
    left: [/^device dev-\d+: it keeps its licence; the control removeDevice was refused/],
  },
  'an account without a free licence: it gets some, and gives them back': {
    told: own({ ...dated, removeDevice }),
    licences: 4,
    only: ['limits/raise-takes-effect'],
    verdicts: 'all pass',
  },
  'an account that can have few more licences': {
    told: own({ ...dated, removeDevice }),
    licences: 4,
    around: on(/^PUT \/_control\/account$/, (call, handle) =>
      JSON.parse(call.body ?? '').licences?.total > 6 ? reply(409, {}) : handle(call),
    ),
    only: ['limits/raise-takes-effect/email'],
    verdicts: 'all pass',
  },
  'limits of devices that the profile names': {
    told: borrowed(readable),
    only: limits,
    verdicts: 'some pass',
  },
  'limits that cannot be read': {
    told: borrowed({ ...others, setLimits }),
    untold: ['limits.names'],
    only: limits,
    verdicts: 'none pass',
    never: /^PUT .*\/limits/,
  },
  'limits of which only the counters can be read': {
    told: borrowed({ ...readable, readLimits: { ...readLimits, reads: counters } }),
    untold: ['limits.names'],
    only: limits,
    verdicts: 'none pass',
    unlocks: 'known.limits',
    never: /^PUT .*daily/,
  },
  'limits that the profile tells': {
    told: borrowed(
      { ...readable, readLimits: { ...readLimits, reads: counters } },
      { limits: { dailyEmail: 45, dailySms: 55 } },
    ),
    untold: ['limits.names'],
    prepare: equal,
    only: limits,
    verdicts: 'some pass',
  },
  'API access': { only: ['token/api-disabled'], verdicts: 'all pass' },
  'a licence that is not given back to a device of the account': {
    told: borrowed(readable),
    around: on(/\/activate$/, () => reply(409, { title: 'Not now' })),
    only: ['expiry/reached-expires'],
    changes: true,
    left: [
      /^licence of device dev-\d, to be restored to licence used: the deployment refused to activate it/,
    ],
  },
  'a limit that cannot be set back': {
    told: borrowed(readable),
    around: on(/^PUT .*\/limits$/, (call, handle) =>
      /"dailyEmail":4[123]/.test(String(call.body)) ? reply(500, {}) : handle(call),
    ),
    only: ['limits/zero-sends-none/email'],
    changes: true,
    left: [/^limits of device dev-\d, to be restored to .*dailyEmail 4\d/],
  },
};

it.each(Object.entries(rows))('%s', async (_, { only, left = [], stays, keeps, changes, ...row }) => {
  const { verdicts, unlocks, never, prepare, ...options } = row;
  const asked: string[] = [];
  const watching: Around = (handle) => (call) => {
    asked.push(`${line(call)} ${call.body}`);
    return handle(call);
  };
  const { simulator, judge } = await scene({ devices: 4, licences: 30, ...options });
  for (const id of [1, 2, 3]) simulator.fleet.limits.set(id, { dailyEmail: 40 + id, dailySms: 50 + id });
  prepare?.(simulator);
  const found = stateOf(simulator);
  const { run } = await judge({ only, around: watching });
  const after = stateOf(simulator);

  expect([...idsOf(run, 'fail'), ...idsOf(run, 'error')], 'what fails').toEqual([]);
  const pass = idsOf(run, 'pass').length;
  if (verdicts === 'all pass') expect(pass, 'passes').toBe(run.outcomes.length);
  if (verdicts === 'none pass') expect(pass, 'passes').toBe(0);
  if (verdicts === 'some pass') expect(pass, 'passes').toBeGreaterThan(2);
  for (const { id, unlock } of unlocks ? run.outcomes : []) expect(unlock, id).toContain(unlocks);
  if (never) expect(asked.filter((one) => never.test(one))).toEqual([]);

  const isTold = (one: string) => left.some((pattern) => pattern.test(one));
  expect(
    run.leftBehind.filter((one) => !isTold(one)),
    'told beside',
  ).toEqual([]);
  for (const pattern of left) expect(run.leftBehind).toContainEqual(expect.stringMatching(pattern));
  if (!stays && !changes) expect(after).toEqual(found);
  if (!stays) return;
  expect(before(after)).toEqual(before(found));
  expect(after.devices.length).toBeGreaterThan(found.devices.length);
  expect(after.licences !== found.licences, 'licences differ').toBe(keeps === true);
});

/** Records that are not the run's, on deployments that mix them up with what it makes. */
const mixed: { [what: string]: { around: (theirs: string) => Around; left: RegExp[] } } = {
  'a create that answers with the id of a record that was there before': {
    around: (theirs) =>
      on(/^POST \/api\/groups$/, async (call, handle) => {
        const answer = await handle({ ...call, method: 'GET', target: `/api/groups/${theirs}` });
        return call.headers.authorization ? { ...answer, status: 201 } : handle(call);
      }),
    left: [],
  },
  'a record that somebody else has under its id by then': {
    around: () => (handle) => {
      let made = '';
      return async (call) => {
        const answer = await handle(call);
        if (made === '' && line(call) === 'POST /api/groups' && answer.status === 201)
          made = JSON.parse(answer.body).id;
        if (call.method === 'GET' && call.target === `/api/groups/${made}` && answer.status === 200)
          return reply(200, { ...JSON.parse(answer.body), name: 'Not of the run' });
        return answer;
      };
    },
    left: [/^group grp-\d+ was not removed: the run's mark \S+ is not in it/],
  },
};

it.each(Object.entries(mixed))('%s is neither changed nor removed', async (_, { around, left }) => {
  const { simulator, judge } = await scene();
  const theirs = simulator.fleet.groups.create({ name: 'Theirs', deviceIds: [] });
  const found = stateOf(simulator);
  const only = ['groups/updated-keeps-rest', 'groups/deleted-is-gone'];
  const id = simulator.lens.writeId('group', theirs.id);
  const { run } = await judge({ only, around: around(String(id)) });
  expect(stateOf(simulator).groups).toEqual(expect.arrayContaining(found.groups));
  for (const pattern of left) expect(run.leftBehind).toContainEqual(expect.stringMatching(pattern));
});

it.each([2, 30])('what others have made theirs by the end of a run stays: after read %i', async (nth) => {
  const { simulator, judge } = await scene();
  const { groups } = simulator.fleet;
  const before = new Set(groups.list().map(({ id }) => id));
  const controller = new AbortController();
  let reads = 0;
  const around: Around = (handle) => async (call) => {
    const answer = await handle(call);
    const isRead = /^GET \/api\/groups\/./.test(line(call)) && answer.status === 200;
    if (!isRead || ++reads !== nth) return answer;
    for (const { id } of groups.list())
      if (!before.has(id)) groups.update(id, { name: 'Theirs', description: 'Theirs by now' });
    controller.abort();
    return answer;
  };
  const { run } = await judge({ only: ['groups/'], around, signal: controller.signal });
  const theirs = groups.list().filter(({ name }) => name === 'Theirs');
  expect(theirs.length).toBeGreaterThan(0);
  expect(run.leftBehind).toEqual(
    theirs.map(() =>
      expect.stringMatching(/^group grp-\d+ was not removed: the run's mark \S+ is not in it/),
    ),
  );
});

it('a record of the run that no read shows any more is removed all the same', async () => {
  const { simulator, judge } = await scene();
  const found = stateOf(simulator).groups;
  let isOver = false;
  const around = both(
    on(/^GET \/api\/groups\//, (call, handle) => (isOver ? reply(404, {}) : handle(call))),
    on(/^GET \/api\/groups(\?|$)/, (call, handle) => (isOver ? reply(200, []) : handle(call))),
  );
  const onProgress: NonNullable<Parameters<typeof judge>[0]['onProgress']> = (progress) => {
    isOver ||= progress.kind === 'phase' && progress.phase === 'clean-up';
  };
  await judge({ only: ['groups/created-can-be-read'], around, onProgress });
  expect(isOver).toBe(true);
  expect(stateOf(simulator).groups).toEqual(found);
});

it('a record whose create was cut off is removed where a list has it twice', async () => {
  const { simulator, judge } = await scene();
  const found = stateOf(simulator).groups;
  let creates = 0;
  const around = both(
    changing(/^GET \/api\/groups(\?|$)/, (answer) => {
      if (answer.status !== 200) return answer;
      const records = JSON.parse(String(answer.body)) as unknown[];
      return { ...answer, body: JSON.stringify([...records, ...records.slice(-1)]) };
    }),
    on(/^POST \/api\/groups$/, async (call, handle) => {
      const answer = await handle(call);
      return call.headers.authorization && ++creates === 6 ? { ...reply(0), dropped: true } : answer;
    }),
  );
  const { run } = await judge({ only: ['groups/created-can-be-read'], around });
  expect(creates).toBeGreaterThan(5);
  expect(run.leftBehind).toEqual([]);
  expect(stateOf(simulator).groups).toEqual(found);
});

it('a journal that can no longer be written is told by its name, and nothing more is changed', async () => {
  const { judge } = await scene();
  const message = 'The journal /full/run.jsonl cannot be written: the disk is full.';
  let lines = 0;
  const late: string[] = [];
  const write = async () => {
    if (++lines > 6) throw new Error(message);
  };
  const creates = /^POST .*(\/api\/(groups|users)|\/_control\/devices|\/send|\/advance)$/;
  const watching: Around = (handle) => async (call) => {
    const isFull = lines > 6;
    const answer = await handle(call);
    if (isFull && creates.test(line(call)) && answer.status < 300) late.push(line(call));
    return answer;
  };
  const { run } = await judge({ around: watching, host: { journal: { write } } });
  expect([...idsOf(run, 'fail'), ...idsOf(run, 'error')]).toEqual([]);
  expect(run).toMatchObject({ journalLost: message, exitCode: 2 });
  expect(idsOf(run, 'pass')).toContain('token/issued');
  const open = run.outcomes.filter(({ verdict }) => verdict === 'inconclusive');
  expect(open.filter(({ unlock }) => unlock?.includes('journal')).length).toBeGreaterThan(20);
  for (const { id, reason } of open)
    expect(reason, id).not.toMatch(/No history is about it|Every step was taken|\.\.$/);
  // Changes that had been announced before may still be on their way.
  expect(late.length).toBeLessThan(7);
});

it('groups that the deployment says it removed, and keeps, are told', async () => {
  const { simulator, judge } = await scene();
  const found = stateOf(simulator).groups.length;
  const around = on(/^DELETE \/api\/groups\//, (call, handle) =>
    call.headers.authorization ? reply(204) : handle(call),
  );
  const { run } = await judge({
    only: ['operations/deleteGroup', 'auth/header-required/deleteGroup'],
    around,
  });
  const kept = stateOf(simulator).groups.length - found;
  expect(kept).toBeGreaterThan(0);
  expect(run.leftBehind.filter((one) => one.includes('the deployment did not remove it'))).toHaveLength(kept);
});

it.each([
  ['where they can be removed', { ...dated, removeDevice }],
  ['where they stay', dated],
])('groups that are not deleted while they have devices are removed: %s', async (_, controls) => {
  const openings = { ...defaultProfile.openings, 'groups.delete-devices': 'refused' } as const;
  const { simulator, judge } = await scene({ profile: { ...defaultProfile, openings }, told: own(controls) });
  const { groups } = stateOf(simulator);
  const { run } = await judge({ only: ['groups/replaced', 'groups/deleted-spares-others'] });
  expect(idsOf(run, 'pass').length).toBe(run.outcomes.length);
  expect(run.leftBehind.filter((one) => one.startsWith('group'))).toEqual([]);
  expect(stateOf(simulator).groups).toEqual(groups);
});

it('licences that others have given the account meanwhile stay', async () => {
  const { simulator, judge } = await scene({
    ...{ devices: 4, licences: 4, told: own({ ...dated, removeDevice }) },
  });
  const around = on(/^DELETE \/_control\/devices\//, (call, handle) => {
    simulator.fleet.account.setLicenceTotal(40);
    return handle(call);
  });
  const { run } = await judge({ only: ['limits/raise-takes-effect'], around });
  expect(stateOf(simulator).licences).toBe('4 of 40');
  expect(run.leftBehind).toEqual([expect.stringContaining('changed by others since')]);
});
