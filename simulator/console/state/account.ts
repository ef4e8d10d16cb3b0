/** The account, and how many licences were used when. */
import { signal } from '@preact/signals';
import { control } from '../api/control.ts';
import type { Account, FleetEvent } from '../api/types.ts';
import { onEvents } from './events.ts';
import { onNewWorld } from './world.ts';

export interface LicencePoint {
  /** Simulated, ms since 1970. */
  at: number;
  /** From that moment on, and before it. */
  used: number;
  before: number;
}

export const account = signal<Account | null>(null);
/** Oldest first; a step at each point. */
export const licenceHistory = signal<readonly LicencePoint[]>([]);

const KEPT = 600;

onNewWorld((isSameTale) => {
  if (!isSameTale) account.value = null;
  licenceHistory.value = [];
});

export async function loadAccount(): Promise<void> {
  account.value = await control.account();
}

onEvents((events) => {
  const points = events.map(licencePoint).filter((point) => point !== undefined);
  if (points.length > 0) licenceHistory.value = [...licenceHistory.value, ...points].slice(-KEPT);
  if (points.length > 0 || events.some(({ kind }) => kind === 'account-changed' || kind === 'device-created'))
    void loadAccount().catch(() => undefined);
});

/** What an expiry and an activation change (section 3 of the interface). */
const CHANGE: { readonly [kind: string]: number } = { 'device-expired': -1, 'device-activated': 1 };

function licencePoint({ at, kind, licencesUsed, licences }: FleetEvent): LicencePoint | undefined {
  const told = licencesUsed ?? (licences as { used: number } | undefined)?.used;
  return typeof told === 'number'
    ? { at: Date.parse(at), used: told, before: told - (CHANGE[kind] ?? 0) }
    : undefined;
}
