/** The records, devices and tokens that the steps of one history act on. */

import type { Answer, Token } from '../deployment/answer.ts';
import type { Deployment, Spared, Trace } from '../deployment/deployment.ts';
import { Contradiction, type Unreached } from '../deployment/finding.ts';
import type { Event, Family } from '../judge/event.ts';
import type { AnyId, Facts } from '../profile/facts.ts';
import type { AnyFacts } from './contents.ts';
import type { DeviceSupply, Supplied } from './supply.ts';

/** The name of a record in a history. */
export type Target = { readonly family: Family; readonly record: number };

export function keyOf({ family, record }: Target): string {
  return `${family} ${record}`;
}

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
export type Listed = Facts<'device', AnyId> & { readonly id: AnyId };

/** The last list of a family: others than the records of the history, those of them that the list before had and it lacks, and all. */
export interface ListedOf {
  readonly shown: ReadonlySet<string>;
  readonly lacking: ReadonlySet<string>;
  readonly count: number;
}

/** The parts of a scene that come from who plays the history. */
export interface Staging {
  readonly deployment: Deployment;
  readonly supply: DeviceSupply;
  /** How many devices it begins with. */
  readonly together: number;
  /** Tells whether the history was played before. */
  readonly isAgain: boolean;
  /** Tells whether the history counts licences: then no other one runs beside it. */
  readonly countsLicences: boolean;
  /** Returns whether a reading explains what was seen so far and this. */
  explains(event: Event): boolean;
}

export type Scene = Staging & ReturnType<typeof emptyScene>;

/** Makes the scene at the beginning of a history: records and devices by the numbers that it gives them. */
export function emptyScene() {
  return {
    records: new Map<string, SceneRecord>(),
    /** Records that the history has deleted, or tried to. */
    deleted: new Set<SceneRecord>(),
    /** The last complete list of each family. */
    listedOf: new Map<Family, ListedOf>(),
    devices: new Map<number, SceneDevice>(),
    /** Devices that are held for its next steps. */
    held: [] as Supplied[],
    /** Devices that are not the run's own, and only read. */
    foreign: new Map<number, SceneDevice>(),
    /** The devices of the last list. */
    listed: new Map<string, Listed>() as ReadonlyMap<string, Listed>,
    /** The dates that devices of the history were given last. */
    dates: new Map<number, string>(),
    /** Devices of which a limit was set. */
    limited: new Set<AnyId>(),
    /** Tells whether the expiry of any device was set. */
    expiring: false,
    /** Tells whether they were counted: then a device that is made shows in them. */
    licences: { counted: false },
    /** The newest time of a location that any device of the history has posted. */
    located: 0,
    /** So many alerts were posted. */
    alerts: 0,
    /** The newest last. */
    tokens: [] as Token[],
    accessOff: false,
    /**
     * Tells whether an operation was `called` with a token in force, or time was brought forward since (`later`): answers from
     * before the history are no answers to what is called then.
     */
    moment: 'first' as 'first' | 'called' | 'later',
    /** The record that calls go to which are to be refused, and the traces that these leave behind if they are carried out. */
    spared: undefined as Spared | undefined,
    traces: [] as Trace[],
    /** Why the last step was not taken as a whole, where that could have been expected. */
    refusal: undefined as Unreached | undefined,
    /** The answer that the last step rests on alone, where it rests on one. */
    evidence: undefined as Answer | undefined,
  };
}

/** Returns whether what is written may be readable only a moment later. */
export function settles({ profile }: Pick<Deployment, 'profile'>): boolean {
  const promised = profile.openings.consistency?.readableAfter;
  return promised === undefined || !/^PT0+(\.0+)?S$/.test(promised);
}

/** The outcome of a step: nothing where it could not be taken. */
export type StepResult = Event | undefined;

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
