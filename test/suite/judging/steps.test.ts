/** Each kind of step is played once, on a simulator as it should be: what came of it, as the judge's fact. */
import { describe, expect, it } from 'vitest';
import { toDirect } from '../../../cli/exploring/direct.ts';
import { meetDeployment } from '../../../contracts/deployment/first-contact.ts';
import { openDeployment } from '../../../contracts/deployment/open.ts';
import { undoAll } from '../../../contracts/deployment/undo/undo.ts';
import { Judge } from '../../../contracts/judge/judge.ts';
import { type Done, play } from '../../../contracts/play/player.ts';
import { inWords, type Step, type StepKind } from '../../../contracts/play/steps.ts';
import { DeviceSupply } from '../../../contracts/play/supply.ts';
import { guardedOperations } from '../../../contracts/specification/operations.ts';
import { createSimulator } from '../../../simulator/index.ts';
import { quickHost } from '../../quick-host.ts';

const baseUrl = 'http://127.0.0.1:4010';

/** Plays one history after the other, on so many devices, and gives what came of the steps of the last. */
async function played(
  histories: readonly (readonly Step[])[],
  most = 10,
  isAgain = false,
): Promise<readonly Done[]> {
  const simulator = createSimulator({ devices: 2, licences: 20 });
  const host = quickHost(simulator.fetch, 'steps1', toDirect(simulator.handle));
  const ending = new AbortController();
  const credentials = { userName: 'demo', apiKey: 'demo-key' };
  const asked = { baseUrl, credentials, seed: 1, alone: true, maxMessages: 1e6, profile: simulator.profile };
  const session = openDeployment(baseUrl, asked, host, new AbortController().signal, {
    ending,
    judges: true,
  });
  try {
    await meetDeployment(session);
    const deployment = session.as('explore');
    const supply = new DeviceSupply(deployment, most);
    let last: readonly Done[] = [];
    for (const [place, steps] of histories.entries()) {
      const manner = { isAgain: isAgain && place === histories.length - 1 };
      const { done, brokeOff, wrongAbout } = await play(session, supply, steps, Judge.create(), manner);
      expect({ brokeOff, wrongAbout }).toEqual({ brokeOff: undefined, wrongAbout: undefined });
      last = done;
    }
    await deployment.end();
    await undoAll(session, ending.signal);
    expect(simulator.fleet.groups.list().filter(({ name }) => name.includes('roadtest'))).toEqual([]);
    return last;
  } finally {
    simulator.stop();
  }
}

const lastOf = async (...steps: Step[]) => (await played([steps])).at(-1)?.event;

const device = (number = 1): Step => ({ do: 'device', device: number });
const group: Step = { do: 'create', family: 'group', record: 1 };
const of = { family: 'group', record: 1 } as const;
const limit: Step = { do: 'limit', device: 1, channel: 'email', to: 1 };
const token: Step = { do: 'token', credentials: 'good' };
const locate: Step = { do: 'locate', device: 1, late: false };
const expiry = (days: number): Step => ({ do: 'expiry', device: 1, on: true, days });
const settings: Step = { do: 'settings', device: 1 };
const replace: Step = { do: 'replace', ...of };
const update: Step = { do: 'update', ...of, fact: 'name' };
const call = (more: Partial<Extract<Step, { do: 'call' }>> = {}): Step => ({
  ...{ do: 'call', operation: 'listGroups', bearer: 'token', back: 0 },
  ...more,
});
const taken = { family: 'group', record: expect.any(String), taken: 'taken' };

/** Steps, the last of which is of the kind, and the fact that comes of that. */
const rows: { readonly [K in StepKind]: readonly [came: object, ...Step[]] } = {
  dayEnd: [{ kind: 'waited' }, { do: 'dayEnd', side: 'before' }],
  create: [{ kind: 'created', family: 'group' }, group],
  replace: [{ ...taken, kind: 'replaced' }, group, replace],
  update: [{ ...taken, kind: 'updated' }, group, update],
  delete: [{ ...taken, kind: 'deleted' }, group, { do: 'delete', ...of }],
  read: [{ kind: 'read', found: true }, group, { do: 'read', ...of }],
  list: [{ kind: 'listed', complete: true }, group, { do: 'list', family: 'group', size: 1 }],
  choices: [
    { kind: 'choices', of: 'countries', count: expect.any(Number) },
    { do: 'choices', of: 'countries' },
  ],
  burst: [
    { calls: [{ kind: 'replaced' }, { kind: 'updated' }] },
    group,
    { do: 'burst', calls: [replace, update] as never },
  ],
  device: [{ kind: 'device', fresh: true }, device()],
  limit: [{ kind: 'set', change: { dailyEmail: 1 }, done: true }, device(), limit],
  limits: [{ change: { dailyEmail: 2, dailySms: 2 } }, device(), { do: 'limits', device: 1, to: 2 }],
  send: [
    { kind: 'sent', asked: 1, sent: 1 },
    device(),
    limit,
    { do: 'send', device: 1, channel: 'email', count: 1 },
  ],
  settings: [{ read: { dailyEmail: 1, usageEmail: 0 } }, device(), limit, settings],
  counter: [{ change: { usageEmail: 3 } }, device(), { do: 'counter', device: 1, channel: 'email', to: 3 }],
  expiry: [{ kind: 'set', change: { expires: true }, done: true }, device(), expiry(4)],
  activate: [{ kind: 'activated', activated: expect.any(Boolean) }, device(), { do: 'activate', device: 1 }],
  licences: [{ kind: 'licences', used: expect.any(Number) }, { do: 'licences' }],
  allot: [
    { kind: 'allotted', available: 3 },
    { do: 'allot', available: 3 },
  ],
  instant: [{ kind: 'waited' }, device(), expiry(4), { do: 'instant', device: 1, side: 'before' }],
  wait: [{ kind: 'waited' }, { do: 'wait', hours: 1 }],
  locate: [{ kind: 'located', newest: true, taken: 'taken' }, device(), locate],
  last: [{ kind: 'last', place: expect.any(String) }, device(), locate, { do: 'last', device: 1 }],
  visit: [{ kind: 'visited', found: true }, device(), { do: 'visit', device: 1 }],
  strange: [{ kind: 'strange', asKnown: false }, { do: 'strange' }],
  alert: [{ kind: 'alerted', taken: 'taken' }, device(), { do: 'alert', device: 1 }],
  devices: [{ kind: 'devices', complete: true }, device(), { do: 'devices' }],
  token: [{ issued: true, token: 'token 1', form: { written: 'iso-utc', success: true } }, token],
  firstToken: [{ kind: 'issued', issued: true }, { do: 'firstToken' }],
  call: [{ kind: 'called', bearer: { token: 'token 1' }, served: 'yes' }, token, call()],
  look: [{ kind: 'listed' }, token, call({ operation: 'createGroup', bearer: 'none' }), { do: 'look' }],
  runToken: [{ kind: 'issued', issued: true, token: 'token 1' }, { do: 'runToken' }],
  until: [{ kind: 'waited' }, token, { do: 'until', side: 'after', back: 0 }],
  access: [
    { kind: 'access', enabled: true },
    { do: 'access', enabled: true },
  ],
  try: [{ served: 'no' }, token, { do: 'access', enabled: false }, { do: 'try', back: 0 }],
};

describe('Each kind of step', () => {
  it.each(Object.entries(rows))('%s is played, and comes to a fact', async (kind, [came, ...steps]) => {
    expect(steps.at(-1)?.do).toBe(kind);
    expect(await lastOf(...steps)).toMatchObject(came);
  });

  it('has words of its own', () => {
    const words = Object.values(rows).map(([, ...steps]) => inWords(steps.at(-1) ?? group));
    expect(new Set(words).size).toBe(words.length);
  });
});

it('each operation is served with a token, and refused without', async () => {
  const bearers = ['none', 'garbage', 'another payload', 'token'] as const;
  const calls = guardedOperations.flatMap(({ id }) =>
    bearers.map((bearer) => ({ id, bearer, step: call({ operation: id, bearer }) })),
  );
  const done = await played([[token, ...calls.map(({ step }) => step)]]);
  const served = done.flatMap(({ event }) => (event?.kind === 'called' ? [event.served] : []));
  expect(calls.map(({ id, bearer }, place) => `${id} ${bearer}: ${served[place]}`)).toEqual(
    calls.map(({ id, bearer }) => `${id} ${bearer}: ${bearer === 'token' ? 'yes' : 'no'}`),
  );
});

describe('A device that an earlier history gave an expiry', () => {
  const inUse: Step = { do: 'device', device: 1, inUse: true };
  const kinds = (done: readonly Done[]) => done.map(({ step }) => step.do).join(' ');

  it('is in use when a later one takes it, and the steps that do it are judged', async () => {
    const done = await played(
      [
        [device(), expiry(-10), settings],
        [inUse, settings],
      ],
      1,
    );
    expect(kinds(done)).toBe('device settings expiry settings activate expiry settings settings');
    expect(done[0]?.event).toMatchObject({ fresh: false, dated: true, own: true });
    expect(done.at(-1)?.event).toMatchObject({ read: { licence: 'used', expires: false } });
  });

  it('is left as it is where that is not asked for, and is new to a history that is played again', async () => {
    expect(
      kinds(
        await played(
          [
            [device(), expiry(-10)],
            [device(), settings],
          ],
          1,
        ),
      ),
    ).toBe('device settings');
    expect((await played([[device(), expiry(-10)], [inUse]], 1, true))[0]?.event).toMatchObject({
      fresh: true,
    });
  });
});

describe('A record is written', () => {
  const of2 = { do: 'create', family: 'group', record: 2 } as const;

  it('fact by fact, and back', async () => {
    const facts = ['email', 'phone', 'country', 'timeZone', 'notify', 'disabled', 'members', 'both'] as const;
    const user = { family: 'user', record: 1 } as const;
    const patch = (fact: (typeof facts)[number] | 'name', back?: number): Step => ({
      do: 'update',
      ...user,
      fact,
      ...(back && { back }),
    });
    const done = await played([
      [{ do: 'create', ...user }, ...facts.map((fact) => patch(fact)), patch('name'), patch('name', 1)],
    ]);
    const texts = done.map(({ event }) => (event && 'texts' in event ? event.texts : {}));
    // Before the first write a read shows that the record is the run's own.
    expect(done.slice(2).map(({ event }) => event)).toEqual(
      done.slice(2).map(() => expect.objectContaining({ kind: 'updated', taken: 'taken' })),
    );
    expect(texts.at(-2)?.name).not.toBe(texts.at(-3)?.name);
    expect(texts.at(-1)?.name).toBe(texts.at(-3)?.name);
  });

  it('in part, with members, and with the name of another', async () => {
    const partial = await lastOf(group, { do: 'replace', ...of, partial: true });
    expect(partial).toMatchObject({ taken: 'taken', texts: { name: expect.any(String) } });
    expect(partial).not.toHaveProperty('texts.description');
    const members = expect.stringMatching(/^\S+ \S+$/);
    expect(await lastOf(device(), device(2), { ...of2, record: 1, members: [1, 2] })).toMatchObject({
      texts: { members },
    });
    const look = [1, 2].map((record): Step => ({ do: 'read', family: 'group', record }));
    const [one, other] = (await played([[group, { ...of2, like: 1 }, ...look]]))
      .slice(-2)
      .map(({ event }) => event);
    if (one?.kind !== 'read' || other?.kind !== 'read') throw new Error('Both are read.');
    expect([other.texts, other.record === one.record]).toEqual([one.texts, false]);
  });
});
