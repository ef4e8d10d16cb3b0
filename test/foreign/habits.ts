/**
 * Each rule that the depot keeps, as one function. The depot asks these and decides nothing itself,
 * so that a test can put another habit in the place of any of them.
 */
import { localDate, workingDay } from './calendar.ts';
import type { Account, Crew, Depot, Person, Quota, Unit } from './depot.ts';

export type Via = 'mail' | 'sms';

export const habits = {
  // Tokens
  areGoodCredentials: (account: Account, userName: unknown, apiKey: unknown): boolean =>
    userName === account.userName && apiKey === account.apiKey,
  mayHaveToken: (account: Account): boolean => account.api,
  issued: (token: string, expires: string): object => ({ success: true, token, expires, error: null }),
  refusedToken: (why: string): object => ({ success: false, token: null, expires: null, error: why }),
  expiresAt: (now: number): number => Math.floor(now / 1000) * 1000 + 20 * 60_000,
  expiresText: (at: number): string => new Date(at).toISOString().replace('Z', '+00:00'),

  // The callers that are let in
  isServed: (_operation: string): boolean => true,
  isOpen: (_operation: string, _isOdd: boolean): boolean => false,
  /** The meaning of a call that is not written as it should be. */
  meant: ({ method, path }: { method: string; path: string; query: URLSearchParams }) => ({ method, path }),
  /** Whether it does what it then refuses. */
  obeysStrangers: (_authorization: string | undefined): boolean => false,
  isGenuine: (verified: boolean, _algorithm: unknown): boolean => verified,
  isInForce: (expiresAt: number, now: number): boolean => now < expiresAt,

  // Records
  unitOf: (units: ReadonlyMap<string, Unit>, no: string): Unit | undefined => units.get(no),
  inLists: <R>(all: readonly R[]): readonly R[] => all,
  lastFix: <F>(track: readonly F[]): F | undefined => track.at(-1),
  takesIncident: (): boolean => true,
  isListed: (record: Crew | Person): boolean => !record.removed,
  isReadable: (record: Crew | Person): boolean => !record.removed,
  /** The new record as it is kept; `nth` counts the records of its kind from the opening of the depot on. */
  afterPost: <R extends object>(sent: R, _nth: number, _removedAny: boolean): R => sent,
  afterPut: <R>(_before: R, sent: R, _past: readonly string[]): R => sent,
  afterPatch: <R>(before: R, sent: Partial<R>, _blank: R, _past: readonly string[]): R => ({
    ...before,
    ...sent,
  }),
  /** The side effects of a new record, or of the change of one, on another. */
  besides: (_how: string, _content: object, _other: Crew | Person): object => ({}),
  /** A text as it is kept. */
  keptText: (text: string): string => text,
  /** The record as it is shown, of what it is and what it was when it was read before. */
  shown: <R extends Crew | Person>(now: R, _readBefore: R | undefined): R => now,
  goesWith: (_removed: Crew | Person, _other: Crew | Person): boolean => false,
  countries: (all: { [code: string]: string }): { [code: string]: string } => all,

  // Limits
  dayOf: (at: number): string => workingDay(at),
  mayGoOut: (limit: number | null, used: number, asked: number, _unit: Unit, _via: Via): number =>
    limit === null ? asked : Math.max(0, Math.min(asked, limit - used)),
  usedBy: (unit: Unit, via: Via, _depot: Pick<Depot, 'units' | 'crews'>): number => unit.used[via],
  newDay: (_unit: Unit, day: string): Unit['used'] => ({ day, mail: 0, sms: 0 }),
  beforeCounting: (): Promise<void> | undefined => undefined,
  isGoodLimit: (limit: number): boolean => Number.isInteger(limit) && limit >= 0 && limit <= 500,
  takesUsage: (): boolean => false,
  limitFrom: (
    _before: number | null,
    set: number | null,
    _unit: Unit,
    _via: Via,
    _depot: Pick<Depot, 'units'>,
  ): number | null => set,

  // Expiry and licences
  expiryIsComplete: (expiry: Unit['expiry']): boolean => !expiry.on || expiry.date !== null,
  expiryFrom: (_unit: Unit, set: Unit['expiry'], _depot: Pick<Depot, 'units'>): Unit['expiry'] => set,
  isPast: (expiry: Unit['expiry'], now: number, _unit: Unit): boolean =>
    expiry.on && expiry.date !== null && localDate(now) > expiry.date,
  takesLicence: (unit: Unit): boolean => !unit.lapsed,
  mayActivate: (free: number, _unit: Unit): boolean => free > 0,
  activatedInUse: (_unit: Unit, _account: Account): void => undefined,
  quotaOfNew: (): Quota => ({ mail: null, sms: 50 }),
};

export type Habits = typeof habits;
