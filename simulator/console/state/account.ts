/** The account, and how many licences were used when. */
import { signal } from '@preact/signals';
import { type Account, control, type Happening } from '../api/index.ts';
import { onHappenings } from './happenings.ts';
import { onNewWorld } from './world.ts';

export interface LicencePoint {
  /** Simulated, ms since 1970. */
  at: number;
  used: number;
  /** `null` where it was not told with it. */
  total: number | null;
}

export const account = signal<Account | null>(null);
/** Oldest first; a step at each point. */
export const licenceHistory = signal<readonly LicencePoint[]>([]);

const KEPT = 600;

onNewWorld(() => {
  account.value = null;
  licenceHistory.value = [];
});

export async function loadAccount(): Promise<void> {
  account.value = await control.account();
}

onHappenings((happenings) => {
  const points = happenings.map(licencePoint).filter((point) => point !== undefined);
  if (points.length > 0) licenceHistory.value = [...licenceHistory.value, ...points].slice(-KEPT);
  if (
    points.length > 0 ||
    happenings.some(({ kind }) => kind === 'account-changed' || kind === 'device-created')
  )
    void loadAccount().catch(() => undefined);
});

function licencePoint(happening: Happening): LicencePoint | undefined {
  const at = Date.parse(happening.at);
  const licences = happening.licences as { used: number; total: number } | undefined;
  if (licences) return { at, used: licences.used, total: licences.total };
  if (typeof happening.licencesUsed !== 'number') return undefined;
  return { at, used: happening.licencesUsed, total: null };
}
