/**
 * A story as it is played: what a file says, with every default filled in, every name resolved and every
 * time worked out. `readStory` makes it; the player, the exports and the live page take it.
 *
 * Times are milliseconds since 1970 UTC and durations milliseconds; positions are degrees (WGS 84), lengths
 * metres, speeds km/h. Devices are their ids: the fleet begins with 1, in the order of the file.
 */

/** Where something stands in the file, from 1. */
export interface Place {
  line: number;
  column: number;
}

export type Channel = 'email' | 'sms';
export type Severity = 'info' | 'warning' | 'critical';
/** Latitude, longitude. */
export type Position = readonly [latitude: number, longitude: number];

export interface Story {
  /** What it is called on the command line: its file's name without the ending. */
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
  /** How many devices the fleet begins with. */
  devices: number;
  /** In the order of the file. */
  timeline: readonly Entry[];
  /** Whether anything of it lies in the bundled town, whose roads are then worth drawing. */
  inTown: boolean;
}

export interface StoryClock {
  start: number;
  /** The last moment that is played. */
  end: number;
  /** IANA; the account's, and that of local times in the file. */
  timeZone: string;
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
  /** What people call the devices; `{n}` stands for the number within the part. */
  label: string;
  vehicle: VehicleKind;
  /** Place in `Story.groups`. */
  group: number | null;
  /** Where each stands at the start; spread over the stops of its route, or the town, where it is null. */
  start: Position | null;
  /** What it drives from the start on: place in `Story.routes`, or null to stand. */
  drives: Driving | null;
  report: ReportIntervals;
  limits: { dailyEmail: number | null; dailySms: number | null };
  /** A calendar date, or null. */
  expirationDate: string | null;
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
  /** Whether a turn of more than 30 degrees is reported at once. */
  turns: boolean;
}

export interface Driving {
  /** Place in `Story.routes`. */
  route: number;
  repeat: 'once' | 'loop' | 'back-and-forth';
  /** km/h above the limits of the roads; 0 for a driver who keeps to them. */
  above: number;
  /** How long it stands at each stop: median of a log-normal; 0 to drive through. */
  dwell: number;
  /** Moved by somebody else: its own engine is off. */
  towed?: boolean;
}

/** Devices that are meant: a stretch of ids; `'it'` is the one that set off the entry. */
export type Devices = { first: number; count: number } | 'it';

/** Something of the timeline: when, what is told, what is done, what is expected. */
export interface Entry {
  /** For people: the name given in the file, or what it does in words. */
  label: string;
  place: Place;
  when: Moment;
  /** Begins a chapter. */
  chapter?: string;
  caption?: string;
  actions: readonly Action[];
  expectations: readonly Expectation[];
}

export type Moment =
  | { kind: 'at'; at: number }
  /** The end of the story, once all else has happened. */
  | { kind: 'end' }
  | { kind: 'every'; every: number; from: number; until: number }
  /** The moments of a cron expression in the story's zone; worked out by the player as they come. */
  | { kind: 'cron'; expression: string; from: number; until: number }
  | { kind: 'when'; condition: Condition; from: number; until: number; most: number; notAgainFor: number };

/** What sets an entry off: each time that it becomes true of a device, not while it stays true. */
export type Condition =
  | { kind: 'enters' | 'leaves'; devices: Devices; site: number }
  | { kind: 'speed-above'; devices: Devices; speed: number; site: number | null }
  | { kind: 'stands-still'; devices: Devices; for: number }
  | { kind: 'sensor'; devices: Devices; sensor: string; above?: number; below?: number }
  | { kind: 'counter-reaches'; devices: Devices; channel: Channel; count: number }
  | { kind: 'device-expires'; devices: Devices }
  | { kind: 'message-withheld'; devices: Devices; channel: Channel | null }
  | { kind: 'alert-raised'; devices: Devices; type: string }
  /** A route driven once has come to its end. */
  | { kind: 'arrives'; devices: Devices };

/** What is done. `outcome` is what the service is to answer; another answer fails the story. */
export type Action = { place: Place; outcome: 'done' | 'refused' | 'any' } & (
  | { kind: 'drive'; devices: Devices; driving: Driving }
  | { kind: 'stop'; devices: Devices; for: number | null }
  | {
      kind: 'alert';
      devices: Devices;
      type: string;
      severity?: Severity;
      text?: string;
      channels?: readonly Channel[];
      /** How many, and how far apart. */
      times: number;
      apart: number;
    }
  | { kind: 'send'; devices: Devices; channel: Channel; count: number }
  | {
      kind: 'set-limits';
      devices: Devices;
      change: {
        expires?: boolean;
        expirationDate?: string | null;
        dailyEmail?: number | null;
        dailySms?: number | null;
      };
    }
  | { kind: 'activate'; devices: Devices; expirationDate?: string }
  | { kind: 'set-licences'; total: number }
  | { kind: 'api-access'; on: boolean }
  | { kind: 'rotate-key' }
  /** Nothing gets through for a while. What was buffered comes late: partly out of order, partly twice. */
  | { kind: 'lose-signal'; devices: Devices; for: number | null; buffered: boolean }
  | { kind: 'regain-signal'; devices: Devices }
  | { kind: 'set-sensor'; devices: Devices; sensor: string; value: number }
  /** What a vehicle has left, in percent. */
  | { kind: 'set-level'; devices: Devices; level: 'fuel' | 'battery'; value: number }
  | { kind: 'add-device'; name: string; group: string | null }
  | { kind: 'create-group'; name: string; description: string; devices: Devices | null }
  | { kind: 'replace-group'; group: string; name: string; description: string; devices: Devices | null }
  | { kind: 'patch-group'; group: string; name?: string; description?: string; devices?: Devices | null }
  | { kind: 'delete-group'; group: string }
  | { kind: 'create-user'; user: UserFacts & { name: string } }
  | { kind: 'replace-user'; name: string; user: UserFacts & { name: string } }
  | { kind: 'patch-user'; name: string; user: UserFacts }
  | { kind: 'delete-user'; name: string }
  | {
      kind: 'faults';
      rules: readonly { operation: string; latency: number; errors: number; drops: number }[];
    }
  /** Gets a token with the account's credentials, as a client would. */
  | { kind: 'token' }
);

/** Of a user; groups by name. */
export interface UserFacts {
  name?: string;
  email?: string;
  phone?: string;
  country?: string;
  timeZone?: string;
  groups?: readonly string[];
  notify?: readonly Channel[];
  disabled?: boolean;
}

/** How a number is to be. */
export type Wanted = { is: number } | { atLeast?: number; atMost?: number };

/** What must hold at that moment; one that does not fails the story, and is told with what was wanted. */
export type Expectation = { place: Place; label: string } /** Events of a kind so far. */ & (
  | { kind: 'happened'; event: string; wanted: Wanted }
  | { kind: 'licences'; of: 'used' | 'available' | 'total'; wanted: Wanted }
  | {
      kind: 'devices';
      wanted: Wanted;
      licence: 'used' | 'expired' | null;
      status: 'online' | 'offline' | 'unknown' | null;
    }
  | {
      kind: 'device';
      devices: Devices;
      licence?: 'used' | 'expired';
      status?: 'online' | 'offline' | 'unknown';
    }
  | { kind: 'usage'; devices: Devices; channel: Channel; wanted: Wanted }
  | {
      kind: 'messages';
      devices: Devices | null;
      channel: Channel | null;
      outcome: 'sent' | 'withheld';
      reason: 'daily-limit' | 'device-expired' | null;
      wanted: Wanted;
    }
  | { kind: 'alerts'; devices: Devices | null; type: string | null; wanted: Wanted }
  /** Where the last location lies. */
  | { kind: 'position'; devices: Devices; site: number; within: number; not: boolean }
  | {
      kind: 'last-location';
      devices: Devices;
      fact: 'speed' | 'odometer' | 'fuel' | 'battery' | 'age';
      wanted: Wanted;
    }
  /** Locations that the service holds of a device. */
  | { kind: 'locations'; devices: Devices; wanted: Wanted }
  | { kind: 'groups' | 'users'; wanted: Wanted }
  | { kind: 'group'; name: string; exists: boolean; devices?: Wanted }
  | { kind: 'user'; name: string; exists: boolean }
  /** What the public API itself answers. `with`: the token to show. */
  | {
      kind: 'reply';
      operation: string;
      device: number | null;
      group: string | null;
      user: string | null;
      with: 'token' | 'first-token' | 'no-token';
      answered: 'served' | 'refused';
      /** The length of a list that it answers with. */
      items?: Wanted;
      /** Facts of a record that it answers with, by their canonical names. */
      facts?: { readonly [fact: string]: string | number | boolean | null };
    }
);
