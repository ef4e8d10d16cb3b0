/**
 * The terms of actions, conditions and expectations of a story: its setting, and parts of it.
 *
 * Times are milliseconds since 1970 UTC and durations milliseconds; positions are degrees (WGS 84), lengths
 * metres, speeds km/h. Devices are their ids: the fleet begins with 1, in the order of the file.
 */

import type { EventKind } from '../../contracts/specification/events/index.ts';
import type { Fixture, FixtureDevice } from '../../simulator/fixture/schema.ts';
import type { LeftOut } from '../motion/track.ts';

/** The position of something in the file, from 1. */
export interface Place {
  line: number;
  column: number;
}

export type Channel = 'email' | 'sms';
/** Latitude, longitude. */
export type Position = readonly [latitude: number, longitude: number];

/** A story without its timeline. */
export interface Setting {
  /** Its name on the command line: its file's name without the ending. */
  name: string;
  title: string;
  /** One or two sentences for a list of stories. */
  summary: string;
  clock: StoryClock;
  account: StoryAccount;
  /** Places and areas, by their order in the file. */
  sites: readonly Site[];
  routes: readonly Route[];
  groups: readonly GroupPart[];
  users: readonly UserPart[];
  fleet: readonly FleetPart[];
  /** The fixture that says who takes part, where one does: account, groups, users and fleet are read from it. */
  cast?: Fixture;
  /** How many devices the fleet begins with. */
  devices: number;
  /** True if anything of it is in the bundled town, whose roads are then worth drawing. */
  inTown: boolean;
  /** A fleet made in code: its world is there already, and nothing of it is shown as a story. */
  isPlain?: true;
}

export interface StoryClock {
  start: number;
  /** The last moment that is played. */
  end: number;
  /** IANA; the account's, and that of local times in the file. */
  timeZone: string;
  /** When a day ends, such as `04:00` or `00:00 UTC`; absent: as the profile says, by default at midnight in `timeZone`. */
  dayEnds?: string;
  seed: number;
}

export interface StoryAccount {
  licences: number;
  apiAccess: boolean;
  userName: string;
  apiKey: string;
}

/** A place with a name. One with an area can be entered and left. */
export interface Site {
  name: string;
  /** The place itself, or the middle of its area. */
  at: Position;
  area?: Circle | Polygon;
}
export interface Circle {
  centre: Position;
  radius: number;
}
export interface Polygon {
  /** At least three corners, not closed. */
  corners: readonly Position[];
}

/** A way that vehicles drive. */
export type Route = { name: string } & (
  | { kind: 'waypoints'; points: readonly Position[]; speedLimit: number }
  /** A recorded drive: times in ms from its first fix. */
  | {
      kind: 'track';
      rhythm: 'recorded' | 'own';
      fixes: readonly {
        after: number;
        latitude: number;
        longitude: number;
        altitude?: number;
        speed?: number;
        course?: number;
      }[];
      /** Points of the file that are not driven. */
      leftOut: LeftOut;
    }
  /** Along the roads of the bundled town, by the names of its places or from any positions near its roads. */
  | { kind: 'roads'; stops: readonly Position[] }
  /** From one place of the town to another, for ever, each chosen by chance. */
  | { kind: 'roaming' }
);

export interface GroupPart {
  name: string;
  description: string;
}

export interface UserPart {
  name: string;
  email: string;
  phone: string;
  country: string;
  timeZone: string;
  /** Places in `Story.groups`. */
  groups: readonly number[];
  notify: readonly Channel[];
}

export type VehicleKind = 'car' | 'truck' | 'bike';

/** Devices that are alike: `first` to `first + count - 1`. */
export interface FleetPart {
  /** The name of the part in the file, such as `van`; its devices are `van-1`, `van-2`, …, or `van` alone. */
  name: string;
  first: number;
  count: number;
  /** The name of the devices; `{n}` is replaced by the number within the part. */
  label: string;
  vehicle: VehicleKind;
  /** Place in `Story.groups`. */
  group: number | null;
  /** Further ones. */
  groups?: readonly number[];
  /** Position of each at the start; spread over the stops of its route, or the town, where it is null. */
  start: Position | null;
  /** Its drive from the start on: place in `Story.routes`, or null to stay parked. */
  drives: Driving | null;
  report: ReportIntervals;
  /** One in so many begins with a stop, and all others drive at once. Absent: each waits for as long as chance has it. */
  standsFirst?: number;
  /** It is nowhere, and reports nothing, before an entry has it drive. */
  isNowhere?: true;
  limits: { dailyEmail: number | null; dailySms: number | null };
  /** A calendar date, or null. */
  expirationDate: string | null;
  /** The id of the one device of a part that a fixture says: as the profile writes it. */
  id?: string | number;
  /** The further facts of a device of a fixture, where there are any. */
  device?: FixtureDevice;
  /** At the start. Absent: made up from the seed. */
  odometer?: number;
  fuel?: number;
  battery?: number;
  /** Further facts that each location carries among its attributes, such as `temperature`. */
  sensors: { readonly [name: string]: number };
}

export interface ReportIntervals {
  moving: number;
  parked: number;
  /** True if a turn of more than 30 degrees is reported at once. */
  turns: boolean;
  /** On a recorded drive each of its fixes is reported, and nothing else. */
  atFixes?: boolean;
}

export interface Driving {
  /** Place in `Story.routes`. */
  route: number;
  repeat: 'once' | 'loop' | 'back-and-forth';
  /** km/h above the limits of the roads; 0 for a driver who keeps to them. */
  above: number;
  /** How long it waits at each stop: median of a log-normal; 0 to drive through. */
  dwell: number;
  /** Moved by another vehicle: its own engine is off. */
  towed?: boolean;
}

/** Devices that are meant: a stretch of ids; `'it'` is the one that set off the entry. */
export type Devices = { first: number; count: number } | 'it';

/** The ids that are meant; `it` is the device that set off the entry, if one did. */
export function idsOf(devices: Devices, it: number | null): readonly number[] {
  if (devices === 'it') return it === null ? [] : [it];
  return Array.from({ length: devices.count }, (_, index) => devices.first + index);
}

/** Returns whether a device is among those that are meant. */
export function isAmong(devices: Devices, device: number, it: number | null = null): boolean {
  if (devices === 'it') return device === it;
  return device >= devices.first && device < devices.first + devices.count;
}

/** How a number is to be. */
export type Wanted = { is: number } | { atLeast?: number; atMost?: number };

/** Something that is sought among what happens: events, and messages by what became of them. What is left out may be anything. */
export interface Sought {
  readonly kind: EventKind | 'sent' | 'withheld';
  /** The type of an alert. */
  readonly type?: string | undefined;
  readonly channel?: Channel | undefined;
  /** Why messages were withheld. */
  readonly reason?: string | undefined;
  /** The name of a user, or an address. */
  readonly to?: string | undefined;
  /** `name` or `name:value`, all of them. */
  readonly fields?: readonly string[] | undefined;
}

/** A value that a caption shows as it is at its moment. */
export type CaptionValue =
  | { kind: 'it' | 'time' }
  /** How often something happened; `null`: to any device. */
  | { kind: 'count'; sought: Sought; devices: Devices | null }
  /** A sensor, or a fact such as speed, of the last location. */
  | { kind: 'fact'; fact: string; devices: Devices };
/** By what stands in braces. */
export type CaptionValues = { readonly [written: string]: CaptionValue };
