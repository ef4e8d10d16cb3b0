/** The account, and how many licences were used when. */
import { signal } from '@preact/signals';
import { events } from '../../../contracts/specification/events/index.ts';
import type { Account, ShownEvent } from '../../control/schemas/index.ts';
import { control } from '../api/control.ts';
import { onEvents } from './events.ts';
import { ofThisWorld, onNewWorld } from './world.ts';

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

onNewWorld((isSameStory) => {
  if (!isSameStory) account.value = null;
  licenceHistory.value = [];
});

export async function loadAccount(): Promise<void> {
  const found = await ofThisWorld(control.account.read());
  if (found) account.value = found;
}

onEvents((added) => {
  const points = added.map(licencePoint).filter((point) => point !== undefined);
  if (points.length > 0) licenceHistory.value = [...licenceHistory.value, ...points].slice(-KEPT);
  if (added.some(({ kind }) => events[kind].affects.includes('account')))
    void loadAccount().catch(() => undefined);
});

/** An expiry releases one licence and an activation takes one (section 3 of the interface). */
function licencePoint(event: ShownEvent): LicencePoint | undefined {
  const at = Date.parse(event.at);
  switch (event.kind) {
    case 'device-expired':
      return { at, used: event.licencesUsed, before: event.licencesUsed + 1 };
    case 'device-removed':
      return { at, used: event.licencesUsed, before: event.licencesUsed };
    case 'device-activated':
      return { at, used: event.licencesUsed, before: event.licencesUsed - 1 };
    case 'account-changed':
      return event.licences && { at, used: event.licences.used, before: event.licences.used };
    default:
      return undefined;
  }
}
