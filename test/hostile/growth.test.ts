/** Every input is taken in time in proportion to its size. A row is an input that can be made as large as one likes, and what takes it. */
import { expect, it } from 'vitest';
import { ProfileError, parseProfile } from '../../contracts/profile/index.ts';
import { playStory, StoryError } from '../../scenarios/index.ts';
import { parseFixture } from '../../simulator/fixture/index.ts';
import { createSimulator } from '../../simulator/index.ts';
import { clientOf } from '../client.ts';
import { expectLinearOf } from '../growth.ts';

interface Row {
  what: string;
  /** So large that it takes some milliseconds. */
  size: number;
  check(size: number): Promise<void>;
}

function row<T>(
  what: string,
  size: number,
  make: (size: number) => T | Promise<T>,
  take: (made: T) => unknown,
): Row {
  return { what, size, check: (from) => expectLinearOf(make, take, from) };
}

function each<T>(size: number, one: (at: number) => T): T[] {
  return Array.from({ length: size }, (_, at) => one(at));
}

/** A file of a fixture, and the world that begins with it. */
const fixture = (what: string, size: number, content: (size: number) => object): Row =>
  row(
    `fixture: ${what}`,
    size,
    (count) => JSON.stringify({ roadtest: 1, ...content(count) }),
    (text) => createSimulator({ fixture: parseFixture(text) }).stop(),
  );

const story = (what: string, size: number, content: (size: number) => object): Row =>
  row(
    `story: ${what}`,
    size,
    (count) =>
      JSON.stringify({
        ...{ title: 'Large', clock: { start: '2026-03-02 08:00', for: '10h' }, fleet: { van: {} } },
        ...content(count),
      }),
    (text) =>
      playStory(text, { until: '1s' }).catch((error: unknown) => expect(error).toBeInstanceOf(StoryError)),
  );

const profile = (what: string, size: number, content: (size: number) => object): Row =>
  row(
    `profile: ${what}`,
    size,
    (count) => JSON.stringify({ roadtest: 1, name: 'large', openings: {}, ...content(count) }),
    (text) => {
      try {
        parseProfile(text, 'large.json');
      } catch (error) {
        expect(error).toBeInstanceOf(ProfileError);
      }
    },
  );

/** A call, of a new world. Taken or refused, there is an answer. */
const call = (
  what: string,
  size: number,
  method: string,
  path: string,
  body: (size: number) => unknown,
): Row =>
  row(
    `call: ${what}`,
    size,
    async (count) => {
      const client = clientOf(createSimulator({ devices: 3 }));
      const authorization = `Bearer ${await client.token()}`;
      const given = body(count);
      const text = typeof given === 'string' ? given : JSON.stringify(given);
      return () => client(method, path, text, { authorization });
    },
    async (send) => expect((await send()).status).toBeLessThan(500),
  );

const rows: readonly Row[] = [
  fixture('devices of a group', 300, (size) => ({
    groups: [{ name: 'All' }],
    devices: each(size, (at) => ({ name: `Van ${at}`, group: 'All' })),
  })),
  fixture('users, each in all of 20 groups', 60, (size) => ({
    groups: each(20, (at) => ({ name: `Group ${at}` })),
    users: each(size, (at) => ({ name: `User ${at}`, groups: each(20, (group) => `Group ${group}`) })),
  })),
  story('entries', 100, (size) => ({
    timeline: each(size, (at) => ({ at: `${at}s`, do: { send: 'van', channel: 'sms', count: 1 } })),
  })),
  story('names that there are not', 100, (size) => ({
    timeline: each(size, (at) => ({ at: `${at}s`, do: { activate: `lorry ${at}` } })),
  })),
  profile('openings that there are not', 500, (size) => ({
    openings: Object.fromEntries(each(size, (at) => [`token.lifetime${at}`, 1])),
  })),
  call('ids of devices of a group', 2_000, 'POST', '/api/groups', (size) => ({
    name: 'All',
    deviceIds: each(size, (at) => `dev-${at + 1}`),
  })),
  call('lists in lists', 100_000, 'POST', '/api/groups', (size) => '['.repeat(size)),
  call('wrong faults', 500, 'PUT', '/_control/faults', (size) => ({
    rules: each(size, () => ({ operation: 'listDevice', eror: 0.5 })),
  })),
];

it.each(rows)('$what', ({ size, check }) => check(size));
