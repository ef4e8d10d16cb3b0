/** Where the sources step around the compiler is counted, and does not become more. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

interface Counts {
  casts: number;
  any: number;
  'non-null': number;
  predicates: number;
  comments: number;
}

const script = fileURLToPath(new URL('../../.build/casts.mjs', import.meta.url));
const counts: { [part: string]: Counts } = JSON.parse(
  execFileSync(process.execPath, [script, '--json'], { encoding: 'utf8' }),
);

const none = { any: 0, 'non-null': 0, comments: 0 };

it.each([
  ['contracts', { casts: 70, predicates: 13, ...none }],
  ['simulator', { casts: 47, predicates: 2, ...none }],
  ['scenarios', { casts: 14, predicates: 5, ...none }],
  ['cli', { casts: 39, predicates: 3, ...none }],
] satisfies [string, Counts][])('%s steps around the compiler no more often than agreed', (part, most) => {
  for (const [kind, limit] of Object.entries(most)) {
    const found = Object.entries(counts[part] ?? {}).find(([name]) => name === kind)?.[1];
    expect({ kind, found, limit }).toEqual({ kind, found: expect.toSatisfy((n) => n <= limit), limit });
  }
});
