/** `roadtest rules`: operations, rules, openings and controls as the interface document and profiles have them. */
import { describe, expect, it } from 'vitest';
import { parseProfile } from '../../contracts/profile/index.ts';
import { line } from './line.ts';

interface Listed {
  operations: { id: string; path: string }[];
  rules: { id: string; text: string }[];
  openings: { id: string }[];
  controls: { id?: string; name?: string }[];
}
const all = JSON.parse((await line('rules --json')).out) as Listed;
const idsOf = (entries: readonly { id: string }[]) => entries.map(({ id }) => id);
/** The example of an opening or a control, as the last lines print it. */
const exampleIn = (out: string): string =>
  (/^ +example\s+([\s\S]+)$/m.exec(out)?.[1] ?? '').replaceAll(/\s*\n\s*/g, ' ');

it('has all of it, by subject for people, and as one object for programs', async () => {
  const { code, out, err } = await line('rules');
  expect([code, err]).toEqual([0, '']);
  expect([all.operations.length, all.rules.length > 80, all.openings.length > 40]).toEqual([20, true, true]);
  const missing = [all.operations, all.rules, all.openings].flatMap(idsOf).filter((id) => !out.includes(id));
  expect(missing).toEqual([]);
});

it.each<[id: string, ...says: RegExp[]]>([
  [
    'limits/usage-restarts',
    /from zero/,
    /basis +stated/,
    /section +2 Resources and fields\n +8 Limits\n/,
    /needs +a way to advance time/,
    /judged as +limits\/usage-restarts\/email\n +limits\/usage-restarts\/sms\n/,
  ],
  [
    'auth/header-required/readGroup',
    /^auth\/header-required\/readGroup\n/,
    /needs +the id of a group\n/,
    /^(?![\s\S]*judged as)/,
  ],
  [
    'lastLocation',
    /GET \/api\/devices\/\{deviceId\}\/lastLocation/,
    /auth\/expired-refused\/lastLocation/,
    /operations\/lastLocation/,
  ],
  ['day.ends', /default +midnight/, /section +8 Limits/],
  ['limits/us', /limits\/usage-counts/, /^(?![\s\S]*limits\/raise)/],
])('of %s prints what is known of it', async (id, ...says) => {
  const { code, out } = await line(`rules ${id}`);
  expect(code).toBe(0);
  for (const part of says) expect(out).toMatch(part);
});

it.each([
  ['limits/', 'rules'],
  ['limits', 'rules and openings'],
  ['records.', 'openings'],
])('of %s prints the %s that begin like it', async (prefix, kinds) => {
  const printed = JSON.parse((await line(`rules ${prefix} --json`)).out) as Listed;
  const begin = (id: string) => id.startsWith(prefix);
  expect(idsOf(printed.rules)).toEqual(idsOf(all.rules).filter(begin));
  expect(idsOf(printed.openings)).toEqual(idsOf(all.openings).filter(begin));
  const present = [printed.rules.length > 0 && 'rules', printed.openings.length > 0 && 'openings'];
  expect(present.filter(Boolean).join(' and ')).toBe(kinds);
});

it('of each opening prints its keys, and an example that a profile takes', async () => {
  for (const id of idsOf(all.openings)) {
    const { out } = await line(`rules ${id}`);
    expect(out, id).toMatch(/^ +(keys|values) +\S/m);
    const profile = parseProfile(`{ roadtest: 1, name: x, openings: { ${exampleIn(out)} } }`);
    expect(profile.openings, id).toHaveProperty([id]);
  }
});

it('of each control prints what it is given, and an example that a profile takes', async () => {
  expect(all.controls.length).toBeGreaterThan(8);
  for (const { id, name = id ?? '' } of all.controls) {
    const { out } = await line(`rules ${name}`);
    const profile = parseProfile(`{ roadtest: 1, name: x, openings: {}, controls: { ${exampleIn(out)} } }`);
    expect(profile.controls, name).toHaveProperty([name]);
  }
});

describe('--deviations', () => {
  it('lists what serve --deviate takes: one for each rule, and one history, each in a sentence', async () => {
    const listed: { id: string; does: string; judged: string[] }[] = JSON.parse(
      (await line('rules --deviations --json')).out,
    ).deviations;
    expect(idsOf(listed).filter((id) => !id.startsWith('history/'))).toEqual(idsOf(all.rules));
    expect(idsOf(listed).filter((id) => id.startsWith('history/'))).toHaveLength(1);
    expect(listed.filter(({ does }) => !/^[a-z].{8,}[^.]$/.test(does))).toEqual([]);
  });

  it('of an id lists those that begin like it', async () => {
    const { out } = await line('rules limits/stops-at-limit/sms --deviations');
    expect(out).toMatch(
      /^Deviations \(1\)\n {2}limits\/stops-at-limit +It sends .* \(2, for each channel\)\n$/,
    );
  });
});

it('wraps to the width of a terminal', async () => {
  const { out } = await line('rules token', { interactive: true, columns: 80 });
  expect(out.split('\n').filter((text) => text.length > 80)).toEqual([]);
});
