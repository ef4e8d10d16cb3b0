/** A recording from a file. It comes from outside: it is checked as a whole before anything is judged. */
import { fieldsOf } from '../kit/fields.ts';
import { formOf } from '../kit/form.ts';
import { JsonError, parseJson, refuseManyValues } from '../kit/json.ts';
import { shortened, visible } from '../kit/untrusted.ts';
import { checkProfile } from '../profile/load.ts';
import { digestOf } from './digest.ts';
import { FORMAT, type Recording, recordingSchema, VERSION } from './recording.ts';

export type RecordingErrorCode =
  | 'RECORDING_SYNTAX' // it is not JSON, as one that was cut
  | 'RECORDING_TOO_DEEP'
  | 'RECORDING_TOO_MANY' // it has more values than any run
  | 'RECORDING_FORMAT' // it is JSON, and no recording
  | 'RECORDING_NEWER' // a later version of the program wrote it
  | 'RECORDING_CHANGED' // it was edited after it was written
  | 'RECORDING_INVALID'; // it does not have the form of one

/** A text that cannot be judged. */
export class RecordingError extends Error {
  override readonly name = 'RecordingError';
  readonly code: RecordingErrorCode;
  /** Says what to try. */
  readonly hint: string;

  constructor(code: RecordingErrorCode, message: string, hint: string) {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}

/** Lists and objects inside each other. */
const DEEPEST = 100;
/** A whole run has 80,000. */
const MAX_VALUES = 1_000_000;
const WRITERS = 'roadtest verify --record FILE writes one.';
const ANEW = 'Record the run anew.';

const readForm = formOf(recordingSchema);

/**
 * @param name of the file, for messages
 * @throws RecordingError
 */
export function readRecording(text: string, name: string): Recording {
  const refuse = (code: RecordingErrorCode, problem: string, hint: string) =>
    new RecordingError(code, `${name} ${problem}.`, hint);
  const data = jsonOf(text, refuse);
  const { digest, ...content } = fieldsOf(data);
  if (content.format !== FORMAT) throw refuse('RECORDING_FORMAT', 'is no recording', WRITERS);
  if (typeof content.version === 'number' && content.version > VERSION) {
    const problem = `has the form ${content.version} of recordings, and this version of roadtest reads the form ${VERSION}`;
    throw refuse('RECORDING_NEWER', problem, 'Judge it with the version that wrote it, or a later one.');
  }
  if (digest !== digestOf(content))
    throw refuse(
      'RECORDING_CHANGED',
      'is not as it was written: its digest is that of another content',
      ANEW,
    );
  const read = readForm(data);
  const problem = 'problem' in read ? `${read.problem.pointer} ${read.problem.message}` : slipIn(read.value);
  if ('value' in read && problem === undefined) return read.value;
  const shown = shortened(visible(problem ?? ''), 200);
  throw refuse('RECORDING_INVALID', `does not have the form of a recording: ${shown}`, ANEW);
}

const bounded: { readonly [C in JsonError['code']]?: RecordingErrorCode } = {
  TOO_DEEP: 'RECORDING_TOO_DEEP',
  TOO_MANY: 'RECORDING_TOO_MANY',
};

type Refuse = (code: RecordingErrorCode, problem: string, hint: string) => RecordingError;

function jsonOf(text: string, refuse: Refuse): unknown {
  try {
    refuseManyValues([text], MAX_VALUES);
    return parseJson(text, DEEPEST);
  } catch (error) {
    const code = error instanceof JsonError && bounded[error.code];
    if (code) throw refuse(code, `is no recording: it has ${error.message}`, WRITERS);
    const isBegun = text.trimStart().startsWith(`{"format":"${FORMAT}"`);
    throw refuse(
      'RECORDING_SYNTAX',
      isBegun ? 'is cut: it is only the beginning of a recording' : 'is no recording: it is not JSON',
      isBegun ? ANEW : WRITERS,
    );
  }
}

/** The slips that no schema sees: places that are not there, lists of other lengths, answers that no profile gives. */
function slipIn(recording: Recording): string | undefined {
  const { run, histories, rounds, issued, circumstances } = recording;
  const { exchanges } = run;
  // A run without a profile has one that says nothing, under no name.
  const { profile } = circumstances;
  const [issue] = checkProfile({ ...profile, name: profile.name || 'none' });
  if (issue) return `/circumstances/profile${issue.pointer}: ${issue.message}`;
  const apart = exchanges.findIndex(({ index, issuedBy = 0 }, at) => index !== at || issuedBy > at);
  if (apart >= 0) return `/run/exchanges/${apart} is not in its place`;
  const uneven = histories.findIndex(
    ({ facts, steps, exchanges: ofFacts, answers }) =>
      steps.length !== facts.length || ofFacts.length !== facts.length || answers.length !== facts.length,
  );
  if (uneven >= 0) return `/histories/${uneven} has not as many steps, exchanges and answers as facts`;
  const shown = rounds.flatMap((round) => round.shown);
  if (shown.some((one) => one >= histories.length)) return '/rounds show a history that is not there';
  const named = [
    ...histories.flatMap((history) => history.exchanges.flat()),
    ...issued.map(({ exchange }) => exchange),
    ...[...run.observations].flatMap((one) => one.exchanges),
  ];
  return named.some((one) => one >= exchanges.length) ? 'it names an exchange that is not there' : undefined;
}
