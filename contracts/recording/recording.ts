/** The form of a recording: all that outcomes follow from, as one JSON document, and the record of the run. */

import {
  anything,
  constant,
  integer,
  list,
  map,
  number,
  object,
  oneOf,
  optional,
  optionals,
  orNull,
  type Static,
  string,
  typed,
  yesNo,
} from '../kit/schema.ts';
import { namesOf } from '../kit/tables.ts';
import type { Step } from '../play/steps.ts';
import { stepSchema } from '../play/steps.ts';
import { controlFacts } from '../profile/controls.ts';
import type { Profile } from '../profile/profile.ts';
import { verdicts } from '../verify/run.ts';
import { factSchema, tokenFormSchema } from './fact-schemas.ts';

export const FORMAT = 'roadtest-recording';
/** The version of the form, not of the program. */
export const VERSION = 1;

/** More than any run has: facts of one history, histories, rounds. */
const MOST = { facts: 2_000, histories: 20_000, rounds: 1_000 } as const;

const some = string();
const ids = list(some);
const index = integer({ minimum: 0 });
const indexes = list(index);
const control = oneOf(...namesOf(controlFacts));

const instead = object({
  verdict: oneOf(...verdicts),
  reason: some,
  unlock: optional(ids),
  brokeOff: optional(yesNo),
});

const exchange = object({
  ...{ index, purpose: some, at: number(), milliseconds: number() },
  request: object({ method: some, url: some, headers: map(some), body: optional(some) }),
  issuedBy: optional(index),
  reply: optional(object({ status: integer(), headers: map(some), body: some, truncated: yesNo })),
  failure: optional(some),
});

const observation = object({
  ...{ opening: some, observed: some, drift: yesNo, exchanges: indexes },
  ...optionals({ pinned: some, notCompared: some }),
});

const history = object({
  ...{ name: some, about: ids, counts: yesNo, failed: index, played: index, tells: optional(yesNo) },
  traffic: optional(oneOf('shared', 'alone')),
  facts: list(factSchema, { maxItems: MOST.facts }),
  /** In the order of the facts, as many each. */
  steps: list(typed<Step>(stepSchema)),
  exchanges: list(indexes),
  /** The answer in words; null where a fact rests on several. */
  answers: list(orNull(some)),
  untaken: list(
    object({
      ...{ reason: some, unlock: ids },
      ...optionals({ rules: ids, contradicts: yesNo, doubts: yesNo }),
    }),
  ),
  brokeOff: optional(some),
});

export const recordingSchema = object({
  format: constant(FORMAT),
  version: constant(VERSION),
  /** SHA-256 of all else, in hexadecimal. */
  digest: some,
  run: object({
    ...{ tool: some, target: some, profile: orNull(some), startedAt: some, finishedAt: some },
    ...{ nonce: some, seed: number(), observations: list(observation), exchanges: list(exchange) },
    ...{ interrupted: yesNo, messages: number(), leftBehind: ids, warnings: ids },
    ...optionals({ gone: yesNo, journalLost: some, fault: some, unmet: ids }),
    given: optional(object({ profile: optional(some), options: ids })),
  }),
  /** The rules that there were when it was made. */
  known: ids,
  asked: ids,
  circumstances: object({
    profile: typed<Profile>(object({ roadtest: constant(1), name: some, openings: anything })),
    ...{ controls: list(control), partly: list(control), told: ids },
    ...{ showsLimits: yesNo, readOnly: yesNo },
    untold: list(oneOf(...controlFacts.readLimits.returns, ...controlFacts.readLicences.returns)),
  }),
  histories: list(history, { maxItems: MOST.histories }),
  /** `shown`: indexes of histories. */
  rounds: list(
    object({
      ...{ due: ids, shown: indexes, milliseconds: number(), instead: optional(instead) },
      isLast: yesNo,
    }),
    { maxItems: MOST.rounds },
  ),
  issued: list(
    object({
      ...{ form: tokenFormSchema, exchange: index, token: index },
      shows: object({
        parts: index,
        ...optionals({
          header: map(some),
          claims: map(typed<string | number>({ type: ['string', 'number'] })),
        }),
      }),
    }),
  ),
  tokenAnswers: index,
  instead: optional(instead),
});

export type Recording = Static<typeof recordingSchema>;
export type RecordedHistory = Static<typeof history>;
