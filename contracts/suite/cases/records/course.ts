/** What is done in the history of some records, step by step: a table, with the order of its parts drawn by the seed. */
import type { Makeable } from '../../finding.ts';
import type { Chance } from '../../session/chance.ts';
import type { Family } from './family.ts';

export interface Act {
  verb: 'create' | 'replace' | 'update' | 'delete';
  /** Records are numbered in the order in which they are created. */
  record: number;
  /** What a PATCH is of. Default: the first fact. */
  of?: 'second' | 'both';
}

/** An act, and what is looked at after it: its record once more, the list, and records beside its own. */
export interface CourseAct extends Act {
  again?: boolean;
  list?: boolean;
  beside?: readonly number[];
  /** Also looks at a record that the run did not make, before the act and after it. */
  foreign?: boolean;
  /** Creates of the required facts alone. */
  bare?: boolean;
}

/** Records that are left in the end, each read once more. */
const LAST_LOOKS = 3;
/** Requests of the many writes of one record at the end. */
const PUTS_AT_ONCE = 12;

/** Several records, so that a fault of the third or fourth shows. */
const beginning: readonly CourseAct[] = [
  { verb: 'create', record: 0 },
  { verb: 'create', record: 1 },
  { verb: 'create', record: 2 },
  { verb: 'create', record: 3 },
];

/** Parts that can come in any order: each is about a record of its own. */
const middle: readonly (readonly CourseAct[])[] = [
  // PATCH first: of two facts, one after the other and then together; then PUT twice. The second may be one that a deployment keeps.
  [
    { verb: 'update', record: 0 },
    { verb: 'update', record: 0, of: 'second' },
    { verb: 'update', record: 0, of: 'both', beside: [1] },
    { verb: 'replace', record: 0 },
    { verb: 'replace', record: 0, beside: [1] },
  ],
  // PUT first, and PATCH after it.
  [
    { verb: 'replace', record: 3, beside: [0] },
    { verb: 'update', record: 3, of: 'second', beside: [0] },
  ],
  // A record that is only deleted, and one that is created afterwards.
  [
    { verb: 'delete', record: 2, beside: [1, 3], foreign: true },
    { verb: 'create', record: 4, list: true, bare: true },
  ],
];

/** A PUT of its own, and the last of the first records deleted, which was changed in both ways. */
const end: readonly CourseAct[] = [
  { verb: 'replace', record: 1 },
  { verb: 'delete', record: 3, beside: [4], list: true },
];

/** The acts of a run in order. */
export function courseOf(chance: Chance, family: Family): CourseAct[] {
  return [...beginning, ...chance.shuffled(`course of ${family}s`, middle).flat(), ...end];
}

/** What the acts of a run come to at most, where the list is one page. */
export function costOf(family: Family): { requests: number; creates: readonly Makeable[] } {
  const acts = [...beginning, ...middle.flat(), ...end];
  const costs = acts.map(({ verb, again = false, list = false, beside = [], foreign = false }) => {
    const reads = (verb === 'create' ? 0 : 1) + 1 + beside.length + 2 * Number(foreign);
    return 1 + reads + Number(again) + Number(list);
  });
  return {
    requests: costs.reduce((sum, cost) => sum + cost, 0) + LAST_LOOKS + PUTS_AT_ONCE,
    creates: acts.flatMap(({ verb }) => (verb === 'create' ? [family] : [])),
  };
}
