/** What no source told, as questions to a person: the one that unlocks most first. */
import type { Json } from '../kit/json.ts';
import { formatPointer, splitPointer } from '../kit/json-pointer.ts';
import { controlFacts } from '../profile/controls.ts';
import { checkProfile } from '../profile/load.ts';
import type { Profile } from '../profile/profile.ts';
import {
  controlKeys,
  controlNames,
  controlSnippet,
  type Key,
  openingKeys,
  openingSnippet,
} from '../profile/snippets.ts';
import { openings } from '../specification/openings/index.ts';
import { judgedBy, judgedWith } from './unlocking.ts';

export interface Question {
  /** Where its answer is in a profile. */
  readonly way: readonly string[];
  /** Says what is asked. */
  readonly asks: string;
  readonly keys: readonly Key[];
  /** An answer as a line of YAML, to be changed. */
  readonly example: string;
  /** The number of checks that rest on it. */
  readonly unlocks: number;
}

/** The controls that are not there, and the openings without an answer on which checks rest, or what becomes of things. */
export function questionsFor(told: Profile): Question[] {
  const open = openings
    .filter(({ id }) => told.openings[id] === undefined)
    .map(({ id, open: asks, decides }) => ({
      question: {
        way: ['openings', id],
        asks,
        keys: openingKeys(id),
        example: openingSnippet(id),
        unlocks: judgedBy(id).length,
      },
      decides,
    }))
    .filter(({ question, decides }) => question.unlocks > 0 || (decides === 'state' && isOpen(question)))
    .map(({ question }): Question => question);
  const controls = controlNames
    .filter((name) => told.controls?.[name] === undefined)
    .map(
      (name): Question => ({
        way: ['controls', name],
        asks: `a way to ${controlFacts[name].does}`,
        keys: controlKeys(name),
        example: controlSnippet(name),
        unlocks: judgedWith(name).length,
      }),
    );
  return [...controls, ...open].toSorted((one, other) => other.unlocks - one.unlocks);
}

/** Whether there is more than one answer. */
function isOpen({ keys: [first, ...others] }: Pick<Question, 'keys'>): boolean {
  return others.length > 0 || first?.may !== 'none';
}

/** Why an answer cannot be taken, in words; `undefined` where it can. */
export function faultOf(told: Profile, { way }: Question, answer: Json): string | undefined {
  const [part = '', name = ''] = way;
  const before: object = Reflect.get(told, part) ?? {};
  const tried = { ...told, [part]: { ...before, [name]: answer } };
  const at = formatPointer(way);
  const [issue] = checkProfile(tried).toSorted(
    (one, other) => Number(other.pointer.startsWith(at)) - Number(one.pointer.startsWith(at)),
  );
  if (!issue) return undefined;
  const within = splitPointer(issue.pointer).slice(way.length).join('.');
  const hint = issue.hint === undefined ? '' : `; ${issue.hint}`;
  return `${within === '' ? '' : `${within}: `}${issue.message}${hint}`;
}
