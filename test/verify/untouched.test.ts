/** A write with an effect on anything that it is not about makes a rule suspect, whichever write it was. */
import { expect, test } from 'vitest';
import { createSimulator, type Simulator } from '../../simulator/index.ts';
import { turns } from '../sample.ts';
import { idsOf, outcomeOf, runAgainst } from './support.ts';
import { operationOf } from './wrappers.ts';

const inTurn = turns(4);

type Meant = (request: Request, reply: string) => boolean;

/** A simulator in which each such request does something more. */
async function judged(
  only: string[] | undefined,
  isMeant: Meant,
  more: (simulator: Simulator, id: string) => void,
) {
  const simulator = createSimulator({ devices: 3 });
  const wrapped = async (request: Request) => {
    const seen = request.clone();
    const response = await simulator.fetch(request);
    const isDone = response.ok && isMeant(seen, await response.clone().text());
    if (isDone) more(simulator, /(?:dev|grp)-\d+/.exec(seen.url)?.[0] ?? '');
    return response;
  };
  const run = await runAgainst(wrapped, { profile: simulator.profile, ...(only && { only }) });
  simulator.stop();
  return run;
}

const activates: Meant = ({ url }) => url.endsWith('/activate');

test.runIf(inTurn())('a device that is called otherwise once it was activated', async () => {
  const listed = 'devices/listed-can-be-read';
  const run = await judged([listed, 'licences/activation-takes-one'], activates, ({ fleet }, id) =>
    fleet.devices.describe(Number(id.slice(4)), { name: 'Device' }),
  );
  expect(outcomeOf(run, listed)).toMatchObject({ verdict: 'suspect' });
  expect(outcomeOf(run, listed).reason).toContain('and is "Device": no request was about it');
  expect(run.exitCode).toBe(3);
});

test.runIf(inTurn())('an activation that takes the limits of other devices away', async () => {
  const run = await judged(undefined, activates, ({ fleet }, id) => {
    for (const other of fleet.devices.list())
      if (`dev-${other.id}` !== id) fleet.limits.set(other.id, { dailyEmail: null, dailySms: null });
  });
  expect(idsOf(run, 'suspect')).toContain('limits/per-device/email');
});

test.runIf(inTurn())('a device that sends no e-mail once it was activated', async () => {
  const simulator = createSimulator({ devices: 3 });
  const active = new Set<string>();
  const silent = async (request: Request) => {
    const id = /dev-\d+/.exec(request.url)?.[0] ?? '';
    if (active.has(id) && request.url.endsWith('/send')) return Response.json({ sent: 0, withheld: 1 });
    const response = await simulator.fetch(request);
    if (activates(request, '') && response.ok) active.add(id);
    return response;
  };
  const run = await runAgainst(silent, { profile: simulator.profile, only: ['limits/', 'licences/'] });
  expect(idsOf(run, 'fail')).not.toEqual([]);
  simulator.stop();
});

// No history posts locations of a device that was activated.
test.todo('a device that loses its locations once it was activated');

test.runIf(inTurn())('an alert that moves its device', async () => {
  const stays = 'devices/posted-location-becomes-last';
  const run = await judged(
    [stays],
    (request) => operationOf(request) === 'postAlerts',
    (simulator, id) => {
      const { deviceTime = 0 } = simulator.fleet.locations.last(Number(id.slice(4))) ?? {};
      simulator.fleet.locations.record(Number(id.slice(4)), { deviceTime, latitude: 0, longitude: 0 });
    },
  );
  expect(outcomeOf(run, stays).verdict).toBe('fail');
});

const created = ['groups/created-can-be-read', 'groups/updated-spares-others', 'groups/listed-once'];

test.runIf(inTurn())(
  'a create that writes its text over that of a record which the run did not make',
  async () => {
    const run = await judged(
      created,
      (request) => operationOf(request) === 'createGroup',
      ({ fleet }) => {
        const { name = '' } = fleet.groups.list().at(-1) ?? {};
        fleet.groups.update(1, { name });
      },
    );
    expect(idsOf(run, 'suspect')).toEqual(['groups/updated-spares-others']);
  },
);

test.runIf(inTurn())(
  'a text of another client in a record that the run did not make is no fault',
  async () => {
    let edits = 0;
    const run = await judged(
      created,
      (request) => operationOf(request) === 'createGroup',
      ({ fleet }) => void fleet.groups.update(1, { description: `edited ${++edits} times` }),
    );
    expect(idsOf(run, 'suspect')).toEqual([]);
  },
);

test.runIf(inTurn())(
  'limits that became those of such a device stay suspect where no further ones can be set',
  async () => {
    const simulator = createSimulator({ devices: 3 });
    const copying = async (request: Request) => {
      const isSet = request.method === 'PUT' && request.url.endsWith('/limits');
      const { dailyEmail } = isSet ? await request.clone().json() : {};
      if (dailyEmail > 20 && dailyEmail < 30) return new Response(null, { status: 503 });
      const response = await simulator.fetch(request);
      if (isSet && typeof dailyEmail === 'number') simulator.fleet.limits.set(1, { dailyEmail });
      return response;
    };
    const only = ['limits/per-device'];
    const run = await runAgainst(copying, { profile: simulator.profile, only });
    simulator.stop();
    expect(outcomeOf(run, 'limits/per-device/email')).toMatchObject({
      verdict: 'suspect',
      reason: expect.stringContaining('as the run set it of a device of its own'),
    });
  },
);

test.runIf(inTurn())('limits that become those of such a device each time break a rule', async () => {
  const only = ['limits/stops-at-limit', 'limits/per-device'];
  const run = await judged(only, setsLimits, ({ fleet }, id) => {
    const { dailyEmail, dailySms } = fleet.limits.get(Number(id.slice(4)));
    fleet.limits.set(1, { dailyEmail, dailySms });
  });
  const [first = ''] = idsOf(run, 'fail');
  expect(first).toMatch(/^limits\/per-device\//);
});

// Records that a run removes at its end are not looked for afterwards.
test.todo('deletes that are answered, and of which one that is of no history is not carried out');

const setsLimits: Meant = ({ method, url }) => method !== 'GET' && url.endsWith('/limits');

test.runIf(inTurn())('limits that also become those of a device that the run did not make', async () => {
  const run = await judged(['limits/stops-at-limit'], setsLimits, ({ fleet }, id) => {
    const { dailyEmail, dailySms } = fleet.limits.get(Number(id.slice(4)));
    fleet.limits.set(1, { dailyEmail, dailySms });
  });
  const suspects = idsOf(run, 'suspect');
  expect(suspects.length).toBeGreaterThan(0);
  const [first = ''] = suspects;
  expect(outcomeOf(run, first).reason).toContain('as the run set it of a device of its own');
});

test.runIf(inTurn())(
  'limits that others set meanwhile of a device that the run did not make are theirs',
  async () => {
    const run = await judged(['limits/stops-at-limit'], setsLimits, ({ fleet }) => {
      fleet.limits.set(1, { dailyEmail: 777_777, dailySms: null });
    });
    expect(idsOf(run, 'suspect')).toEqual([]);
  },
);
