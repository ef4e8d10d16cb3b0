/**
 * One kind of change to several records in a row, and then another step: what one record does may rest on what was done to
 * the others just before.
 */
import type { Family } from '../model/event.ts';
import { numbersTo } from './probing.ts';
import type { Step } from './steps.ts';
import type { Drawing } from './values.ts';

const KINDS = ['delete', 'delete', 'create', 'replace', 'update'] as const;
const AFTERWARDS = ['update', 'replace', 'create', 'read'] as const;
const LENGTHS = [2, 2, 3, 3, 4] as const;

/** The steps of a row, and the step after it with a look at what came of it. */
export function rowOf(drawing: Drawing, family: Family): Step[] {
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
