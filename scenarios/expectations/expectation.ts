/** Any expectation: its types, its schema, and what is asked of it by its kind. All of it derives from the table. */
import { type At, choice, readChoice, reads } from '../language/builders.ts';
import type { Place } from '../language/terms.ts';
import type { StoryNames } from '../language/words.ts';
import type { Scene } from '../player/scene.ts';
import type { ExpectationRow } from './define.ts';
import type { Finding } from './finding.ts';
import { expectations } from './index.ts';

/** Before it has its label, which is words about the whole story. */
export type Unlabelled = {
  [Kind in keyof typeof expectations]: { kind: Kind; place: Place } & Parameters<
    (typeof expectations)[Kind]['words']
  >[0];
}[keyof typeof expectations];
/** A fact that must hold at a moment. Where it does not, the story fails, and shows the wanted and the actual fact. */
export type Expectation = Unlabelled & { label: string };

/** The table, to be asked by the kind of what it is asked about. */
const rows: { readonly [K in Unlabelled['kind']]: ExpectationRow } = expectations;

export const expectationSchema = reads(choice('an expectation', expectations, {}), readExpectation);

/** The facts that are wanted, each to be judged by itself. */
function readExpectation(written: object, at: At): readonly Unlabelled[] {
  const { kind, made } = readChoice(expectations, written, at);
  const place = at.names.source.place(at.path);
  return [made].flat().map((facts) => ({ kind, place, ...Object(facts) }));
}

/** An expectation in one line: `licences used: 10`. */
export function expectationInWords(expectation: Unlabelled, names: StoryNames): string {
  return rows[expectation.kind].words(expectation, names);
}

/** Returns whether something holds at this moment. `it` is the device that set off the entry, if one did. */
export function check(expectation: Expectation, scene: Scene, it: number | null): Finding {
  return rows[expectation.kind].check(expectation, scene, it);
}

/** The recipients of messages that are asked about: users by name, and addresses. */
export function recipientsAsked(expectations: readonly Expectation[]): ReadonlySet<string> {
  return new Set(expectations.flatMap((each) => ('to' in each && each.to !== undefined ? [each.to] : [])));
}
