/** Any action: its type, its schema, and what is asked of it by its kind. All of it derives from the table. */
import type { Static } from '../../contracts/kit/schema.ts';
import type { Path } from '../language/problems.ts';
import type { Names } from '../language/resolve/names.ts';
import { checkText } from '../language/resolve/texts.ts';
import { readRow, type Said } from '../language/rows.ts';
import { choice, oneOf, option, orWord } from '../language/schema/builders.ts';
import type { Devices, Place } from '../language/terms.ts';
import type { StoryNames } from '../language/words.ts';
import type { Scene } from '../player/scene.ts';
import type { ActionRow, Repeats, Subject } from './define.ts';
import { actions } from './index.ts';

type Outcome = 'done' | 'refused' | 'any';

/** An action of a story. `outcome` is the answer that the service is to give; another answer fails the story. */
export type Action = Said<typeof actions, { place: Place; outcome: Outcome }>;

const outcome = option(
  'What the service is to answer; default done. Another answer fails the story.',
  oneOf('done', 'refused', 'any'),
);
/** Actions whose name says everything: `do: getToken`. */
const bare = oneOf('getToken', 'rotateKey');

export const actionSchema = orWord(bare, choice('an action', actions, { outcome }));
type WrittenAction = Static<typeof actionSchema>;

/** An action from its form in a file; `undefined`, with the problems noted, where it cannot be done. */
export function readAction(
  written: WrittenAction,
  path: Path,
  names: Names,
  mayBeIt: boolean,
): Action | undefined {
  const { outcome = 'done', ...fields }: { outcome?: Outcome; [field: string]: unknown } =
    typeof written === 'string' ? { [written]: true } : written;
  for (const [field, text] of Object.entries(fields)) checkText(text, [...path, field], names);
  const read = readRow(actions, fields, { path, names, mayBeIt });
  return read && ({ kind: read.kind, place: names.place(path), outcome, ...read.facts } as Action);
}

/** The table, to be asked by the kind of what it is asked about. */
const rows: { readonly [K in Action['kind']]: ActionRow } = actions;

export function actionInWords(action: Action, names: StoryNames): string {
  const refused = action.outcome === 'refused' ? ' (to be refused)' : '';
  return `${rows[action.kind].words(action, names)}${refused}`;
}

/** The name of an action in the log, in reports and traces, such as `set-limits`. */
export function actionName({ kind }: Action): string {
  return kind === 'getToken' ? 'token' : kind.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The devices that an action is done to, one after the other; null where it is done once. */
export function devicesOf(action: Action): Devices | null {
  return 'devices' in action ? action.devices : null;
}

/** How often an action is done in all to each device, and when. */
export function repeatsOf(action: Action): Repeats {
  return { times: 1, apart: 0, stagger: 0, ...rows[action.kind].repeats?.(action) };
}

/** Does an action for one subject, on the story's own service. Throws a FleetError or Refusal where the service refuses. */
export function performAction(action: Action, subject: Subject, scene: Scene): void {
  rows[action.kind].perform(action, subject, scene);
}
