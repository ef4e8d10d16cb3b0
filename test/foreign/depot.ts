/** The depot's records, its clock, and what time does to them. */
import { randomUUID } from 'node:crypto';
import { localDate, workingDay } from './calendar.ts';

export type Via = 'mail' | 'sms';

export interface Account {
  userName: string;
  apiKey: string;
  api: boolean;
  licences: number;
}

export interface Fix {
  at: number;
  lat: number;
  lng: number;
  mph: number;
  heading: number;
  feet: number;
}

export type Quota = { [V in Via]: number | null };

export interface Unit {
  no: string;
  caption: string;
  plate: string;
  crew: number | null;
  lapsed: boolean;
  track: Fix[];
  expiry: { on: boolean; date: string | null };
  quota: Quota;
  used: { day: string } & { [V in Via]: number };
}

export type Content = { [field: string]: unknown };

/** A crew or a person. */
export interface Kept {
  readonly id: number | string;
  content: Content;
  readonly made: number;
  touched: number;
  /** A removed record stays where it is. */
  removed: boolean;
}

/** Habits of the depot, which a test may have otherwise. */
export const habits = {
  quotaOfNew: (): Quota => ({ mail: null, sms: 50 }),
  limitFrom: (_before: number | null, set: number | null): number | null => set,
  mayGoOut: (limit: number | null, used: number, asked: number): number =>
    limit === null ? asked : Math.max(0, Math.min(asked, limit - used)),
};
export type Habits = typeof habits;

const UNITS = 7;
const FIRST_CREW = 41;
/** Saturday evening in St. John's, hours before summer time ends. */
const START = Date.UTC(2026, 9, 31, 22);

export class Depot {
  readonly units = new Map<string, Unit>();
  readonly crews = new Map<number | string, Kept>();
  readonly people = new Map<number | string, Kept>();
  readonly account: Account;
  readonly habits: Habits;
  readonly #started = performance.now();
  #moved = 0;

  constructor(account: Account, own: Partial<Habits>) {
    this.account = account;
    this.habits = { ...habits, ...own };
    this.#furnish();
  }

  now(): number {
    return Math.floor(START + this.#moved + performance.now() - this.#started);
  }

  forward(ms: number): void {
    this.#moved += ms;
    this.settle();
  }

  /** Applies the effects of time since the last call: expiries, and counters of days gone by. */
  settle(): void {
    const day = workingDay(this.now());
    for (const unit of this.units.values()) {
      const { on, date } = unit.expiry;
      if (on && date !== null && localDate(this.now()) > date) unit.lapsed = true;
      if (unit.used.day !== day) unit.used = { day, mail: 0, sms: 0 };
    }
  }

  usedLicences(): number {
    return [...this.units.values()].filter(({ lapsed }) => !lapsed).length;
  }

  freeLicences(): number {
    return this.account.licences - this.usedLicences();
  }

  send(unit: Unit, via: Via, count: number): number {
    const sent = unit.lapsed ? 0 : this.habits.mayGoOut(unit.quota[via], unit.used[via], count);
    unit.used[via] += sent;
    return sent;
  }

  addUnit(): Unit {
    const number = this.units.size + 1;
    const unit: Unit = {
      no: `V${String(number).padStart(4, '0')}`,
      caption: `Van ${number}`,
      plate: `NL ${404 + number * 13}`,
      crew: null,
      lapsed: false,
      track: [],
      expiry: { on: false, date: null },
      quota: this.habits.quotaOfNew(),
      used: { day: workingDay(this.now()), mail: 0, sms: 0 },
    };
    this.units.set(unit.no, unit);
    return unit;
  }

  addCrew(content: Content): Kept {
    return this.#keep(this.crews, FIRST_CREW + this.crews.size, content);
  }

  addPerson(content: Content): Kept {
    return this.#keep(this.people, randomUUID(), content);
  }

  #keep(records: Map<number | string, Kept>, id: number | string, content: Content): Kept {
    const kept = { id, content, made: this.now(), touched: this.now(), removed: false };
    records.set(id, kept);
    return kept;
  }

  #furnish(): void {
    for (let index = 0; index < UNITS; index++) {
      const { track } = this.addUnit();
      for (let age = 5; age > 0; age--)
        track.push({
          at: this.now() - age * 600_000,
          lat: 47.56 + index / 100 - age / 1000,
          lng: -52.71 + age / 500,
          mph: 8 * age,
          heading: 40 * age,
          feet: 190 + age,
        });
    }
    for (const title of ['Harbour', 'Airport', 'Bay', 'Cape']) {
      const units = title === 'Harbour' ? ['V0001', 'V0002'] : [];
      const { id } = this.addCrew({ title, memo: '', units });
      for (const no of units) (this.units.get(no) as Unit).crew = Number(id);
    }
    for (const name of ['Ada', 'Bo', 'Cy', 'Dee', 'Eli', 'Flo'])
      this.addPerson({
        full: `${name} Nolan`,
        mail: `${name.toLowerCase()}@depot.example`,
        phone: '',
        country: 'CA',
        zone: 'America/St_Johns',
        crews: [],
        blocked: false,
      });
  }
}
