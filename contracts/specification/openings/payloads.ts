/** How records are written in payloads: the parts that several openings have in common. */

import type { Json, Scalar } from '../../kit/json.ts';
import {
  anything,
  describe,
  described,
  discriminated,
  map,
  object,
  oneOf,
  optional,
  type Static,
  scalar,
  type TSchema,
  typed,
  yesNo,
} from '../../kit/schema.ts';
import { mapTable } from '../../kit/tables.ts';
import { forms, ref } from '../forms.ts';
import { type RecordFacts, recordFacts } from '../records/index.ts';
import { type FactKind, numericKinds, type ResourceName } from '../records/kinds.ts';

export const headers = map(ref('headerValue'), forms.answerHeader);

/** How times are written. Dates are `YYYY-MM-DD`, or the epoch time of their start in UTC. */
export const timeForms = discriminated('form', {
  iso: object({ offset: ref('offset') }),
  local: describe('ISO 8601 without a zone.', object({ offset: ref('offset') })),
  'epoch-seconds': object({}),
  'epoch-milliseconds': object({}),
});

/** A fact that is written otherwise than the others of its kind: a number as text, or a time in a form of its own. */
export type OwnForm = 'text' | Static<typeof timeForms>;

/** The schema of the form that a fact of a kind can have; `undefined` for none. */
function ownForm(kind: FactKind): TSchema | undefined {
  if (numericKinds.has(kind)) return describe('A number as text: "12.5".', oneOf('text'));
  return kind === 'time' || kind === 'date' ? timeForms : undefined;
}

/** The places of a record's facts in a payload, and how they are written. */
export interface RecordShape<Fact extends string> {
  fields: { [F in Fact]?: string };
  constants?: { [pointer: string]: Json };
  values?: { [F in Fact]?: { [canonical: string]: Scalar } };
  forms?: { [F in Fact]?: OwnForm };
}

/** As `shape`, of facts by their kinds. */
export function recordShape<Fact extends string>(kinds: { readonly [F in Fact]: FactKind }) {
  const own = Object.entries<FactKind>(kinds).flatMap(([fact, kind]) => {
    const schema = ownForm(kind);
    return schema === undefined ? [] : [[fact, optional(schema)] as const];
  });
  const forms = typed<{ [F in Fact]?: OwnForm }>(object(Object.fromEntries(own)));
  return {
    ...shape<Fact>(kinds),
    forms: optional(describe('Facts in another form than the others of their kind.', forms)),
  };
}

/** Written always, never judged. */
export const constants = optional(
  describe('Further fields with a fixed value.', map(anything, forms.pointer)),
);

/**
 * Places of the facts of one thing in a payload, and what else is there. Places whose names are 0, 1, 2 …
 * without a gap make an array: `/position/0`, `/position/1`.
 *
 * @param facts each fact and what it is, in words
 */
export function shape<Fact extends string>(facts: { readonly [F in Fact]: string }) {
  return {
    fields: describe(
      'Where each fact is. A fact that is not named does not appear.',
      object(described(facts, optional(ref('pointer')))),
    ),
    constants,
    /**
     * The canonical value is on the left as text, `true`, `false` and `null` ("none") too; what is not listed
     * is written as it is. In a fact that is a list of words, each word is replaced.
     */
    values: optional(
      describe(
        'Other words for the values of a fact, by canonical value.',
        object(mapTable(facts, () => optional(map(scalar)))),
      ),
    ),
  };
}

/** Place of a record or a collection inside a payload. `at: ''` with constants spreads it. */
export const wrapping = object({ at: ref('pointer'), constants });

type AnyFact = { [R in ResourceName]: keyof RecordFacts[R] }[ResourceName];

/** Kinds of facts whose values can be the name of an entry. */
const plainKind = /^(text|number|time|date|id:.*)$/;

/** How a collection is written. */
export function listWrapping(resource: ResourceName) {
  const kinds: { readonly [fact: string]: FactKind } = recordFacts[resource];
  const facts = (isOne: (kind: string) => boolean) =>
    typed<AnyFact>({ enum: Object.keys(kinds).filter((name) => isOne(kinds[name] ?? '')) });
  return object({
    form: describe(
      'An array of records, or a map from one fact to the record or to another fact.',
      oneOf('array', 'map'),
    ),
    at: ref('pointer'),
    constants,
    key: optional(
      describe(
        'For a map: the fact that is the key. By default the id or code.',
        facts((kind) => plainKind.test(kind)),
      ),
    ),
    value: optional(
      describe(
        'For a map: the one fact that is the value. By default the whole record.',
        facts(() => true),
      ),
    ),
    totalAsText: optional(describe('Whether that number is written as text: "12".', yesNo)),
    page: optional(describe('Where the number of the page is.', ref('pointer'))),
    pages: optional(describe('Where the number of pages is.', ref('pointer'))),
    total: optional(describe('Where the number of all records is.', ref('pointer'))),
    next: optional(describe('Where the cursor of the next page is.', ref('pointer'))),
  });
}

/** The effect of POST …/locations or …/alerts, and how its body is written. */
export const posting = object({
  does: oneOf('record', 'query'),
  body: object({
    form: describe(
      'One object, a list, either, or a wrapper around one of them.',
      oneOf('bare', 'array', 'either', 'wrapper'),
    ),
    at: describe('Where a wrapper holds what is posted.', ref('pointer')),
    many: describe('For a wrapper: whether it holds a list.', yesNo),
    required: describe('Fields that every body must have, with a valid value.', map(anything, forms.pointer)),
  }),
  query: optional(
    describe(
      'For a query: where the ends of its range are.',
      object({ from: ref('pointer'), to: ref('pointer') }),
    ),
  ),
});
