/** The lines of a journal, as `roadtest sweep` takes them: what counts, what is told to be none, and what lasts. */
import { expect, it } from 'vitest';
import { journalOf, scene } from './scene.ts';

const name = 'roadtest abcd2345-1';
const create = { call: 'createGroup', name };
const intend = { entry: 'change', number: 1, do: create, undo: { call: 'deleteGroup' } };
const made = { ...intend, id: 'grp-1' };
/** A change of limits of a device. */
const limits = (was: object, set: object, number = 2) => {
  const [undo, done] = [was, set].map((facts) => ({ call: 'setLimits', id: 'dev-1', ...facts }));
  return { entry: 'change', number, do: done, undo };
};
const undone = { entry: 'undone', number: 1 };
const run = { entry: 'run', format: 'roadtest-journal', version: 3, nonce: 'zzzz2345', target: 'http://x' };
const long = (length: number) => 'x'.repeat(length);

/** The lines that are none of a journal. */
const none: { [what: string]: object | string } = {
  'a letter': 'Dear Sir',
  'an id that is an object': { ...made, id: {} },
  'an id that is endless': { ...made, id: long(1_001) },
  'a name that is endless': { ...intend, do: { ...create, name: long(1_001) } },
  'a target that is endless': { ...run, target: long(2_001) },
  'a path that is endless': { ...run, basePath: long(1_001) },
  'a time that is endless': { ...run, startedAt: long(41) },
  'a record of another kind': { ...made, do: { ...create, call: 'createCountry' } },
  'another version': { ...run, version: 2 },
  'a number that is none': { ...made, number: 'one' },
  'a name beside those that it has': { ...made, secret: 1 },
  'a nonce that others could have in their names': { ...run, nonce: 'a' },
  'a nonce that is an expression': { ...run, nonce: '.*......' },
  'a setting that no run changes': { ...made, undo: { call: 'setApiKey', apiKey: 'x' } },
  'a call that undoes nothing': { ...made, undo: { call: 'send', id: 1, channel: 'sms', count: 1 } },
  'a fact that is not a limit': limits({ apiKey: 'x' }, {}),
  'a limit of a wrong kind': limits({ dailySms: 'all' }, { dailySms: 1 }),
  'a line that is too long': `${JSON.stringify(made).padEnd(1024 * 1024 + 1)}`,
  'a sweep of a run that is not there': { entry: 'sweep', nonce: 'yyyy2345' },
  'nested without end': `{"entry":${'['.repeat(200_000)}`,
};

it('each line that is none is told with its number, the others count, and nothing is changed by it', async () => {
  const { url, sweep, simulator } = await scene();
  const before = simulator.fleet.groups.ids();
  const names = Object.keys(none);
  const blank = '  \t\r';
  const swept = await sweep(`${journalOf(url, limitless, ...Object.values(none), blank)}{"entry":"ma`);
  expect(swept.ignored.map((one) => names[Number(/^line (\d+): /.exec(one)?.[1]) - 3] ?? one)).toEqual([
    ...names,
    expect.stringMatching(/^line \d+: it is cut off/),
  ]);
  expect(swept).toMatchObject({ code: 0, left: [], removed: [], restored: [], writes: [] });
  expect(simulator.fleet.groups.ids()).toEqual(before);
});

/** As long as a line may be. */
const limitless = JSON.stringify({ entry: 'others', resource: 'group', id: long(1_000) }).padEnd(1024 * 1024);

it('nothing is undone where one of the runs of a journal was on another deployment', async () => {
  const { url, sweep, simulator } = await scene();
  simulator.fleet.groups.update(1, { name: 'roadtest abcd2345-1' });
  const there = { ...run, target: 'http://127.0.0.1:9' };
  await expect(sweep(journalOf(url, made, there, made))).rejects.toThrow('JOURNAL_OF_ANOTHER');
  expect(simulator.fleet.groups.get(1)).toBeDefined();
});

it('lines before any run belong to none', async () => {
  const { url, sweep } = await scene();
  const { ignored } = await sweep(`${JSON.stringify(made)}\n${journalOf(url)}`);
  expect(ignored).toEqual([expect.stringMatching(/^line 1: .*belongs to no run/)]);
});

/** Entries that are open at the end of a journal: records of the fleet that carry the mark, so that a sweep removes them. */
const open: { [what: string]: { entries: object[]; removed: string[] } } = {
  'what was made': { entries: [intend, made], removed: ['group grp-1'] },
  'what was announced, by its name': { entries: [intend], removed: ['group grp-1'] },
  'what is gone': { entries: [made, undone], removed: [] },
  'what others had before': {
    entries: [{ entry: 'others', resource: 'group', id: 'grp-1' }, intend],
    removed: [],
  },
  'what a sweep undid of another run': {
    entries: [made, run, { entry: 'sweep', nonce: 'zzzz2345' }, undone],
    removed: ['group grp-1'],
  },
  'what a sweep undid of this run': {
    entries: [made, run, { entry: 'sweep', nonce: 'abcd2345' }, undone],
    removed: [],
  },
};

it.each(Object.entries(open))('a sweep removes %s', async (_, { entries, removed }) => {
  const { url, sweep, simulator } = await scene();
  for (const id of simulator.fleet.groups.ids()) simulator.fleet.groups.update(id, { name: `Theirs ${id}` });
  simulator.fleet.groups.update(1, { name: 'roadtest abcd2345-1' });
  const swept = await sweep(journalOf(url, ...entries));
  expect(swept.removed.filter((one) => one === 'group grp-1')).toEqual(removed);
  expect(simulator.fleet.groups.get(1) === undefined).toBe(removed.length > 0);
});

it('the lines of one number are about one setting, which is put back to what it was before the first', async () => {
  const { url, sweep, simulator } = await scene({ devices: 2 });
  simulator.fleet.limits.set(1, { dailySms: 0, dailyEmail: 7, expires: true, expirationDate: '2026-01-06' });
  await fetch(`${url}/_control/clock/advance`, { method: 'POST', body: '{"by":"PT72H"}' });
  simulator.fleet.limits.set(1, { expires: false });
  expect(simulator.fleet.devices.get(1)?.licence).toBe('expired');
  const swept = await sweep(
    journalOf(
      url,
      limits({ dailySms: 3 }, { dailySms: 0 }),
      limits({ dailySms: 3, dailyEmail: null }, { dailyEmail: 7 }),
      { ...limits({}, { expires: true }, 3), undo: { call: 'activate', id: 'dev-1' } },
    ),
  );
  expect(swept.left).toEqual([]);
  expect(simulator.fleet.limits.get(1)).toMatchObject({ dailySms: 3, dailyEmail: null });
  expect(simulator.fleet.devices.get(1)?.licence).toBe('used');
});

const effect = (done: object) => ({ entry: 'change', number: 9, do: done });
const messages = (channel: string, count: number, id: unknown) =>
  effect({ call: 'send', channel, count, id });
const reports = (call: string, id: unknown) => effect({ call, id });
const clock = (milliseconds: number) => effect({ call: 'advance', milliseconds });
const device = (number: number) => ({ ...effect({ call: 'createDevice', name: '' }), number });

/** Changes that cannot be undone are listed once for each kind, with all the devices concerned. */
const lasting: { [what: string]: [object[], string[]] } = {
  nothing: [[], []],
  'messages, reports and the clock, the clock first': [
    [
      reports('postAlerts', 7),
      reports('postAlerts', 8),
      reports('postLocations', 7),
      messages('sms', 4, 7),
      messages('email', 2, 7),
      messages('email', 3, 8),
      messages('email', 1, 7),
      effect({ call: 'activate', id: 9 }),
      clock(3_600_000),
      clock(1_000),
    ],
    [
      'the clock was brought forward by 1 hour 1 second in all',
      'up to 6 e-mails were sent from devices 7, 8',
      'up to 4 SMS messages were sent from device 7',
      'device 9 activated',
      'locations were posted to device 7',
      'alerts were posted to devices 7, 8',
    ],
  ],
  'each device that was made, and how many may have been': [
    [device(1), { ...device(1), id: 'dev-4' }, device(2), device(3)],
    [
      'device dev-4: the API has no operation that removes one',
      '2 devices may have been made: look in the user interface',
    ],
  ],
};

it.each(Object.entries(lasting))('lists %s', async (_, [entries, lines]) => {
  const { url, sweep } = await scene();
  const swept = await sweep(journalOf(url, ...entries));
  expect(swept.lasting.toSorted()).toEqual(lines.toSorted());
  expect(swept.lasting[0]).toBe(lines[0]);
  expect(swept).toMatchObject({ code: 0, left: [], removed: [], restored: [], writes: [] });
});
