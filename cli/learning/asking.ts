/** `roadtest learn --ask`: what no source told is asked at the terminal, one question at a time. */
import { runController } from '../../contracts/hosts/node.ts';
import { documentBounds } from '../../contracts/kit/bounds.ts';
import { DocumentError, readDocument } from '../../contracts/kit/document.ts';
import type { Json } from '../../contracts/kit/json.ts';
import { formatPointer } from '../../contracts/kit/json-pointer.ts';
import { counted } from '../../contracts/kit/phrases.ts';
import type { Finding } from '../../contracts/learning/finding.ts';
import { type LearnedProfile, learnedFrom, type Source } from '../../contracts/learning/learned.ts';
import { faultOf, type Question, questionsFor } from '../../contracts/learning/questions.ts';
import type { Profile } from '../../contracts/profile/profile.ts';
import { CliError, type Io, type Keyboard } from '../command.ts';
import { interrupted } from '../verifying/attempt.ts';
import { personAt } from '../verifying/person.ts';

/** @throws CliError NOT_INTERACTIVE */
export function terminalOf(io: Io): Keyboard {
  const keyboard = io.keyboard?.();
  if (keyboard?.terminal) return keyboard;
  throw new CliError('NOT_INTERACTIVE', '--ask needs a terminal.', {
    hint: 'Without --ask each question stands in the profile as a comment, to be filled in.',
  });
}

/** The answer that ends the questions. */
const ENOUGH = 'q';

type Ask = (question: string) => Promise<string | undefined>;

/** The profile that the sources make, with what the person adds. @throws CliError INTERRUPTED */
export async function withAnswers(
  sources: readonly Source[],
  keyboard: Keyboard,
  io: Io,
): Promise<LearnedProfile> {
  const ended = runController();
  const stop = () => ended.abort(interrupted());
  io.stop.addEventListener('abort', stop, { once: true });
  const person = await personAt(keyboard, (asking) => asking(), stop, io.outlet);
  const ask: Ask = (question) => person.ask(question, ended.signal);
  let [learned, answers]: [LearnedProfile, Finding[]] = [learnedFrom(sources), []];
  const questions = questionsFor(learned.profile);
  for (const [index, question] of questions.entries()) {
    const value = await answerTo(question, `${index + 1} of ${questions.length}`, learned.profile, ask);
    if (value === ENOUGH) break;
    if (value === undefined) continue;
    const at = formatPointer(question.way);
    answers = [...answers, { at, value, source: 'asked', evidence: 'asked: answered at the terminal' }];
    learned = learnedFrom([...sources, { findings: answers, notes: [], from: 'answers at the terminal' }]);
  }
  return learned;
}

/** Asks again until the answer can be taken. `undefined`: the person does not know. */
async function answerTo(
  question: Question,
  place: string,
  told: Profile,
  ask: Ask,
): Promise<Json | undefined> {
  let asked = inWords(question, place);
  for (;;) {
    const said = await ask(asked);
    if (said === undefined || said === ENOUGH) return said;
    const { value, fault = faultOf(told, question, value ?? null) } = valueIn(said, question);
    if (fault === undefined) return value;
    asked = `That cannot be taken: ${fault}.\n${question.example}`;
  }
}

/** The value of a line of YAML, which may begin with the name of what it answers. */
function valueIn(said: string, { way }: Question): { value?: Json; fault?: string } {
  const name = `${way.at(-1)}:`;
  const text = said.startsWith(name) ? said.slice(name.length) : said;
  try {
    return { value: readDocument(text, documentBounds.profile).data as Json };
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    return { fault: error.problems[0]?.message ?? 'it is not YAML' };
  }
}

/** Keys that a question names. */
const MOST_KEYS = 12;

function inWords({ way, asks, keys, example, unlocks }: Question, place: string): string {
  const good = unlocks === 0 ? '' : ` It unlocks ${counted(unlocks, 'check')}.`;
  return [
    `(${place}) ${way.at(-1)}: ${asks}.${good}`,
    ...keys.slice(0, MOST_KEYS).map(({ key, may }) => `  ${key === '' ? '' : `${key}: `}${may}`),
    ...(keys.length > MOST_KEYS ? [`  … ${keys.length - MOST_KEYS} more: roadtest rules ${way.at(-1)}`] : []),
    `  As one line of YAML, such as ${example}`,
    `  ${ENOUGH} ends the questions.`,
  ].join('\n');
}
