/**
 * No deviation passes the rule that it breaks, whatever its profile leaves out: `npm test` draws cells, and the whole mode
 * judges all, as `npm run reduced` does.
 */
import { describe, expect, it } from 'vitest';
import { itemAt } from '../../contracts/kit/items.ts';
import { pick } from '../../contracts/kit/random.ts';
import { SEED, WHOLE } from '../sample.ts';
import { type Cell, cellsWith, isWrong, judgedIn } from './cells.ts';
import type { Devices } from './profiles.ts';

/** So many cells are drawn. */
const DRAWN = 60;
/** Wrong passes that are known and open: the whole table names them. */
const OPEN = [
  'expiry/only-its-own without /controls/send/reads/sent',
  'licences/expires-again without /controls/readLicences/reads/used',
];
const ways = ['made', 'known', 'expired'] as const satisfies readonly Devices[];

describe.each(ways)('with devices that are %s', (devices) => {
  const cells = cellsWith(devices).filter(({ broken }) => !broken.isFurther);
  const drawn = WHOLE ? cells : drawnOf(cells, DRAWN / ways.length);
  const rules = [...new Set(drawn.map(({ broken }) => broken.what))];

  it.each(rules)('no rule passes that is broken: %s', async (what) => {
    const wrong: string[] = [];
    for (const cell of drawn.filter(({ broken }) => broken.what === what))
      for (const judged of await judgedIn(cell))
        if (isWrong(cell, judged) && (WHOLE || !OPEN.includes(`${judged.id} without ${cell.reduced.lacks}`)))
          wrong.push(`${judged.id} without ${cell.reduced.lacks}: ${judged.verdict}. ${judged.reason}`);
    expect(wrong).toEqual([]);
  });
});

function drawnOf(cells: readonly Cell[], count: number): Cell[] {
  return Array.from({ length: count }, (_, place) => itemAt(cells, pick(SEED, place, 5, cells.length)));
}
