/** Each kind of step is played once, on a simulator as it should be: what came of it, as the judge's fact. */
import { describe, expect, it } from 'vitest';
import { meetDeployment } from '../../contracts/deployment/contact/first-contact.ts';
import { undoAll } from '../../contracts/deployment/making/cleaning-up.ts';
import { openDeployment } from '../../contracts/deployment/session/open-deployment.ts';
import { Session } from '../../contracts/deployment/session/session.ts';
import { histories } from '../../contracts/histories/index.ts';
import type { Event } from '../../contracts/judge/event.ts';
import { Judge } from '../../contracts/judge/judge.ts';
import { formOf } from '../../contracts/kit/form.ts';
import { type Done, play } from '../../contracts/play/player.ts';
import { inWords, type Step, type StepKind, stepSchema } from '../../contracts/play/steps.ts';
import { DeviceSupply } from '../../contracts/play/supply.ts';
import { guardedOperations } from '../../contracts/specification/operations.ts';
import { toDirect } from '../../simulator/hosts/direct.ts';
import { createSimulator } from '../../simulator/simulator.ts';
import { ADDRESS, demo } from '../explore/exploring.ts';
import { quickHost } from '../quick-host.ts';

/** Plays steps, and gives what came of each. */
function played(steps: readonly Step[]): Promise<readonly Done[]> {
  return inTurn([steps], 10);
}

/** Plays one history after the other, on so many devices, and gives what came of the steps of the last. */
async function inTurn(
  histories: readonly (readonly Step[])[],
  most: number,
  isAgain = false,
): Promise<readonly Done[]> {
  const simulator = createSimulator({ devices: 2, licences: 20 });
  const host = quickHost(simulator.fetch, 'steps1', toDirect(simulator.handle));
  const ending = new AbortController();
  const options = {
    ...{ baseUrl: ADDRESS, credentials: demo, seed: 1, alone: true, maxMessages: 1e6 },
    profile: simulator.profile,
  };
  const { signal } = new AbortController();
  const session = new Session(ADDRESS, options, host, signal, { ending, judges: true });
  try {
    await meetDeployment(session);
    const { deployment, end } = openDeployment(session, session.calling('explore', session.signal));
    const supply = new DeviceSupply(deployment, most);
    let last: readonly Done[] = [];
    for (const [index, steps] of histories.entries()) {
      const manner = { isAgain: isAgain && index === histories.length - 1 };
      const { done, brokeOff, wrongAbout } = await play(session, supply, steps, Judge.create(), manner);
      expect({ brokeOff, wrongAbout }).toEqual({ brokeOff: undefined, wrongAbout: undefined });
      last = done;
    }
    await end();
    await undoAll(session, session.background('clean-up', ending.signal));
    expect(simulator.fleet.groups.list().filter(({ name }) => name.includes('roadtest'))).toEqual([]);
    return last;
  } finally {
    simulator.stop();
  }
}

/** The fact of the last step. */
async function lastOf(steps: readonly Step[]): Promise<Event | undefined> {
  return (await played(steps)).at(-1)?.event;
}

const device = (number: number): Step => ({ do: 'device', device: number });
const group = (record: number): Step => ({ do: 'create', family: 'group', record });
const limit: Step = { do: 'limit', device: 1, channel: 'email', to: 1 };
const token: Step = { do: 'token', credentials: 'good' };
const locate: Step = { do: 'locate', device: 1, late: false };
const call = (more: Partial<Extract<Step, { do: 'call' }>> = {}): Step => ({
  ...{ do: 'call', operation: 'listGroups', bearer: 'token', back: 0 },
  ...more,
});

interface Row {
  readonly steps: readonly Step[];
  /** The fact of the last of them. */
  readonly came: object;
}

const ofGroup = { family: 'group', record: expect.any(String) } as const;
const taken = { ...ofGroup, taken: 'taken' } as const;

/** The last step is of the kind. */
const rows: { readonly [K in StepKind]: Row } = {
  dayEnd: { steps: [{ do: 'dayEnd', side: 'before' }], came: { kind: 'waited' } },
  create: { steps: [group(1)], came: { ...ofGroup, kind: 'created' } },
  replace: {
    steps: [group(1), { do: 'replace', family: 'group', record: 1 }],
    came: { ...taken, kind: 'replaced' },
  },
  update: {
    steps: [group(1), { do: 'update', family: 'group', record: 1, fact: 'name' }],
    came: { ...taken, kind: 'updated' },
  },
  delete: {
    steps: [group(1), { do: 'delete', family: 'group', record: 1 }],
    came: { ...taken, kind: 'deleted' },
  },
  spoil: {
    steps: [group(1), { do: 'spoil', family: 'group', record: 1, by: 'replace' }],
    came: { ...ofGroup, kind: 'updated', texts: {}, taken: 'refused' },
  },
  read: {
    steps: [group(1), { do: 'read', family: 'group', record: 1 }],
    came: { kind: 'read', found: true },
  },
  list: {
    steps: [group(1), { do: 'list', family: 'group', size: 1 }],
    came: { kind: 'listed', family: 'group', complete: true },
  },
  stray: {
    steps: [group(1), { do: 'stray', family: 'group', by: 'delete' }],
    came: { kind: 'stray', family: 'group', by: 'deleted' },
  },
  choices: {
    steps: [{ do: 'choices', of: 'countries' }],
    came: { kind: 'choices', of: 'countries', count: expect.toSatisfy((count: number) => count > 1) },
  },
  burst: {
    steps: [
      group(1),
      {
        do: 'burst',
        calls: [
          { do: 'replace', family: 'group', record: 1 },
          { do: 'update', family: 'group', record: 1, fact: 'name' },
        ],
      },
    ],
    came: { kind: 'burst', calls: [{ kind: 'replaced' }, { kind: 'updated' }] },
  },
  device: { steps: [device(1)], came: { kind: 'device', fresh: true } },
  limit: { steps: [device(1), limit], came: { kind: 'set', change: { dailyEmail: 1 }, done: true } },
  limits: {
    steps: [device(1), { do: 'limits', device: 1, to: 2 }],
    came: { kind: 'set', change: { dailyEmail: 2, dailySms: 2 } },
  },
  send: {
    steps: [device(1), limit, { do: 'send', device: 1, channel: 'email', count: 1 }],
    came: { kind: 'sent', asked: 1, sent: 1 },
  },
  settings: {
    steps: [device(1), limit, { do: 'settings', device: 1 }],
    came: { kind: 'settings', read: { dailyEmail: 1, usageEmail: 0 } },
  },
  counter: {
    steps: [device(1), { do: 'counter', device: 1, channel: 'email', to: 3 }],
    came: { kind: 'set', change: { usageEmail: 3 } },
  },
  expiry: {
    steps: [device(1), { do: 'expiry', device: 1, on: true, days: 4 }],
    came: { kind: 'set', change: { expires: true }, done: true },
  },
  activate: {
    steps: [device(1), { do: 'activate', device: 1 }],
    came: { kind: 'activated', activated: expect.any(Boolean) },
  },
  licences: { steps: [{ do: 'licences' }], came: { kind: 'licences', used: expect.any(Number) } },
  allot: { steps: [{ do: 'allot', available: 3 }], came: { kind: 'allotted', available: 3 } },
  instant: {
    steps: [
      device(1),
      { do: 'expiry', device: 1, on: true, days: 4 },
      { do: 'instant', device: 1, side: 'before' },
    ],
    came: { kind: 'waited' },
  },
  wait: { steps: [{ do: 'wait', hours: 1 }], came: { kind: 'waited' } },
  locate: { steps: [device(1), locate], came: { kind: 'located', newest: true, taken: 'taken' } },
  last: {
    steps: [device(1), locate, { do: 'last', device: 1 }],
    came: { kind: 'last', place: expect.any(String) },
  },
  visit: { steps: [device(1), { do: 'visit', device: 1 }], came: { kind: 'visited', found: true } },
  strange: { steps: [{ do: 'strange' }], came: { kind: 'strange', asKnown: false } },
  alert: { steps: [device(1), { do: 'alert', device: 1 }], came: { kind: 'alerted', taken: 'taken' } },
  devices: { steps: [device(1), { do: 'devices' }], came: { kind: 'devices', complete: true } },
  token: {
    steps: [token],
    came: { kind: 'issued', issued: true, token: 'token 1', form: { written: 'iso-utc', success: true } },
  },
  firstToken: { steps: [{ do: 'firstToken' }], came: { kind: 'issued', issued: true } },
  call: { steps: [token, call()], came: { kind: 'called', bearer: { token: 'token 1' }, served: 'yes' } },
  look: {
    steps: [token, call({ operation: 'createGroup', bearer: 'none' }), { do: 'look' }],
    came: { kind: 'listed', family: 'group' },
  },
  runToken: { steps: [{ do: 'runToken' }], came: { kind: 'issued', issued: true, token: 'token 1' } },
  until: { steps: [token, { do: 'until', side: 'after', back: 0 }], came: { kind: 'waited' } },
  access: { steps: [{ do: 'access', enabled: true }], came: { kind: 'access', enabled: true } },
  try: {
    steps: [token, { do: 'access', enabled: false }, { do: 'try', back: 0 }],
    came: { kind: 'called', bearer: { token: 'token 1' }, served: 'no' },
  },
};

const kinds = Object.keys(rows) as StepKind[];

describe('each kind of step', () => {
  it.each(kinds)('%s is played, and comes to a fact', async (kind) => {
    const { steps, came } = rows[kind];
    expect(steps.at(-1)?.do).toBe(kind);
    expect(await lastOf(steps)).toMatchObject(came);
  });

  it('has words of its own', () => {
    const words = kinds.map((kind) => inWords(rows[kind].steps.at(-1) ?? group(1)));
    expect(new Set(words).size).toBe(kinds.length);
  });
});

describe('a device that an earlier history gave an expiry', () => {
  const inUse: Step = { do: 'device', device: 1, inUse: true };
  const past: Step = { do: 'expiry', device: 1, on: true, days: -10 };
  const read: Step = { do: 'settings', device: 1 };

  it('is in use when a later one takes it, and the steps that do it are judged', async () => {
    const done = await inTurn(
      [
        [device(1), past, read],
        [inUse, read],
      ],
      1,
    );
    expect(done.map(({ step }) => step.do)).toEqual([
      'device',
      'settings',
      'expiry',
      'settings',
      'activate',
      'expiry',
      'settings',
      'settings',
    ]);
    expect(done[0]?.event).toMatchObject({ fresh: false, dated: true, own: true });
    expect(done.at(-1)?.event).toMatchObject({ read: { licence: 'used', expires: false } });
  });

  it('is left as it is where that is not asked for', async () => {
    const done = await inTurn(
      [
        [device(1), past],
        [device(1), read],
      ],
      1,
    );
    expect(done.map(({ step }) => step.do)).toEqual(['device', 'settings']);
  });

  it('comes again to a history that is played again only when no more may be made', async () => {
    const done = await inTurn([[device(1), past], [inUse]], 1, true);
    expect(done[0]?.event).toMatchObject({ fresh: true });
  });
});

describe('every operation can be called', () => {
  const setUp = [
    token,
    device(1),
    locate,
    ...(['group', 'user'] as const).map((family): Step => ({ do: 'create', family, record: 1 })),
  ];

  it.each(guardedOperations.map(({ id }) => id))(
    '%s is served with a token, and refused without',
    async (id) => {
      const to = /^create/.test(id) ? 2 : 1;
      const bearers = ['none', 'garbage', 'tampered', 'token'] as const;
      const done = await played([...setUp, ...bearers.map((bearer) => call({ operation: id, bearer, to }))]);
      const served = done.flatMap(({ event }) => (event?.kind === 'called' ? [event.served] : []));
      expect(served).toEqual(['no', 'no', 'no', 'yes']);
    },
  );
});

describe('further ways to write a record', () => {
  const update = (more: Partial<Extract<Step, { do: 'update' }>>): Step => ({
    ...{ do: 'update', family: 'user', record: 1, fact: 'name' },
    ...more,
  });
  const user: Step = { do: 'create', family: 'user', record: 1 };

  it('PATCH of each fact by itself is taken', async () => {
    const facts = ['email', 'phone', 'country', 'timeZone', 'notify', 'disabled', 'members', 'both'] as const;
    const done = await played([user, ...facts.map((fact) => update({ fact }))]);
    // Before the first write a read shows that the record is the run's own.
    expect(done.slice(1).map(({ event }) => event)).toEqual([
      expect.objectContaining({ kind: 'read', found: true }),
      ...facts.map(() => expect.objectContaining({ kind: 'updated', taken: 'taken' })),
    ]);
  });

  it('PATCH back gives the value before', async () => {
    const done = await played([user, update({}), update({ back: 1 })]);
    expect(done.map(({ event }) => event?.kind)).toEqual(['created', 'read', 'updated', 'updated']);
    const [created, , updated, back] = done.map(({ event }) =>
      event && 'texts' in event ? event.texts : {},
    );
    expect(updated?.name).not.toBe(created?.name);
    expect(back?.name).toBe(created?.name);
  });

  it('a PUT may leave out what it need not have', async () => {
    const partial: Step = { do: 'replace', family: 'group', record: 1, partial: true };
    const came = await lastOf([group(1), partial]);
    expect(came).toMatchObject({ taken: 'taken', texts: { name: expect.any(String) } });
    expect(came).not.toHaveProperty('texts.description');
  });

  it('records have equal names, and are told apart', async () => {
    const like: Step = { do: 'create', family: 'group', record: 2, like: 1 };
    const look = [1, 2].map((record): Step => ({ do: 'read', family: 'group', record }));
    const [one, other] = (await played([group(1), like, ...look])).slice(-2).map(({ event }) => event);
    if (one?.kind !== 'read' || other?.kind !== 'read') throw new Error('Both are read.');
    expect(other.texts).toEqual(one.texts);
    expect(other.record).not.toBe(one.record);
  });

  it('a group has members', async () => {
    const step: Step = { do: 'create', family: 'group', record: 1, members: [1, 2] };
    const came = await lastOf([device(1), device(2), step]);
    expect(came).toMatchObject({ texts: { members: expect.stringMatching(/^\S+ \S+$/) } });
  });

  it('a body goes out under another content type', async () => {
    const step: Step = { do: 'replace', family: 'group', record: 1, contentType: 'text/plain' };
    expect(await lastOf([group(1), step])).toMatchObject({ kind: 'replaced', taken: 'refused' });
  });
});

describe('the schema of steps', () => {
  const read = formOf(stepSchema);
  it('takes each step of all histories, so that a recording of them is judged', () => {
    const refused = histories.flatMap(({ name, steps }) =>
      steps.flatMap((step) => {
        const found = read(structuredClone(step));
        return 'problem' in found ? [`${name}: ${found.problem.pointer} ${found.problem.message}`] : [];
      }),
    );
    expect(refused).toEqual([]);
  });
});
