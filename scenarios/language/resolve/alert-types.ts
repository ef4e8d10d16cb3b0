/** The types of alerts: the usual ones of the field, and those that a story makes up itself. */
import { didYouMean, didYouMeanOneOf } from '../../../contracts/kit/suggest.ts';
import { quoted } from '../../../contracts/kit/untrusted.ts';
import type { Path } from '../problems.ts';
import type { Names } from './names.ts';

export const usualAlerts: readonly string[] = [
  ...['sos', 'speeding', 'geofence-enter', 'geofence-exit', 'low-battery', 'power-cut', 'ignition-on'],
  ...['ignition-off', 'idling', 'no-movement', 'tow', 'vibration', 'harsh-braking', 'harsh-acceleration'],
  ...['harsh-cornering', 'gps-lost', 'offline', 'back-online', 'fuel-drop', 'temperature', 'maintenance-due'],
  ...['licence-expired', 'limit-reached'],
];

/** A type that a story raises: any, but one that looks like a slip for a usual one. */
export function checkRaising(type: string, path: Path, names: Names): void {
  if (usualAlerts.includes(type)) return;
  const meant = didYouMean(type, usualAlerts);
  const message = `${quoted(type)} is not one of the usual types of alerts`;
  if (meant) names.wrong('UNKNOWN_ALERT_TYPE', path, message, meant);
}

/** A type that a story waits for or counts: a usual one, or one that it raises. */
export function checkRaised(type: string, path: Path, names: Names): true | undefined {
  if (usualAlerts.includes(type) || names.alertTypes.has(type)) return true;
  const hint = didYouMeanOneOf(type, [...new Set([...names.alertTypes, ...usualAlerts])]);
  const message = `no alert of type ${quoted(type)} is raised in this story`;
  return names.wrong('UNKNOWN_ALERT_TYPE', path, message, hint);
}
