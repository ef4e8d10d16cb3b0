/** Any action: its types, its schema, and what is asked of it by its kind. All of it derives from the table. */
import type { Static } from '../../contracts/kit/schema.ts';
import { namesOf } from '../../contracts/kit/tables.ts';
import type { Path } from '../language/problems.ts';
import type { Names } from '../language/resolve/names.ts';
import type { Reading } from '../language/resolve/reading.ts';
import { checkText } from '../language/resolve/texts.ts';
import { choice, oneOf, option, orWord, renamed } from '../language/schema/builders.ts';
import type { Devices, Place } from '../language/terms.ts';
import type { StoryNames } from '../language/words.ts';
import type { Scene } from '../player/scene.ts';
import type { ActionDefinition, Repeats, Subject } from './define.ts';
import { type ActionKind, actionFields, actions } from './index.ts';

type Actions = typeof actions;
type FactsOf<K extends ActionKind> =
  Actions[K] extends ActionDefinition<infer _Value, infer _Beside, infer Facts> ? Facts : never;

const common = {
  outcome: option(
    'What the service is to answer; default done. Another answer fails the story.',
    oneOf('done', 'refused', 'any'),
  ),
};
const branches = renamed(actions, actionFields);

/** Actions whose name says everything: `do: getToken`. */
const bare = oneOf(actionFields.token, actionFields['rotate-key']);

export const actionSchema = orWord(bare, choice('an action', branches, common));
export type WrittenAction = Static<typeof actionSchema>;

type Outcome = 'done' | 'refused' | 'any';
/** Any action of a file, whose form has been checked. */
type Written = { readonly outcome?: Outcome; readonly [field: string]: unknown };

/** An action of a story. `outcome` is the answer that the service is to give; another answer fails the story. */
export type ActionOf<K extends ActionKind = ActionKind> = {
  [P in K]: { kind: P; place: Place; outcome: Outcome } & FactsOf<P>;
}[K];
export type Action = ActionOf;

/** The table, to be asked by the kind of what it is asked about. */
const byKind: {
  readonly [K in ActionKind]: {
    read(reading: Reading<unknown, object>): FactsOf<K> | undefined;
    words(action: ActionOf<K>, names: StoryNames): string;
    devicesOf(action: ActionOf<K>): Devices | null;
    repeats?(action: ActionOf<K>): Partial<Repeats>;
    perform(action: ActionOf<K>, subject: Subject, scene: Scene): void;
  };
} = actions;

/** An action from its form in a file; `undefined`, with the problems noted, where it cannot be done. */
export function readAction(
  written: WrittenAction,
  path: Path,
  names: Names,
  mayBeIt: boolean,
): Action | undefined {
  const fields = typeof written === 'string' ? { [written]: true } : written;
  const kind = namesOf(actionFields).find((each) => Object.hasOwn(fields, actionFields[each]));
  return kind && readAs(kind, fields, path, names, mayBeIt);
}

function readAs<K extends ActionKind>(
  kind: K,
  { outcome = 'done', ...given }: Written,
  path: Path,
  names: Names,
  mayBeIt: boolean,
): ActionOf<K> | undefined {
  const { [actionFields[kind]]: value, ...fields } = given;
  const here = [...path, actionFields[kind]];
  for (const [field, text] of Object.entries({ [actionFields[kind]]: value, ...fields })) {
    checkText(text, [...path, field], names.diagnostics);
  }
  const facts = byKind[kind].read({ value, fields, path, here, names, mayBeIt });
  return facts && { kind, place: names.diagnostics.place(path), outcome, ...facts };
}

export function actionInWords<K extends ActionKind>(action: ActionOf<K>, names: StoryNames): string {
  const refused = action.outcome === 'refused' ? ' (to be refused)' : '';
  return `${byKind[action.kind].words(action, names)}${refused}`;
}

/** The devices that an action is done to, one after the other; null where it is done once. */
export function devicesOf<K extends ActionKind>(action: ActionOf<K>): Devices | null {
  return byKind[action.kind].devicesOf(action);
}

/** How often an action is done in all to each device, and when. */
export function repeatsOf<K extends ActionKind>(action: ActionOf<K>): Repeats {
  return { times: 1, apart: 0, stagger: 0, ...byKind[action.kind].repeats?.(action) };
}

/** Does an action for one subject, on the story's own service. Throws a FleetError or Refusal where the service refuses. */
export function performAction<K extends ActionKind>(
  action: ActionOf<K>,
  subject: Subject,
  scene: Scene,
): void {
  byKind[action.kind].perform(action, subject, scene);
}
