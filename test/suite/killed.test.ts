/** Runs that were killed at a call, and what `roadtest sweep` makes of their journals. */
import { expect, it } from 'vitest';
import type { Controls } from '../../contracts/profile/profile.ts';
import type { Simulator } from '../../simulator/index.ts';
import { templates } from './office.ts';
import {
  type Around,
  both,
  changing,
  journalOf,
  killedAt,
  on,
  reply,
  type Scene,
  type SceneOptions,
  type Swept,
  scene,
  stateOf,
} from './scene.ts';

const { createDevice, removeDevice, ...others } = templates;
const named = { name: 'roadtest {mark}' };
const makes = { ...others, removeDevice, createDevice: { ...createDevice, body: named } };
const borrows = { controls: others as Controls, known: { device: ['dev-1', 'dev-2', 'dev-3'] } };

interface Killed extends Pick<SceneOptions, 'told' | 'untold' | 'around'> {
  only: string[];
  at: RegExp;
  /** The journal when the call arrives. */
  written: string;
  /** The changes that a sweep undoes. */
  undone: RegExp;
}

/** The moment at which each run is killed: the call arrives, and nothing after it. */
const killed: { [what: string]: Killed } = {
  'as limits are set': {
    told: borrows,
    only: ['limits/zero-sends-none'],
    at: /^PUT .*\/limits$/,
    written: '"undo":{"call":"setLimits"',
    undone: /^limits of device dev-\d: .*(daily|expires)/,
  },
  'as messages are sent': {
    told: borrows,
    only: ['limits/zero-sends-none'],
    at: /\/send$/,
    written: '"do":{"call":"send"',
    undone: /^limits of device dev-\d: .*(daily|expires)/,
  },
  'with a device made that carries its mark': {
    told: { controls: makes },
    only: ['limits/zero-sends-none'],
    at: /\/send$/,
    written: '"do":{"call":"send"',
    undone: /^device dev-\d+$/,
  },
  'as API access is switched off': {
    only: ['token/api-disabled'],
    at: /^PUT \/_control\/account$/,
    written: '"undo":{"call":"setApiEnabled"',
    undone: /^API access: enabled on$/,
  },
  'as the licences are changed': {
    told: borrows,
    only: ['licences/activation-refused'],
    at: /^PUT \/_control\/account$/,
    written: '"undo":{"call":"setLicences"',
    undone: /^the licences of the account: total 30$/,
  },
  'as a group is created': {
    only: ['groups/'],
    at: /^POST \/api\/groups$/,
    written: '"do":{"call":"createGroup"',
    undone: /^group grp-\d+$/,
  },
};

async function started(options: SceneOptions = {}): Promise<Scene> {
  const place = await scene({ devices: 4, licences: 30, ...options });
  for (const id of [1, 2, 3])
    place.simulator.fleet.limits.set(id, {
      dailyEmail: 40 + id,
      dailySms: 50 + id,
      expires: true,
      expirationDate: '2031-01-31',
    });
  return place;
}

it.each(Object.entries(killed))('killed %s: a sweep puts all back', async (_, row) => {
  const { only, at, written, undone, ...rest } = row;
  const { simulator, judge, sweep } = await started(rest);
  const found = stateOf(simulator);
  let journal = '';
  const write = async (text: string) => {
    journal += text;
  };
  const early: boolean[] = [];
  const noting = on(at, (call, handle) => {
    early.push(journal.includes(written));
    return handle(call);
  });
  await judge({ only, around: both(noting, killedAt(at)), host: { journal: { write } } });
  expect(early, 'written down before').toEqual([true]);
  expect(stateOf(simulator), 'after the run').not.toEqual(found);
  const first = await sweep(journal);
  expect({ code: first.code, left: first.left }).toEqual({ code: 0, left: [] });
  expect([...first.removed, ...first.restored]).toContainEqual(expect.stringMatching(undone));
  expect(stateOf(simulator)).toEqual(found);
  const again = await sweep(first.journal);
  expect(again).toMatchObject({ code: 0, removed: [], restored: [], left: [], writes: [] });
});

const crashing = ['createGroup', 'createUser', 'replaceGroup'].map((one) => `auth/bearer-accepted/${one}`);

/** A run that made groups and users, and whose deletes never arrived. */
async function crashed(): Promise<Scene & { journal: string; found: ReturnType<typeof stateOf> }> {
  const place = await scene();
  const found = stateOf(place.simulator);
  const unheard = on(/^DELETE /, () => ({ ...reply(0), dropped: true }));
  const { journal } = await place.judge({ only: crashing, around: unheard });
  return { ...place, journal, found };
}

const groupIds = (simulator: Simulator, text = '') =>
  simulator.fleet.groups
    .list()
    .filter(({ name }) => name.includes(text))
    .map(({ id }) => `grp-${id}`);

interface Met {
  /** Acts of somebody before the sweep. */
  meanwhile?: (simulator: Simulator) => void;
  /** How the deployment answers the sweep. */
  around?: Around;
  more?: (simulator: Simulator) => object[];
  changed?: (journal: string) => string;
  words?: string[];
  /** Groups of the run that stay: all, or none, or one of another name. */
  stays: 'all' | 'none' | 'the renamed one';
  left: RegExp[];
  removes?: number;
}

const alike = (answer: () => ReturnType<typeof reply>): Around => on(/^(?!POST \/api\/Auth)/, () => answer());

/** The deployment that the sweep of such a run meets. */
const met: { [what: string]: Met } = {
  'nothing in its way': { stays: 'none', left: [] },
  'a record of others under the id of one that the run made': {
    meanwhile: ({ fleet }) => {
      const first = fleet.groups.list().find(({ name }) => name.includes('abcd2345'));
      if (first) fleet.groups.update(first.id, { name: 'Somebody else’s vans' });
    },
    stays: 'the renamed one',
    left: [/^group grp-\d+ was not removed: .*mark/],
  },
  'lines about records of others that were put into the journal': {
    more: ({ fleet }) => [
      made(900, 'Group', groupOf(fleet)),
      made(901, 'User', 'usr-1'),
      made(902, 'Group', undefined, fleet.groups.list()[0]?.name),
    ],
    stays: 'none',
    left: [/^group grp-\d+ was not removed: .*mark/, /^user usr-1 was not removed: .*mark/],
  },
  'records whose name cannot be read': {
    around: changing(/^GET \/api\/groups\/grp/, (answer) =>
      answer.status === 200 ? reply(200, { id: JSON.parse(answer.body).id }) : answer,
    ),
    stays: 'all',
    left: [/^group grp-\d+ was not removed/],
  },
  'records that cannot be read': {
    around: on(/^GET \/api\/groups\/grp/, () => reply(500, {})),
    stays: 'all',
    left: [/^group grp-\d+ was not removed: it cannot be read/],
  },
  'endless brackets to every request': {
    around: alike(() => ({ ...reply(200, {}), body: '['.repeat(100_000) })),
    stays: 'all',
    left: [/^(group|user|device) \S+ was not removed|^the licences/],
  },
  'the same page to every request': {
    around: alike(() => ({ ...reply(200), headers: { 'content-type': 'text/html' }, body: '<p>Welcome' })),
    stays: 'all',
    left: [/^(group|user|device) \S+ was not removed|^the licences/],
  },
  '404 to every request': {
    around: alike(() => reply(404)),
    stays: 'all',
    left: [/^(group|user|device) \S+ was not removed|^the licences/],
  },
  'deletes that say done and remove nothing': {
    around: on(/^DELETE \/api\/groups/, () => reply(204)),
    stays: 'all',
    left: [/^group grp-\d+/],
  },
  'a journal that was cut off, with nothing told of what was made': {
    changed: (journal) =>
      `${journal
        .split('\n')
        .filter((one) => !/"id":"(grp|usr)-/.test(one))
        .join('\n')}{"entry":"ch`,
    stays: 'none',
    left: [],
  },
};

/** A record that was made, or is about to be. */
const made = (number: number, kind: string, id?: string, name = '') => ({
  ...{ entry: 'change', number, do: { call: `create${kind}`, name }, undo: { call: `delete${kind}` } },
  ...(id !== undefined && { id }),
});

const groupOf = (fleet: Simulator['fleet']) => `grp-${fleet.groups.ids()[0]}`;

it.each(Object.entries(met))('a sweep that meets %s', async (_, { stays, left, words = [], ...row }) => {
  const { simulator, journal, found, turn, sweep } = await crashed();
  const made = groupIds(simulator, 'abcd2345');
  expect(made.length).toBeGreaterThan(0);
  const more = (row.more?.(simulator) ?? []).map((entry) => `${JSON.stringify(entry)}\n`).join('');
  const text = row.changed?.(journal) ?? journal;
  row.meanwhile?.(simulator);
  turn(row.around ?? ((handle) => handle));
  const swept = await sweep(text + more, words);
  const kept = groupIds(simulator).filter((id) => made.includes(id));
  expect(kept, 'groups of the run that stay').toHaveLength(
    { all: made.length, none: 0, 'the renamed one': 1 }[stays],
  );
  expect(stateOf(simulator).groups).toEqual(expect.arrayContaining(found.groups));
  expect(stateOf(simulator).users).toEqual(expect.arrayContaining(found.users));
  expect(swept.code, 'exit code').toBe(left.length > 0 ? 1 : 0);
  for (const pattern of left) expect(swept.left).toContainEqual(expect.stringMatching(pattern));
  expect(swept.left.filter((one) => !left.some((pattern) => pattern.test(one)))).toEqual([]);
  if (stays !== 'all') return;
  expect(swept.removed.filter((one) => one.startsWith('group'))).toEqual([]);
  const numbers = (pattern: RegExp) => [...swept.journal.matchAll(pattern)].map(([, number]) => number);
  const undone = numbers(/"undone","number":(\d+)/g);
  for (const number of numbers(/"number":(\d+),"do":\{"call":"createGroup".*"id"/g))
    expect(undone).not.toContain(number);
});

interface Changed {
  entries: object[];
  before: (simulator: Simulator) => void;
  around?: Around;
  expected: Partial<Swept> & { restored: string[] };
  after: (simulator: Simulator) => unknown;
  is: unknown;
}

/** A change by a control. */
const change = (number: number, call: string, was: object, set: object) => ({
  ...{ entry: 'change', number, do: { call, ...set }, undo: { call, ...was } },
});
const licences = (number: number, was: number, set: number) =>
  change(number, 'setLicences', { total: was }, { total: set });

/** Journals of settings, and what becomes of these. */
const settings: { [what: string]: Changed } = {
  'changed twice is put back by the last change first': {
    entries: [licences(1, 5, 7), licences(2, 7, 9)],
    before: ({ fleet }) => fleet.account.setLicenceTotal(9),
    expected: {
      left: [],
      restored: ['the licences of the account: total 7', 'the licences of the account: total 5'],
    },
    after: ({ fleet }) => fleet.account.view().licences.total,
    is: 5,
  },
  'changed by others since is left to them': {
    entries: [change(1, 'setLimits', { id: 'dev-1', dailyEmail: 41 }, { id: 'dev-1', dailyEmail: 0 })],
    before: ({ fleet }) => void fleet.limits.set(1, { dailyEmail: 777 }),
    expected: {
      left: [expect.stringMatching(/changed by others since: dailyEmail 777 is read; it was/)],
      restored: [],
    },
    after: ({ fleet }) => fleet.limits.get(1).dailyEmail,
    is: 777,
  },
  'of a device that cannot be put back: API access comes first, and no device is listed': {
    entries: [
      change(1, 'setApiEnabled', { enabled: true }, { enabled: false }),
      licences(2, 5, 3),
      { entry: 'change', number: 3, do: { call: 'createDevice', name: '' }, id: 'dev-3' },
      made(4, 'Group', 'grp-1'),
    ],
    before: ({ fleet }) => {
      fleet.account.setApiEnabled(false);
      fleet.account.setLicenceTotal(3);
    },
    around: on(/^PUT \/_control\/account$/, () => reply(500, {})),
    expected: {
      left: [
        expect.stringMatching(/^API access/),
        'the licences of the account, to be restored to total 5: API access comes first',
        expect.stringMatching(/^group grp-1 was not removed: API access comes first$/),
      ],
      restored: [],
      removed: [],
    },
    after: ({ fleet }) => fleet.account.view().licences.total,
    is: 3,
  },
};

it.each(Object.entries(settings))(
  'a setting %s',
  async (_, { entries, before, around, expected, after, is }) => {
    const { simulator, url, sweep, turn } = await scene({ devices: 3 });
    before(simulator);
    if (around) turn(around);
    const swept = await sweep(journalOf(url, ...entries));
    expect(swept).toMatchObject(expected);
    expect(after(simulator)).toBe(is);
  },
);

it('a device that does not carry the mark is left alone by a sweep, and listed', async () => {
  const { simulator, judge, sweep } = await started({ told: { controls: makes } });
  const { journal } = await judge({ only: ['limits/zero-sends-none'], around: killedAt(/\/send$/) });
  for (const { id } of simulator.fleet.devices.list())
    simulator.fleet.devices.describe(id, { name: 'Theirs' });
  const { count } = simulator.fleet.devices;
  const { left, removed } = await sweep(journal);
  expect([removed, simulator.fleet.devices.count]).toEqual([[], count]);
  expect(left).toContainEqual(expect.stringMatching(/^device dev-\d+ was not removed: .*mark/));
});

it('a sweep whose time is up leaves the rest, each by its name, and the next one goes on', async () => {
  const { simulator, journal, turn, sweep } = await crashed();
  const made = groupIds(simulator, 'abcd2345');
  turn(on(/^DELETE \/api\/groups/, () => new Promise(() => {})));
  const first = await sweep(journal, ['--max-time', '1']);
  expect(first.ended).toBe('The sweep took all of its 1 s.');
  expect(first.code).toBe(3);
  for (const id of made)
    expect(first.left.join('\n')).toMatch(new RegExp(`^group ${id} was not removed`, 'm'));
  turn((handle) => handle);
  const second = await sweep(first.journal);
  expect([second.left, second.ended]).toEqual([[], undefined]);
  expect(groupIds(simulator, 'abcd2345')).toEqual([]);
});
