/** The command `npm run resilience`. */
import { describe, expect, it } from 'vitest';
import { areas } from './areas.ts';
import { tableOf } from './table.ts';

describe('npm run resilience', () => {
  it('has areas with names of their own', () => {
    const names = areas.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it('prints one table, with the sums', () => {
    const table = tableOf(
      new Map([
        ['hostile', { tried: 300, survived: 299, lost: ['one'] }],
        ['crash', { tried: 10, survived: 10, lost: [] }],
      ]),
    );
    expect(table.split('\n')).toEqual([
      'area     tried  survived  lost',
      'hostile    300       299     1',
      'crash       10        10     0',
      'all        310       309     1',
    ]);
  });
});
