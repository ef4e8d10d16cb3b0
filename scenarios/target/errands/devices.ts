/** What devices report: POST …/locations and POST …/alerts (openings `locations.purpose`, `alerts.purpose`). */
import type { CallErrand, SentOf } from '../errand.ts';
import { NotDone } from '../errand.ts';
import type { Means } from '../means.ts';

export function locations(
  { device, reports }: SentOf<'locations'>,
  { lens, cast, moved }: Means,
): CallErrand {
  const posting = lens.posting('locations');
  requireRecording(posting.does, 'locations');
  const records = reports.map((report) => ({ ...known(report), deviceTime: report.deviceTime + moved }));
  return { does: 'call', operation: 'postLocations', id: cast.device(device), body: posting.write(records) };
}

export function alert({ at, device, report }: SentOf<'alert'>, { lens, cast, moved }: Means): CallErrand {
  const posting = lens.posting('alerts');
  requireRecording(posting.does, 'alerts');
  const record = { ...known(report), raisedAt: (report.raisedAt ?? at) + moved };
  return { does: 'call', operation: 'postAlerts', id: cast.device(device), body: posting.write([record]) };
}

/** What a device does not know it does not report: not every deployment takes `null` for it. */
function known<T extends object>(report: T): T {
  return Object.fromEntries(Object.entries(report).filter(([, value]) => value !== null)) as T;
}

function requireRecording(does: 'record' | 'query', what: string): void {
  if (does === 'record') return;
  throw new NotDone(`posting to ${what} asks for a range here, and records nothing`);
}
