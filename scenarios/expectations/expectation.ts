/** Any expectation: its types, its schema, and what is asked of it by its kind. All of it derives from the table. */
import type { Static } from '../../contracts/kit/schema.ts';
import type { Path } from '../language/problems.ts';
import type { Names } from '../language/resolve/names.ts';
import { readRow, type Said } from '../language/rows.ts';
import { choice } from '../language/schema/builders.ts';
import type { Place } from '../language/terms.ts';
import type { StoryNames } from '../language/words.ts';
import type { Scene } from '../player/scene.ts';
import type { ExpectationRow } from './define.ts';
import type { Finding } from './finding.ts';
import { expectations } from './index.ts';

export const expectationSchema = choice('an expectation', expectations, {});
type WrittenExpectation = Static<typeof expectationSchema>;

/** Before it has its label, which is words about the whole story. */
export type Unlabelled = Said<typeof expectations, { place: Place }>;
/** A fact that must hold at a moment. Where it does not, the story fails, and shows the wanted and the actual fact. */
export type Expectation = Unlabelled & { label: string };

/** The table, to be asked by the kind of what it is asked about. */
const rows: { readonly [K in Unlabelled['kind']]: ExpectationRow } = expectations;

/** The facts that are wanted, each to be judged by itself. None, with the problems noted, for what cannot be judged. */
export function readExpectation(
  written: WrittenExpectation,
  path: Path,
  names: Names,
  mayBeIt: boolean,
): Unlabelled[] {
  const read = readRow(expectations, { ...written }, { path, names, mayBeIt });
  const place = names.place(path);
  const all: readonly object[] = read?.facts ?? [];
  return all.map((facts) => ({ kind: read?.kind, place, ...facts }) as Unlabelled);
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
  return new Set(expectations.flatMap((each) => ('to' in each && each.to !== null ? [each.to] : [])));
}
