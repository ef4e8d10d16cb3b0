/** What is done in the history of some records, step by step: a table, with the order of its parts drawn by the seed. */
import type { Shared } from '../../case.ts';
import type { Makeable } from '../../finding.ts';
import type { Chance } from '../../session/chance.ts';
import type { Family } from './family.ts';
import { fieldwiseRequests } from './fieldwise.ts';

export interface Act {
  verb: 'create' | 'replace' | 'update' | 'delete';
  /** Records are numbered in the order in which they are created. */
  record: number;
  /** What a PATCH is of. Default: the first fact. `back`: that one as it was created; `emptied`: the second one is to be empty. */
  of?: 'second' | 'both' | 'back' | 'emptied';
}

/** An act, and what is looked at after it: its record once more, the list, and records beside its own. */
export interface CourseAct extends Act {
  again?: boolean;
  list?: boolean;
  beside?: readonly number[];
  /** Also looks at a record that the run did not make, before the act and after it: one such act of a long history is drawn. */
  foreign?: boolean;
  /** Creates of the required facts alone. */
  bare?: boolean;
  /** Creates with the texts of that record, where that can be done: each write is by the id alone. */
  like?: number;
  /** A PUT that leaves out what it need not have. */
  partial?: boolean;
  /** Creates with the name of a record that is gone, and reads that one once more. */
  after?: number;
  /** Done with a record that is gone: nothing comes of it. */
  gone?: boolean;
}

/** Records that are left in the end, each read once more. */
const LAST_LOOKS = 3;
/** Requests of the many writes of one record at the end. */
const PUTS_AT_ONCE = 12;

/** Several records, so that a fault of the third or fourth shows; three of them have the same texts. */
const beginning: readonly CourseAct[] = [
  { verb: 'create', record: 0 },
  { verb: 'create', record: 1, like: 0 },
  { verb: 'create', record: 2, like: 0 },
  { verb: 'create', record: 3 },
];

/**
 * PATCH first: of one fact, and of two together; then PUT twice. The second may be one that a deployment keeps. The
 * record has others beside it that were created before and after it. Between the two lists there is nothing but a PUT.
 */
const changed: readonly CourseAct[] = [
  { verb: 'update', record: 1 },
  { verb: 'update', record: 1, of: 'both', beside: [0] },
  { verb: 'replace', record: 1, partial: true, list: true },
  { verb: 'replace', record: 1, beside: [0], list: true, foreign: true },
];

/** A record that is only deleted, and one that is created afterwards; then the one that is gone is written once more. */
const gone: readonly CourseAct[] = [
  { verb: 'delete', record: 2, beside: [0, 3], foreign: true },
  { verb: 'create', record: 4, list: true, bare: true, after: 2 },
  { verb: 'update', record: 2, gone: true },
  { verb: 'replace', record: 2, gone: true },
  { verb: 'delete', record: 2, gone: true, beside: [3] },
];

/**
 * In a long history alone. PUT first; and of a group, which may have devices by it, a PATCH that empties a text. Of a user
 * every text has a form, which an empty one has not.
 */
const put: { readonly [F in Family]: readonly CourseAct[] } = {
  group: [
    { verb: 'replace', record: 3, beside: [0] },
    { verb: 'update', record: 3, of: 'emptied' },
  ],
  user: [{ verb: 'replace', record: 3, beside: [0] }],
};

/**
 * The last change of the second record, which has been changed in both ways: what was put is read once more before it. Then
 * one of those that were changed is deleted.
 */
const end: { readonly [F in Family]: readonly CourseAct[] } = {
  group: [
    { verb: 'update', record: 1, of: 'back' },
    { verb: 'delete', record: 1, beside: [3], list: true },
  ],
  user: [
    { verb: 'update', record: 1, of: 'back' },
    { verb: 'delete', record: 3, beside: [4], list: true },
  ],
};

/** The parts about records of their own, in an order that is drawn. That of the second record is not the last: something comes between its PUT and the end. */
function middleOf(chance: Chance, family: Family, isLong: boolean): CourseAct[] {
  const parts = chance.shuffled(`course of ${family}s`, [changed, ...(isLong ? [put[family]] : []), gone]);
  const isLast = parts.at(-1) === changed;
  return (isLast ? [changed, ...parts.slice(0, -1)] : parts).flat();
}

/** What is done with records that are gone: a run draws one, a thorough one does all. */
const ofGone = [
  'update group',
  'update user',
  'replace group',
  'replace user',
  'delete group',
  'delete user',
];

/** The acts of a run in order; `all`: with everything that is drawn otherwise. */
export function courseOf(
  chance: Chance,
  family: Family,
  { isLong, all }: { isLong: boolean; all: boolean },
): CourseAct[] {
  const acts = [...beginning, ...middleOf(chance, family, isLong), ...end[family]];
  const ofOne = chance.pick('written though gone', ofGone);
  const beside = chance.pick(
    'beside a foreign record',
    acts.filter(({ foreign }) => foreign),
  );
  return acts
    .filter(({ verb, gone }) => !gone || all || ofOne === `${verb} ${family}`)
    .map((act) => (all || (isLong && act === beside) ? act : { ...act, foreign: false }));
}

/** What is made to be in the records. */
const members = { group: ['device', 'group'], user: ['user', 'group', 'group'] } as const satisfies {
  [F in Family]: readonly Makeable[];
};

/** What the acts of a run come to at most, where the list is one page: once, whichever cases look at them. */
export function sharedHistory(family: Family): Shared {
  const acts = [...beginning, ...changed, ...put[family], ...gone, ...end[family]];
  const costs = acts.map(({ verb, again = false, list = false, beside = [], foreign = false }) => {
    const reads = (verb === 'create' ? 0 : 1) + 1 + beside.length + 2 * Number(foreign);
    return 1 + reads + Number(again) + Number(list);
  });
  return {
    key: `history of ${family}s`,
    requests:
      costs.reduce((sum, cost) => sum + cost, 0) + LAST_LOOKS + PUTS_AT_ONCE + fieldwiseRequests(family),
    creates: [...acts.flatMap(({ verb }) => (verb === 'create' ? [family] : [])), ...members[family]],
  };
}
