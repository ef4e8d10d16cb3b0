/**
 * One kind of step several times in a row, and then another: to several records, since what one does may rest on what was
 * done to the others just before; and of one device, such as days that end with nothing between them, or expiries and
 * activations in turn.
 */
import type { Family } from '../judge/event.ts';
import type { Step } from '../play/steps.ts';
import { numbersTo } from './probing.ts';
import type { Theme } from './theme.ts';
import { type Drawing, familyOf } from './values.ts';

const KINDS = ['delete', 'delete', 'create', 'replace', 'update'] as const;
const AFTERWARDS = ['update', 'replace', 'create', 'read'] as const;
const LENGTHS = [2, 2, 3, 3, 4] as const;

const OF_A_DEVICE = ['wait', 'wait', 'limit', 'settings'] as const;
const NIGHT = 30;
/** A date so many days ahead, and the hours until it is certain that it has been reached. */
const SOON = 4;
const CERTAINLY = 8 * 24;
const CYCLES = [1, 1, 2, 3] as const;
/** In so many of a hundred rows the licences are counted at each activation. */
const COUNTED = 60;

/** The steps of a row. */
export function rowOf(drawing: Drawing): Step[] {
  const family = familyOf(drawing.theme);
  if (family) return rowOfRecords(drawing, family);
  const { share = 0, row } = rowsOfDevice[drawing.theme] ?? {};
  return row && drawing.draws.chance(share) ? row(drawing) : [];
}

/** So many of a hundred rows are taken: records are cheaper than days. */
const rowsOfDevice: { readonly [T in Theme]?: { share: number; row: (drawing: Drawing) => Step[] } } = {
  limits: { share: 30, row: rowOfLimits },
  licences: { share: 60, row: rowOfLicences },
};

/** After a limit of the device; the messages after it are drawn as the others are. */
function rowOfLimits({ draws, favourite: device, channel }: Drawing): Step[] {
  const limit = (): Step => ({ do: 'limit', device, channel, to: draws.of([0, 1, 2, 4, null]) });
  const kind = draws.of(OF_A_DEVICE);
  const row = numbersTo(draws.of(LENGTHS)).map((): Step => {
    if (kind === 'wait') return { do: 'wait', hours: NIGHT };
    return kind === 'limit' ? limit() : { do: 'settings', device };
  });
  return draws.chance(50) && kind !== 'limit' ? [limit(), ...row] : row;
}

/** The device expires and is activated, and then has a date again, which may be switched off. */
function rowOfLicences({ draws, shadow, favourite: device }: Drawing): Step[] {
  const dated: Step = { do: 'expiry', device, on: true, days: SOON };
  const wait: Step = { do: 'wait', hours: CERTAINLY };
  const activate: Step = { do: 'activate', device };
  // While time moves devices of others may expire: an activation shows in the counts right before and after it.
  const counts: Step[] = draws.chance(COUNTED) ? [{ do: 'licences' }] : [];
  const before = shadow.isGone(`device ${device}`) ? [activate] : [];
  const cycles = numbersTo(draws.of(CYCLES)).flatMap(() => [dated, wait, ...counts, activate, ...counts]);
  const off: Step = { do: 'expiry', device, on: false, days: null };
  const last = draws.of([[], [dated, wait], [dated, off, wait]]);
  return [...before, ...cycles, ...last];
}

/** With the step after it, and a look at what came of that. */
function rowOfRecords(drawing: Drawing, family: Family): Step[] {
  const { draws, shadow, made } = drawing;
  const kind = draws.of(KINDS);
  const length = draws.of(LENGTHS);
  const there = numbersTo(made).filter((record) => !shadow.isGone(`${family} ${record}`));
  const asked = kind === 'create' ? 1 : kind === 'delete' ? length + 1 : 2;
  const added = numbersTo(Math.max(0, asked - there.length)).map((number) => made + number);
  const [own = 1, ...others] = [...there, ...added];
  const creates = (records: readonly number[]) =>
    records.map((record): Step => ({ do: 'create', family, record }));
  const change = (record: number, what: 'replace' | 'update' | 'delete'): Step =>
    what === 'update'
      ? { do: what, family, record, fact: draws.of(['name', 'other']) }
      : { do: what, family, record };
  const next = made + added.length;
  const row =
    kind === 'create'
      ? creates(numbersTo(length).map((number) => next + number))
      : kind === 'delete'
        ? others.slice(0, length).map((record) => change(record, kind))
        : numbersTo(length).map(() => change(draws.of(others), kind));
  const last = draws.of(AFTERWARDS);
  const record = last === 'create' ? next + (kind === 'create' ? length : 0) + 1 : own;
  const step: Step =
    last === 'create' || last === 'read' ? { do: last, family, record } : change(record, last);
  const look: Step = draws.chance(50) ? { do: 'list', family } : { do: 'read', family, record };
  return [...creates(added), ...row, step, look];
}
