/** A story as it is written: what the data of a file is once it has the form of the schema. */
import type { Channel, Severity, VehicleKind } from './story.ts';

export type Switch = boolean | 'on' | 'off';
export type WrittenPosition = string | readonly number[];
export type OneOrMore<T> = T | readonly T[];
/** By the author's names. */
export type Named<T> = { readonly [name: string]: T };

export interface WrittenStory {
  title?: string;
  summary?: string;
  clock?: { start?: string; end?: string; for?: string; timeZone?: string; seed?: number };
  account?: { licences?: number; apiAccess?: Switch; userName?: string; apiKey?: string };
  places?: Named<WrittenPlace>;
  routes?: Named<WrittenRoute>;
  groups?: Named<string | null>;
  users?: Named<WrittenUser | null>;
  fleet?: Named<WrittenPart | null>;
  timeline?: readonly WrittenEntry[];
  expect?: OneOrMore<WrittenExpectation>;
}

export type WrittenPlace =
  | WrittenPosition
  | { around?: WrittenPosition; radius?: string | number; corners?: readonly WrittenPosition[] };

export type WrittenRoute =
  | 'roaming'
  | {
      roads?: readonly WrittenPosition[];
      waypoints?: readonly WrittenPosition[];
      speedLimit?: number;
      track?: string;
      rhythm?: 'recorded' | 'own';
    };

export interface WrittenUser {
  email?: string;
  phone?: string;
  country?: string;
  timeZone?: string;
  groups?: readonly string[];
  notify?: readonly Channel[];
}

export interface WrittenDriving {
  repeat?: 'once' | 'loop' | 'back-and-forth';
  above?: number;
  dwell?: string;
  towed?: Switch;
}

export interface WrittenLimits {
  dailyEmail?: number | null;
  dailySms?: number | null;
}

export interface WrittenPart {
  count?: number;
  label?: string;
  vehicle?: VehicleKind;
  group?: string;
  start?: WrittenPosition;
  drives?: string | ({ route: string } & WrittenDriving);
  report?: string | { moving?: string; parked?: string; turns?: Switch };
  limits?: WrittenLimits;
  expirationDate?: string;
  odometer?: number;
  fuel?: number;
  battery?: number;
  sensors?: Named<number>;
}

export interface WrittenEntry {
  at?: string;
  every?: string;
  cron?: string;
  when?: WrittenCondition;
  from?: string;
  until?: string;
  most?: number;
  notAgainFor?: string;
  name?: string;
  chapter?: string;
  caption?: string;
  do?: OneOrMore<WrittenAction>;
  expect?: OneOrMore<WrittenExpectation>;
}

export interface WrittenCondition {
  device?: string;
  enters?: string;
  leaves?: string;
  speedAbove?: number;
  in?: string;
  standsStill?: string;
  sensor?: string;
  above?: number;
  below?: number;
  counterReaches?: number;
  channel?: Channel;
  expires?: true;
  withheld?: Channel | 'any';
  raises?: string;
  arrives?: true;
}

/** One verb, and what goes with it. */
export type WrittenAction =
  | 'getToken'
  | 'rotateKey'
  | (WrittenDriving &
      WrittenUser & {
        outcome?: 'done' | 'refused' | 'any';
        drive?: string;
        stop?: string;
        alert?: string;
        send?: string;
        setLimits?: string;
        activate?: string;
        setLicences?: number;
        apiAccess?: Switch;
        rotateKey?: true;
        getToken?: true;
        loseSignal?: string;
        regainSignal?: string;
        setSensor?: string;
        setFuel?: string;
        setBattery?: string;
        addDevice?: string;
        createGroup?: string;
        replaceGroup?: string;
        patchGroup?: string;
        deleteGroup?: string;
        createUser?: string;
        replaceUser?: string;
        patchUser?: string;
        deleteUser?: string;
        faults?: readonly WrittenFault[];
        route?: string;
        for?: string;
        type?: string;
        severity?: Severity;
        text?: string;
        channels?: readonly Channel[];
        times?: number;
        apart?: string;
        channel?: Channel;
        count?: number;
        expires?: Switch;
        expirationDate?: string | null;
        dailyEmail?: number | null;
        dailySms?: number | null;
        buffered?: Switch;
        sensor?: string;
        value?: number;
        percent?: number;
        group?: string;
        name?: string;
        description?: string;
        devices?: string | null;
        disabled?: Switch;
      });

export interface WrittenFault {
  operation: string;
  latency?: string;
  errors?: number;
  drops?: number;
}

export type WrittenWanted = number | { atLeast?: number; atMost?: number };
export type WrittenAge = string | { atLeast?: string; atMost?: string };

export interface WrittenExpectation {
  device?: string;
  licence?: 'used' | 'expired';
  status?: 'online' | 'offline' | 'unknown';
  usage?: { email?: WrittenWanted; sms?: WrittenWanted };
  near?: string;
  notNear?: string;
  within?: string | number;
  last?: {
    speed?: WrittenWanted;
    odometer?: WrittenWanted;
    fuel?: WrittenWanted;
    battery?: WrittenWanted;
    age?: WrittenAge;
  };
  locations?: WrittenWanted;
  devices?: WrittenWanted;
  licences?: { used?: WrittenWanted; available?: WrittenWanted; total?: WrittenWanted };
  sent?: WrittenWanted;
  withheld?: WrittenWanted;
  reason?: 'daily-limit' | 'device-expired';
  alerts?: WrittenWanted;
  type?: string;
  from?: string;
  channel?: Channel;
  happened?: string;
  count?: WrittenWanted;
  groups?: WrittenWanted;
  users?: WrittenWanted;
  group?: string;
  user?: string;
  exists?: Switch;
  members?: WrittenWanted;
  reply?: string;
  of?: string;
  with?: 'token' | 'first-token' | 'no-token';
  answered?: 'served' | 'refused';
  items?: WrittenWanted;
  facts?: Named<string | number | boolean | null>;
}
