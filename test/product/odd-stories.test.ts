/** Stories that go to the limits of clocks, names and licences, checked and played by the installed command. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { oneIn } from '../sample.ts';
import { emptyFolder } from './folder.ts';
import { roadtest } from './run.ts';

interface Row {
  what: string;
  clock: string;
  /** All else of the story. */
  story: string;
  /** Lines that are printed, in this order, by `play`; or by `check` where it is refused. */
  lines: readonly string[];
  refused?: true;
}

const hourly = '  - { every: 1h, do: { send: van, channel: sms } }';
const limited = (most: number) => `fleet: { van: { limits: { dailySms: ${most} } } }`;

const rows: readonly Row[] = [
  {
    what: 'a day of 23 hours ends once, and its missing hour has no cron',
    clock: 'start: 2026-03-28 22:30, for: 28h, timeZone: Europe/Budapest',
    story: `${limited(1)}\ntimeline:\n${hourly}\n  - { cron: "30 2 * * *", caption: half past two }\nexpect:\n  - { happened: day-ended, count: 2 }\n  - { sent: 3 }`,
    lines: ['Sunday, 29 March', '00:00:00 · The day ended', 'Monday, 30 March', '00:00:00 · The day ended'],
  },
  {
    what: 'a day of 25 hours ends once, and its double hour has two crons',
    clock: 'start: 2026-10-24 22:30, for: 27h, timeZone: Europe/Budapest',
    story: `${limited(30)}\ntimeline:\n${hourly}\n  - { cron: "30 2 * * *", caption: half past two }\n  - at: 2026-10-25 23:45\n    expect: { device: van, usage: { sms: 25 } }`,
    lines: ['02:30:00   half past two', '02:30:00   half past two', '23:45:00 ✔', '00:00:00 · The day ended'],
  },
  {
    what: 'a day whose midnight the clocks leave out begins when it begins',
    clock: 'start: 2026-04-23 22:30, for: 3h, timeZone: Africa/Cairo',
    story:
      'fleet: { van: { expirationDate: 2026-04-24 } }\ntimeline:\n  - { cron: "0 0 * * *", from: start, until: end, caption: never }\n  - { cron: "0 1 * * *", caption: one }',
    lines: ['"0 0 * * *" never comes from 2026-04-23 22:30'],
    refused: true,
  },
  {
    what: 'what is due at a midnight that is left out comes an hour later by the clocks',
    clock: 'start: 2026-04-23 22:30, for: 3h, timeZone: Africa/Cairo',
    story:
      'fleet: { van: { expirationDate: 2026-04-24 } }\ntimeline:\n  - { cron: "0 1 * * *", caption: one }\n  - { when: { expires: true }, caption: "{it} expired" }',
    lines: ['01:00:00 · The day ended', '01:00:00 ○ van: expired', 'van expired'],
  },
  {
    what: 'the user with the name of the account is its own, and no second one',
    clock: 'start: 2026-03-02 08:00, for: 1h',
    story:
      'account: { userName: ada }\ngroups: { g: Vans }\nusers:\n  ada: { groups: [g], notify: [sms] }\n  Bob: { groups: [g] }\nfleet: { van: { group: g } }\ntimeline:\n  - { at: 5m, do: { alert: van, type: sos } }\nexpect:\n  - { users: 2 }\n  - { sent: 1, channel: sms }\n  - { sent: 1, channel: email }',
    lines: ['Expectations: ✔ 3 passed'],
  },
  {
    what: 'without a licence no device is in use, until there are some',
    clock: 'start: 2026-03-02 08:00, for: 1h',
    story:
      'account: { licences: 0 }\nfleet: { van: { count: 2 } }\ntimeline:\n  - { at: 1m, do: { activate: van-1, outcome: refused } }\n  - { at: 2m, do: { setLicences: 1 } }\n  - { at: 3m, do: { activate: van-1 } }\nexpect:\n  - licences: { used: 1, available: 0 }',
    lines: [
      'There are 0 licences for 2 devices',
      'refused, as expected',
      '● van 1: activated',
      'Expectations: ✔',
    ],
  },
  ...['title: "{it}"', 'summary: "{n} vans"', 'groups: { g: "Group {it}" }'].map(
    (field): Row => ({
      what: `a placeholder without a meaning is refused: ${field}`,
      clock: 'start: 2026-03-02 08:00, for: 1h',
      story: `${field}\nfleet: { van: }`,
      lines: ['PLACEHOLDER_UNKNOWN'],
      refused: true,
    }),
  ),
  ...['addDevice: "Van {n}"', 'createGroup: "{it}"', 'createUser: Ann, email: "{it}@example.com"'].map(
    (action): Row => ({
      what: `a placeholder without a meaning is refused: ${action}`,
      clock: 'start: 2026-03-02 08:00, for: 1h',
      story: `fleet: { van: }\ntimeline:\n  - { at: 1m, do: { ${action} } }`,
      lines: ['PLACEHOLDER_UNKNOWN'],
      refused: true,
    }),
  ),
  {
    what: 'more cron expressions than are looked at are refused',
    clock: 'start: 2026-03-02 08:00, for: 3d',
    story: `fleet: { van: }\ntimeline:\n${Array.from({ length: 101 }, (_, at) => `  - { cron: "${at % 60} ${9 + Math.floor(at / 60)} * * *", caption: x }`).join('\n')}`,
    lines: ['more than 100 different cron expressions'],
    refused: true,
  },
];

it.each(oneIn(4, rows))('$what', async ({ clock, story, lines, refused }) => {
  const cwd = emptyFolder();
  const title = story.startsWith('title:') ? '' : 'title: Odd\n';
  writeFileSync(join(cwd, 'odd.yaml'), `${title}clock: { ${clock} }\n${story}\n`);
  const { code, out, err } = await roadtest(
    refused ? ['scenarios', 'check', 'odd.yaml'] : ['play', 'odd.yaml'],
    { cwd },
  );
  expect([code, err === '']).toEqual(refused ? [1, false] : [0, true]);
  let rest = `${out}\n${err}`;
  for (const line of lines) {
    expect(rest).toContain(line);
    rest = rest.slice(rest.indexOf(line) + line.length);
  }
});
