/** Fixtures and calls are taken in time in proportion to their size; `test/stories` and `test/profile` show it of the other files. */
import { expect, it } from 'vitest';
import { parseFixture } from '../../simulator/fixture/index.ts';
import { createSimulator } from '../../simulator/index.ts';
import { expectLinearOf } from '../growth.ts';

const each = <T>(size: number, one: (at: number) => T): T[] =>
  Array.from({ length: size }, (_, at) => one(at));

/** A size that takes some milliseconds, and what is made of a size. */
const fixtures: readonly (readonly [what: string, size: number, content: (size: number) => object])[] = [
  [
    'devices of a group',
    300,
    (size) => ({
      groups: [{ name: 'All' }],
      devices: each(size, (at) => ({ name: `Van ${at}`, group: 'All' })),
    }),
  ],
  [
    'users, each in all of 20 groups',
    60,
    (size) => ({
      groups: each(20, (at) => ({ name: `Group ${at}` })),
      users: each(size, (at) => ({ name: `User ${at}`, groups: each(20, (group) => `Group ${group}`) })),
    }),
  ],
];
const bodies: readonly (readonly [what: string, size: number, body: (size: number) => string])[] = [
  ['lists in lists', 100_000, (size) => '['.repeat(size)],
  [
    'wrong faults',
    500,
    (size) => JSON.stringify({ rules: each(size, () => ({ operation: 'listDevice', eror: 0.5 })) }),
  ],
];

it.each(fixtures)('a fixture: %s', (_, size, content) =>
  expectLinearOf(
    (count) => JSON.stringify({ roadtest: 1, ...content(count) }),
    (text) => createSimulator({ fixture: parseFixture(text) }).stop(),
    size,
  ),
);

it.each(bodies)('a call: %s', (_, size, body) =>
  expectLinearOf(
    (count) => ({ simulator: createSimulator({ devices: 3 }), text: body(count) }),
    async ({ simulator, text }) => {
      const headers = { 'content-type': 'application/json' };
      const call = { method: 'PUT', target: '/_control/faults', headers, body: text };
      expect([400, 422]).toContain((await simulator.handle(call)).status);
      simulator.stop();
    },
    size,
  ),
);
