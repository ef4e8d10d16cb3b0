/** The depot's records, its clock, and what time does to them. */
import { randomUUID } from 'node:crypto';
import type { Habits, Via } from './habits.ts';

export interface Account {
  userName: string;
  apiKey: string;
  api: boolean;
  licences: number;
  /** Licences that count as used although no unit has them. */
  lost: number;
}

export interface Fix {
  at: number;
  lat: number;
  lng: number;
  mph: number;
  heading: number;
  feet: number;
}

export interface Quota {
  mail: number | null;
  sms: number | null;
}

export interface Unit {
  no: string;
  caption: string;
  plate: string;
  crew: number | null;
  lapsed: boolean;
  track: Fix[];
  expiry: { on: boolean; date: string | null };
  quota: Quota;
  used: { day: string; mail: number; sms: number };
}

export interface Crew {
  no: number;
  title: string;
  memo: string;
  units: string[];
  made: number;
  touched: number;
  removed: boolean;
  /** Its past, step by step. */
  past: string[];
}

export interface Person {
  uid: string;
  full: string;
  mail: string;
  phone: string;
  country: string;
  zone: string;
  crews: number[];
  blocked: boolean;
  made: number;
  touched: number;
  removed: boolean;
  /** Its past, step by step. */
  past: string[];
}

export interface Depot {
  readonly habits: Habits;
  readonly account: Account;
  readonly units: Map<string, Unit>;
  readonly crews: Map<number, Crew>;
  readonly people: Map<string, Person>;
  /** Records as they were shown when they were read before. */
  readonly read: Map<Crew | Person, Crew | Person>;
  now(): number;
  forward(ms: number): void;
  addUnit(): Unit;
  nextCrewNo(): number;
  freeLicences(): number;
  usedLicences(): number;
  /** Applies the effects of time since the last call: expiries, and counters of days gone by. */
  settle(): void;
  send(unit: Unit, via: Via, count: number): Promise<number>;
}

const UNITS = 7;
/** Saturday evening in St. John's, hours before summer time ends. */
const START = Date.UTC(2026, 9, 31, 22);

export function openDepot(account: Account, habits: Habits, monotonic: () => number): Depot {
  const units = new Map<string, Unit>();
  const crews = new Map<number, Crew>();
  const people = new Map<string, Person>();
  const started = monotonic();
  let moved = 0;
  let crewNo = 40;

  const now = (): number => Math.floor(START + moved + monotonic() - started);
  const usedLicences = (): number =>
    [...units.values()].filter((unit) => habits.takesLicence(unit)).length + account.lost;
  const depot: Depot = {
    habits,
    account,
    units,
    crews,
    people,
    read: new Map(),
    now,
    forward(ms) {
      moved += ms;
    },
    addUnit() {
      const no = `V${String(units.size + 1).padStart(4, '0')}`;
      const unit: Unit = {
        no,
        caption: `Van ${units.size + 1}`,
        plate: `NL ${417 + units.size * 13}`,
        crew: null,
        lapsed: false,
        track: [],
        expiry: { on: false, date: null },
        quota: habits.quotaOfNew(),
        used: { day: habits.dayOf(now()), mail: 0, sms: 0 },
      };
      units.set(no, unit);
      return unit;
    },
    nextCrewNo: () => ++crewNo,
    usedLicences,
    freeLicences: () => account.licences - usedLicences(),
    settle() {
      const day = habits.dayOf(now());
      for (const unit of units.values()) {
        if (!unit.lapsed && habits.isPast(unit.expiry, now(), unit)) unit.lapsed = true;
        if (unit.used.day !== day) unit.used = habits.newDay(unit, day);
      }
    },
    async send(unit, via, count) {
      if (unit.lapsed) return 0;
      const sent = habits.mayGoOut(unit.quota[via], habits.usedBy(unit, via, depot), count, unit, via);
      const wait = habits.beforeCounting();
      if (wait) await wait;
      unit.used[via] += sent;
      return sent;
    },
  };
  furnish(depot);
  return depot;
}

function furnish(depot: Depot): void {
  const now = depot.now();
  for (let index = 0; index < UNITS; index++) {
    const unit = depot.addUnit();
    for (let age = 5; age > 0; age--) {
      unit.track.push({
        at: now - age * 600_000,
        lat: 47.56 + index / 100 - age / 1000,
        lng: -52.71 + age / 500,
        mph: 8 * age,
        heading: 40 * age,
        feet: 190 + age,
      });
    }
  }
  for (const title of ['Harbour', 'Airport', 'Bay', 'Cape']) {
    const no = depot.nextCrewNo();
    const members = title === 'Harbour' ? ['V0001', 'V0002'] : [];
    depot.crews.set(no, {
      no,
      title,
      memo: '',
      units: members,
      made: now,
      touched: now,
      removed: false,
      past: [],
    });
    for (const member of members) (depot.units.get(member) as Unit).crew = no;
  }
  for (const name of ['Ada', 'Bo', 'Cy', 'Dee', 'Eli', 'Flo']) {
    const uid = randomUUID();
    depot.people.set(uid, {
      uid,
      full: `${name} Nolan`,
      mail: `${name.toLowerCase()}@depot.example`,
      phone: '',
      country: 'CA',
      zone: 'America/St_Johns',
      crews: [],
      blocked: false,
      made: now,
      touched: now,
      removed: false,
      past: [],
    });
  }
}
