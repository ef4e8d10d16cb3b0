/**
 * No deviation passes the rule that it breaks, whatever its profile leaves out: `npm test` draws cells, the whole mode ten
 * times as many, and `npm run reduced` judges all.
 */
import { describe, expect, it } from 'vitest';
import { itemAt } from '../../contracts/kit/items.ts';
import { pick } from '../../contracts/kit/random.ts';
import { LONG, SEED, WHOLE } from '../sample.ts';
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
    ['lists groups as they were listed before a DELETE', 'nothing'],
    ['carries out what it refuses for an altered token', 'nothing'],
    ['carries out what it refuses for a made-up token', '/openings/records.user/fields/name'],
    ['ends the day after an hour', '/controls/readLimits/reads/usageSms'],
    ['makes no licence available again', '/controls/readLicences/reads/total'],
    ['lets no device expire on a leap day', '/controls/activate/body/expirationDate'],
    ['counts the messages that it withheld as well', '/controls/setLimits/body/dailyEmail'],
    ['activates an expired device at its alerts', '/controls/readLimits/reads/licence'],
  ],
  known: [
    ['only-its-own: takes the limits of the device after it', '/controls/send/reads/sent'],
    ['ends the day after a week', '/openings/expiry.limits'],
    ['starts a counter anew when a limit is refused', '/openings/activation.also'],
  ],
  expired: [
    ['only-its-own: gives the expiry of a device to the one that was made before', 'nothing'],
    ['stops one message short of the limit', '/controls/setLimits/body/expires'],
    ['shows one message too few', '/controls/setLimits/body/expires'],
    ['starts the counter at one', '/controls/readLimits/reads/dailyEmail'],
    ['keeps half of what was counted when the day ends', '/openings/errors.status'],
    ['makes no licence available again', 'nothing'],
    ['lets a device expire as soon as it has a date', '/openings/operations.status'],
    ['sends several messages in full while the count is below', '/controls/advance'],
  ],
};
const ways = ['made', 'known', 'expired'] as const satisfies readonly Devices[];

describe.each(ways)('with devices that are %s', (devices) => {
  const all = cellsWith(devices);
  const cells = all.filter(({ broken }) => !broken.isFurther);
  const once = ONCE[devices].map(([what, lacks]) =>
    cellIn(all, ({ broken, reduced }) => broken.what.includes(what) && reduced.lacks === lacks),
  );
  const drawn = [...new Set([...once, ...drawnOf(cells, DRAWN / ways.length)])];
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
