/** The parts of a deployment that a history touches, by its steps: so it is played beside others, or alone. */
import type { Deployment } from '../../deployment/deployment.ts';
import type { History } from '../../histories/history.ts';
import type { Family } from '../../judge/event.ts';
import { countsLicences } from '../../play/in-use.ts';
import type { Step } from '../../play/steps.ts';

export const families: readonly Family[] = ['group', 'user'];

/** The parts of a deployment that a history touches: those of one kind, or of another, may run beside it. */
export type Kind = 'alone' | 'devices' | 'licences' | Family | 'records' | 'looking' | 'access' | 'refusals';

const ofDevices = [
  ...(['device', 'limit', 'limits', 'counter', 'send', 'settings', 'expiry'] as const),
  ...(['wait', 'dayEnd', 'instant', 'locate', 'last', 'alert', 'visit'] as const),
] as const;

const stepsOf = {
  /** They touch the devices of the history alone. */
  devices: ofDevices,
  /** They count what all devices share. */
  licences: [...ofDevices, 'licences', 'allot', 'activate', 'burst', 'devices'],
  /** They write records, which are new each time, and touch nothing else. */
  records: ['device', 'create', 'read', 'list', 'replace', 'update', 'delete', 'wait'],
  /** They look at what all devices share, once no other history reports anything. */
  looking: ['device', 'visit', 'devices', 'last', 'strange', 'choices'],
  /** They call operations on what is their own, and share their tokens. */
  access: ['runToken', 'call', 'look', 'until'],
} as const satisfies { [K in Kind]?: readonly Step['do'][] };

export function kindOfHistory(history: History, session: Deployment): Kind {
  const { steps, isAfterReports = false } = history;
  const areAll = (these: readonly Step['do'][]) => steps.every((step) => these.includes(step.do));
  if (areAll(stepsOf.devices) && !countsLicences(steps, session))
    return isAfterReports ? 'looking' : 'devices';
  if (areAll(stepsOf.access)) return 'access';
  if (areAll(stepsOf.looking)) return 'looking';
  if (areAll(stepsOf.licences)) return 'licences';
  if (steps.every(isOfNobody)) return 'refusals';
  if (!areAll(stepsOf.records)) return 'alone';
  const written = new Set(steps.map((step) => ('family' in step ? step.family : step.do)));
  return (
    families.find((family) => [...written].every((one) => one === family || one === 'wait')) ?? 'records'
  );
}

/** Returns whether a step is about a record, which does not change with time, and waits for none. */
export function isOfRecords({ do: kind }: Step): boolean {
  return kind !== 'device' && kind !== 'wait' && stepsOf.records.some((one) => one === kind);
}

/** A token request that no account counts as a wrong one. */
function isOfNobody(step: Step): boolean {
  return step.do === 'token' && step.near === undefined && step.credentials !== 'wrong-api-key';
}
