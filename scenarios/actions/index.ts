/**
 * The actions of stories, one file for each subject and one row for each action, by the field that asks for it: what a
 * story may say (`beside`, `read`), how it is put into words, and what it does to the story's own service. Here is what is
 * derived from all of them: type, schema, and what is done by kind.
 *
 * - `vehicles.ts`   driving, signal, sensors, and what is wrong with reports; the faults are in `../device-faults`
 * - `messages.ts`   alerts and messages
 * - `licences.ts`   limits, expiry, licences, devices that are added
 * - `api.ts`        access to the API, and faults of it
 * - `records.ts`    groups and users
 * - `define.ts`     how an action is written
 */
import { type At, choice, oneOf, option, orWord, readChoice, reads } from '../language/builders.ts';
import type { Devices, Place } from '../language/terms.ts';
import type { StoryNames } from '../language/words.ts';
import type { Scene } from '../player/scene.ts';
import { apiActions } from './api.ts';
import type { ActionRow, Repeats, Subject } from './define.ts';
import { licenceActions } from './licences.ts';
import { messageActions } from './messages.ts';
import { recordRows } from './records.ts';
import { vehicleActions } from './vehicles.ts';

/** In the order in which an editor offers them. */
export const actions = {
  ...vehicleActions,
  ...messageActions,
  ...licenceActions,
  ...apiActions,
  ...recordRows,
};

type Outcome = 'done' | 'refused' | 'any';

/** An action of a story. `outcome` is the answer that the service is to give; another answer fails the story. */
export type Action = {
  [Kind in keyof typeof actions]: { kind: Kind; place: Place; outcome: Outcome } & Parameters<
    (typeof actions)[Kind]['words']
  >[0];
}[keyof typeof actions];

const outcome = option(
  'What the service is to answer; default done. Another answer fails the story.',
  oneOf('done', 'refused', 'any'),
);
/** Actions whose name says everything: `do: getToken`. */
const bare = reads(oneOf('getToken', 'rotateKey'), (word, at) => readAction({ [word]: true }, at));

export const actionSchema = orWord(bare, reads(choice('an action', actions, { outcome }), readAction));

function readAction(written: object, at: At): Action {
  const { kind, made, fields } = readChoice(actions, written, at);
  const { outcome = 'done' } = fields;
  return { kind, place: at.names.source.place(at.path), outcome, ...Object(made) };
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
