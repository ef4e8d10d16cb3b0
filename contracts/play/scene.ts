/** The records, devices and tokens that the steps of one history act on. */

import type { Answer, Token } from '../deployment/answer.ts';
import type { Deployment, Spared, Trace } from '../deployment/deployment.ts';
import { Contradiction, type Unreached } from '../deployment/finding.ts';
import type { Event, Family } from '../judge/event.ts';
import type { AnyId, EpochMs } from '../profile/facts.ts';
import type { AnyFacts } from './comparing.ts';
import type { DeviceSupply, Supplied } from './supply.ts';

export interface SceneRecord {
  readonly family: Family;
  readonly id: AnyId;
  /** The facts that were sent of it, the newest last. */
  readonly written: AnyFacts[];
}

export interface SceneDevice {
  readonly id: AnyId;
  /** Tells whether an expiration date may have been set, or it may have got a licence again. */
  readonly dated: boolean;
  /** Tells whether nothing has used it before. */
  readonly fresh: boolean;
  /** The number of the road that it drives on. */
  readonly road: number;
}

/** Something that the deployment says otherwise than before, and that makes the rule suspect even where it was seen to be kept. */
export class Doubt extends Contradiction {}

/** A device as a list shows it. */
export interface Listed {
  readonly id: AnyId;
  /** So many facts are shown of it, beside its id, for which a read has places. */
  readonly shown: number;
  readonly licence?: string;
  /** The name that the list shows. */
  readonly name?: string;
}

/** The licences of the account, as the history has counted them. */
export interface LicencesSeen {
  /** Tells whether the licences were counted: then a device that is made shows in them. */
  counted: boolean;
}

export interface Scene {
  readonly deployment: Deployment;
  /** By the number that the history gives them. */
  readonly records: Map<string, SceneRecord>;
  /** Records that the history has deleted, or tried to. */
  readonly deleted: Set<SceneRecord>;
  readonly devices: Map<number, SceneDevice>;
  /** Devices that are held for its next steps, and how many it begins with. */
  readonly held: Supplied[];
  readonly together: number;
  /** The records of the last complete list of a family, and those that a list lacked which stood in the one before it. */
  readonly lists: Map<Family, { shown: ReadonlySet<string>; lacking: ReadonlySet<string>; count: number }>;
  /** Devices that are not the run's own, and only read. */
  readonly foreign: Map<number, SceneDevice>;
  /** The newest last. */
  readonly tokens: Token[];
  /** The record that calls go to which are to be refused. */
  spared: Spared | undefined;
  /**
   * Tells whether an operation was `called` with a token in force, or time was brought forward since (`later`): answers from before
   * the history are no answers to what is called then.
   */
  moment: 'first' | 'called' | 'later';
  /** The traces that such calls leave behind if they are carried out. */
  readonly traces: Trace[];
  /** Why the last step was not taken as a whole, where that could have been expected. */
  refusal: Unreached | undefined;
  /** The answer that the last step rests on alone, where it rests on one. */
  evidence: Answer | undefined;
  /** Devices of which a limit was set. */
  readonly limited: Set<AnyId>;
  accessOff: boolean;
  /** Tells whether the expiry of any device was set. */
  expiring: boolean;
  /** Tells whether what is written may be readable only a moment later. */
  readonly settles: boolean;
  readonly licences: LicencesSeen;
  /** The devices of the last list. */
  listed: ReadonlyMap<string, Listed>;
  /** The dates that devices of the history were given last. */
  readonly dates: Map<number, string>;
  /** The newest time of a location that any device of the history has posted. */
  located: number;
  /** So many alerts were posted. */
  alerts: number;
  readonly supply: DeviceSupply;
  /** Tells whether the history was played before. */
  readonly isAgain: boolean;
  /** Tells whether the history counts licences: then no other one runs beside it. */
  readonly countsLicences: boolean;
  /** Brings the deployment's time forward. */
  reach(moment: EpochMs): Promise<void>;
  /** Returns whether a reading explains what was seen so far and this. */
  explains(event: Event): boolean;
}

/** The outcome of a step: nothing where it could not be taken. */
export type Came = Event | undefined;

/** A device that is only read. */
export function seenAs({ devices, foreign }: Scene, number: number): SceneDevice | undefined {
  return devices.get(number) ?? foreign.get(number);
}

/** A look that comes again while no reading explains it: a write may become readable a moment later. */
export function lookUntil<E extends Event>(
  { deployment, explains }: Scene,
  look: () => Promise<E>,
  isDone: (event: E) => boolean = explains,
): Promise<E> {
  const about = (event: E) => {
    if (explains(event)) return undefined;
    return 'family' in event ? event.family : event.kind;
  };
  return deployment.eventually(look, isDone, undefined, about);
}
