/** No rule that is broken passes, whatever the profile leaves out: `npm test` draws cells, the whole mode judges all. */
import { describe, expect, it } from 'vitest';
import { itemAt } from '../../contracts/kit/items.ts';
import { pick } from '../../contracts/kit/random.ts';
import { inPart, LONG, SEED, WHOLE } from '../sample.ts';
import { type Cell, cellsWith, isWrong, judgedIn } from './cells.ts';
import type { Devices } from './profiles.ts';

/** So many cells are drawn. */
const DRAWN = WHOLE ? 600 : 60;
/** Cells in which a broken rule once passed, by what is broken and what the profile lacks: they are always judged. */
const ONCE: Record<Devices, readonly (readonly [what: string, lacks: string])[]> = {
  made: [
    ['expires-again: releases a licence only', '/controls/readLicences/reads/used'],
    ['activation-takes-one: does not count', '/controls/readLicences/reads/used'],
    ['earlier-takes-effect: keeps the later date when', '/controls/readLimits'],
    ['groups/created-is-listed: does not list what was created', '/openings/operations.paging'],
    ['keeps the first location of a device as the last', '/openings/records.group/fields/name'],
    ['loses the location that follows an alert', '/openings/records.group/fields/name'],
    ['carries out every write before it looks at the signature', 'nothing'],
    ['carries out every write before it looks at the token', '/openings/records.user/fields/name'],
    ['ends the day after an hour', '/controls/readLimits/reads/usageSms'],
    ['counts the messages that it withheld as well', '/controls/setLimits/body/dailyEmail'],
    ['activates an expired device at its locations', '/controls/readLimits/reads/licence'],
  ],
  known: [['takes the limits of the device after it away', '/controls/send/reads/sent']],
  expired: [
    ['only-its-own: gives the expiry of a device to the one that was made before', 'nothing'],
    ['stops one message short of the limit', '/controls/setLimits/body/expires'],
    ['shows one message too few', '/controls/setLimits/body/expires'],
    ['keeps half of what was counted when the day ends', '/openings/errors.status'],
  ],
};
const ways = ['made', 'known', 'expired'] as const satisfies readonly Devices[];

describe.each(ways)('with devices that are %s', (devices) => {
  const all = cellsWith(devices);
  const further = cellsWith(devices, 'further');
  const once = ONCE[devices].map(([what, lacks]) =>
    cellIn(
      [...all, ...further],
      ({ broken, reduced }) => broken.what.includes(what) && reduced.lacks === lacks,
    ),
  );
  const drawn = WHOLE ? inPart(all) : [...new Set([...once, ...drawnOf(all, DRAWN / ways.length)])];
  const rules = [...new Set(drawn.map(({ broken }) => broken.what))];

  it.each(rules)('no rule passes that is broken: %s', LONG, async (what) => {
    const wrong: string[] = [];
    for (const cell of drawn.filter(({ broken }) => broken.what === what))
      for (const judged of await judgedIn(cell))
        if (isWrong(cell, judged))
          wrong.push(`${judged.id} without ${cell.reduced.lacks}: ${judged.verdict}. ${judged.reason}`);
    expect(wrong).toEqual([]);
  });
});

function drawnOf(cells: readonly Cell[], count: number): Cell[] {
  return Array.from({ length: count }, (_, place) => itemAt(cells, pick(SEED, place, 5, cells.length)));
}

function cellIn(cells: readonly Cell[], isIt: (cell: Cell) => boolean): Cell {
  const cell = cells.find(isIt);
  if (!cell) throw new Error('There is no such cell.');
  return cell;
}
