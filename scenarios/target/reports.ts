/** Reports of devices: POST …/locations and POST …/alerts (openings `locations.purpose`, `alerts.purpose`). */
import type { AlertReport, LocationReport } from '../../simulator/fleet/types.ts';
import { type CallStep, NotPossible, type TargetContext } from './step.ts';

/** Reports of one device that go out together; their times are the story's. */
export function postLocations(
  device: number,
  reports: readonly LocationReport[],
  { lens, ids, moved }: TargetContext,
): CallStep {
  const posting = lens.posting('locations');
  requireRecording(posting.does, 'locations');
  const records = reports.map((report) => ({ ...known(report), deviceTime: report.deviceTime + moved }));
  return { does: 'call', operation: 'postLocations', id: ids.device(device), body: posting.write(records) };
}

/** An alert; its time is the story's. */
export function postAlert(
  device: number,
  report: AlertReport & { raisedAt: number },
  { lens, ids, moved }: TargetContext,
): CallStep {
  const posting = lens.posting('alerts');
  requireRecording(posting.does, 'alerts');
  const record = { ...known(report), raisedAt: report.raisedAt + moved };
  return { does: 'call', operation: 'postAlerts', id: ids.device(device), body: posting.write([record]) };
}

/** A device does not report what it does not know: not every deployment takes `null` for it. */
function known<T extends object>(report: T): T {
  const entries = Object.entries(report).map(([name, value]) => [name, value]);
  return Object.fromEntries(entries.filter(([, value]) => value !== null));
}

function requireRecording(does: 'record' | 'query', what: string): void {
  if (does === 'record') return;
  throw new NotPossible(`posting to ${what} asks for a range here, and records nothing`);
}
