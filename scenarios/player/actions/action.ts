/** How an action is written: a function that does it, or throws the refusal of the service. */
import { FleetError } from '../../../simulator/fleet/errors.ts';
import type { Action } from '../../language/story.ts';
import type { Scene } from '../scene.ts';

type ActionKind = Action['kind'];
export type ActionOf<K extends ActionKind> = Extract<Action, { kind: K }>;

/** Actions that are done with each of the devices that are meant. */
export type DeviceActionKind =
  | 'drive'
  | 'stop'
  | 'lose-signal'
  | 'regain-signal'
  | 'set-sensor'
  | 'set-level'
  | 'alert'
  | 'send'
  | 'set-limits'
  | 'activate';
/** Actions that are done once. */
export type AccountActionKind = Exclude<ActionKind, DeviceActionKind>;

export type DeviceAct<K extends DeviceActionKind> = (
  scene: Scene,
  action: ActionOf<K>,
  device: number,
) => void;
/** `it` is the device that set off the entry, if one did. */
export type AccountAct<K extends AccountActionKind> = (
  scene: Scene,
  action: ActionOf<K>,
  it: number | null,
) => void;

export type DeviceActs = { readonly [K in DeviceActionKind]: DeviceAct<K> };
export type AccountActs = { readonly [K in AccountActionKind]: AccountAct<K> };

/** What the service refuses without the fleet having a word for it. */
export class Refusal extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** The refusal that an action threw; rethrows what is none. */
export function refusalIn(error: unknown): { code: string; reason: string } {
  if (error instanceof FleetError || error instanceof Refusal) {
    return { code: error.code, reason: error.message };
  }
  throw error;
}
