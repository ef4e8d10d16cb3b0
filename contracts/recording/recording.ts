/** A recording: all that outcomes follow from, as one JSON document, and the record of the run. */
import { type Event, eventSchema, singleEvents, tokenFormSchema } from '../judge/event.ts';
import { errorFacts, fieldsOf } from '../kit/fields.ts';
import { formOf } from '../kit/form.ts';
import { parseJson, refuseManyValues } from '../kit/json.ts';
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
  type TObject,
  typed,
  yesNo,
} from '../kit/schema.ts';
import { namesOf } from '../kit/tables.ts';
import { excerpt, shortened, visible } from '../kit/untrusted.ts';
import { type Step, stepSchema } from '../play/steps.ts';
import { controlFacts } from '../profile/controls.ts';
import { checkProfile } from '../profile/load.ts';
import type { Profile } from '../profile/profile.ts';
import type { Evidence } from '../verify/evidence.ts';
import { type Run, verdicts } from '../verify/run.ts';

const FORMAT = 'roadtest-recording';
/** The version of the form, not of the program. */
const VERSION = 3;

/** More than any run has: facts of one history, histories, rounds; values, of which a whole run has 80,000. */
const MOST = { facts: 2_000, histories: 20_000, rounds: 1_000, values: 1_000_000 } as const;
/** Lists and objects inside each other. */
const DEEPEST = 100;

const some = string();
const ids = list(some);
const index = integer({ minimum: 0 });
const indexes = list(index);

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

const run = object({
  ...{ tool: some, target: some, profile: orNull(some), startedAt: some, finishedAt: some },
  ...{ nonce: some, seed: number(), observations: list(observation), exchanges: list(exchange) },
  ...{ interrupted: yesNo, messages: number(), leftBehind: ids, warnings: ids },
  ...optionals({ gone: yesNo, journalLost: some, fault: some, unmet: ids }),
  given: optional(object({ profile: optional(some), options: ids })),
});

const history = object({
  ...{ name: some, about: ids, counts: yesNo, failed: index, played: index },
  ...optionals({ tells: yesNo, isOfPast: yesNo }),
  traffic: optional(oneOf('shared', 'alone')),
  facts: list(eventSchema, { maxItems: MOST.facts }),
  /** In the order of the facts, as many each. */
  steps: list(typed<Step>(stepSchema)),
  exchanges: list(indexes),
  answers: list(orNull(some)),
  untaken: list(
    object({
      ...{ reason: some, unlock: ids },
      ...optionals({ rules: ids, contradicts: yesNo, doubts: yesNo }),
    }),
  ),
  brokeOff: optional(some),
});

const recordingSchema = object({
  format: constant(FORMAT),
  version: constant(VERSION),
  run,
  asked: ids,
  circumstances: object({
    profile: typed<Profile>(object({ roadtest: constant(1), name: some, openings: anything })),
    controls: list(oneOf(...namesOf(controlFacts))),
    partly: list(oneOf(...namesOf(controlFacts))),
    ...{ told: ids, showsLimits: yesNo, readOnly: yesNo },
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
  issued: list(object({ form: tokenFormSchema, exchange: index })),
  tokenAnswers: index,
  instead: optional(instead),
});

export type Recording = Static<typeof recordingSchema>;

/**
 * The recording of a run.
 *
 * @param of the run as it was before it was concluded
 * @param evidence without secrets
 */
export function recordingOf(of: Run, evidence: Evidence): object {
  const { circumstances, rounds } = evidence;
  const { openings } = circumstances.profile;
  const histories = [...new Set(rounds.flatMap(({ shown }) => shown))];
  return {
    ...{ format: FORMAT, version: VERSION, run: picked(run, of) },
    ...evidence,
    circumstances: { ...circumstances, profile: { roadtest: 1, name: of.profile || 'none', openings } },
    histories: histories.map((one) => picked(history, one)),
    rounds: rounds.map(({ shown, ...round }) => ({
      ...round,
      shown: shown.map((one) => histories.indexOf(one)),
    })),
  };
}

/** The fields of data that a schema has. */
function picked({ properties }: TObject, data: object): object {
  return Object.fromEntries(Object.entries(data).filter(([name]) => Object.hasOwn(properties, name)));
}

export type RecordingErrorCode =
  | 'RECORDING_SYNTAX' // it is not JSON, as one that was cut, or deeper or longer than any run
  | 'RECORDING_FORMAT' // it is JSON, and no recording, or one of another version
  | 'RECORDING_INVALID'; // it does not have the form of one

/** A text that cannot be judged. */
export class RecordingError extends Error {
  override readonly name = 'RecordingError';
  readonly code: RecordingErrorCode;
  /** Says what to try. */
  readonly hint = 'roadtest verify --record FILE writes one; record the run anew with this version.';

  constructor(code: RecordingErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

const readForm = formOf(recordingSchema);

/**
 * A recording from a file. It comes from outside: it is checked as a whole before anything is judged.
 *
 * @param name of the file, for messages
 * @throws RecordingError
 */
export function readRecording(text: string, name: string): Recording {
  const refuse = (code: RecordingErrorCode, problem: string) =>
    new RecordingError(code, `${name} ${shortened(visible(problem), 300)}.`);
  const data = jsonOf(text, refuse);
  const { format, version } = fieldsOf(data);
  if (format === 'roadtest-run')
    throw refuse('RECORDING_FORMAT', 'is the JSON report of a run, and not its recording');
  if (format !== FORMAT) throw refuse('RECORDING_FORMAT', 'is no recording');
  if (version !== VERSION)
    throw refuse(
      'RECORDING_FORMAT',
      `has the form ${version} of recordings, and this version of roadtest reads the form ${VERSION}`,
    );
  const read = readForm(data);
  const slip =
    'problem' in read ? `${excerpt(read.problem.pointer)} ${read.problem.message}` : slipIn(read.value);
  if ('value' in read && slip === undefined) return read.value;
  throw refuse('RECORDING_INVALID', `does not have the form of a recording: ${slip}`);
}

function jsonOf(text: string, refuse: (code: RecordingErrorCode, problem: string) => Error): unknown {
  try {
    refuseManyValues([text], MOST.values);
    return parseJson(text, DEEPEST);
  } catch (error) {
    const { code, message } = errorFacts(error);
    throw refuse(
      'RECORDING_SYNTAX',
      code === 'NOT_JSON' ? 'is not JSON, or only the beginning of it' : `is no recording: it has ${message}`,
    );
  }
}

/** The slips that no schema sees: places that are not there, lists of other lengths, answers that no profile gives. */
function slipIn({ run, histories, rounds, issued, circumstances }: Recording): string | undefined {
  const { exchanges, observations } = run;
  const [issue] = checkProfile(circumstances.profile);
  if (issue) return `/circumstances/profile${issue.pointer}: ${issue.message}`;
  const apart = exchanges.findIndex(({ index, issuedBy = 0 }, at) => index !== at || issuedBy > at);
  if (apart >= 0) return `/run/exchanges/${apart} is not in its place`;
  const uneven = histories.findIndex(({ facts, ...of }) =>
    [of.steps, of.exchanges, of.answers].some(({ length }) => length !== facts.length),
  );
  if (uneven >= 0) return `/histories/${uneven} has not as many steps, exchanges and answers as facts`;
  const dateless = histories.findIndex(({ facts }) => !singleEvents(facts).every(isDated));
  if (dateless >= 0) return `/histories/${dateless} sets a date that is none`;
  if (rounds.some(({ shown }) => shown.some((one) => one >= histories.length)))
    return '/rounds show a history that is not there';
  const named = [
    ...histories.flatMap((one) => one.exchanges.flat()),
    ...issued.map(({ exchange }) => exchange),
    ...observations.flatMap((one) => one.exchanges),
  ];
  return named.some((one) => one >= exchanges.length) ? 'it names an exchange that is not there' : undefined;
}

/** Returns whether a date that it sets, if any, is one of the calendar. */
function isDated(event: Event): boolean {
  const date = event.kind === 'set' ? event.change.expirationDate : undefined;
  if (typeof date !== 'string') return true;
  const moment = Date.parse(date);
  return !Number.isNaN(moment) && new Date(moment).toISOString().slice(0, 10) === date;
}
