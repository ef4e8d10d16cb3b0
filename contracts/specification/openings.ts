/** What the document leaves open ("not shown"), and what the simulator does there unless a profile says otherwise. */
import type { SectionId } from './sections.ts';

interface OpeningRow {
  id: string;
  /** The sections that leave it open. */
  sections: readonly SectionId[];
  /** What is open. */
  open: string;
  /** The simulator's choice in words; the default profile holds the value. */
  default: string;
}

// biome-ignore format: one row, one opening
const rows = [
  { id: 'token.lifetime', sections: ['5'], open: 'how long a token lives', default: 'one hour' },
  { id: 'token.status', sections: ['4.1', '7'], open: 'the status of a token request that is granted, and of one that fails', default: '200 and 401' },
  { id: 'token.malformed', sections: ['4.1', '7'], open: 'the answer to a token request that is no JSON or of another content type', default: '400 and 415, in the shape of a failed request' },
  { id: 'token.live-when-disabled', sections: ['5'], open: 'what a live token may do once API access is switched off', default: 'nothing: it is refused like an expired one' },
  { id: 'auth.refusal', sections: ['5', '7'], open: 'status, headers and body for a missing, wrong or expired token', default: '401 with `WWW-Authenticate: Bearer` and an error body' },
  { id: 'auth.roles', sections: ['5'], open: 'which users may call which operations', default: 'every valid token may call all' },
  { id: 'errors.body', sections: ['7'], open: 'error bodies outside the token request', default: '`application/problem+json` (RFC 9457)' },
  { id: 'errors.status', sections: ['7'], open: 'error statuses outside the token request', default: '400, 404, 405, 409, 413, 415, 422 and 429 in the sense of HTTP' },
  { id: 'operations.status', sections: ['4.2'], open: 'success statuses of the operations behind a token', default: '200; 201 with `Location` on create; 204 on delete' },
  { id: 'operations.query', sections: ['4.2'], open: 'query parameters, filters and order of lists', default: '`limit` and `offset`; devices also by `group`' },
  { id: 'operations.paging', sections: ['4.2'], open: 'how lists are paged', default: 'only on request; `X-Total-Count` tells the total' },
  { id: 'operations.envelope', sections: ['4.2'], open: 'what a record or a list is wrapped in', default: 'nothing: a plain object, a plain array' },
  { id: 'records.device', sections: ['2'], open: 'the fields of a device', default: 'id, name, model, licencePlate, imei, phone, groupId, status, licence, expiresAt, lastSeenAt' },
  { id: 'records.location', sections: ['2'], open: 'the fields of a location', default: 'deviceId, deviceTime, receivedAt, latitude, longitude, altitude, speed, course, accuracy, satellites, ignition, battery, fuel, odometer, attributes' },
  { id: 'records.alert', sections: ['2'], open: 'the fields of an alert', default: 'id, deviceId, type, severity, raisedAt, latitude, longitude, text, channels, notifications' },
  { id: 'records.group', sections: ['2'], open: 'the fields of a group', default: 'id, name, description, deviceIds, createdAt, modifiedAt' },
  { id: 'records.user', sections: ['2'], open: 'the fields of a user', default: 'id, name, email, phone, country, timeZone, groupIds, notify, disabled, createdAt, modifiedAt; a password is taken, never shown' },
  { id: 'records.country', sections: ['2'], open: 'the fields of a country', default: 'code (ISO 3166-1 alpha-2), name' },
  { id: 'records.timeZone', sections: ['2'], open: 'the fields of a time zone', default: 'id (IANA), name, offset' },
  { id: 'records.id', sections: ['2', '4.2'], open: 'type and form of ids', default: 'text' },
  { id: 'records.time', sections: ['2'], open: 'how times are written outside the token', default: 'ISO 8601 in UTC' },
  { id: 'records.units', sections: ['2'], open: 'units of speed, course, distance and altitude', default: 'km/h, degrees from north, km, m' },
  { id: 'limits.names', sections: ['2'], open: 'what the limit settings are called in the API', default: 'they are not in the API, only on the control API and the console' },
  { id: 'limits.range', sections: ['8'], open: 'the allowed range of the daily limits', default: 'whole numbers from 0 to 1,000,000' },
  { id: 'limits.default', sections: ['8'], open: 'the daily limits of a device that nobody has set', default: 'no limit' },
  { id: 'locations.purpose', sections: ['4.2'], open: 'whether a POST to locations records them or asks for a range', default: 'it records: one object or an array' },
  { id: 'alerts.purpose', sections: ['4.2'], open: 'whether a POST to alerts records one or asks for a range', default: 'it records' },
  { id: 'alerts.recipients', sections: ['4.2', '6'], open: 'who hears of an alert, and by which channel', default: "the users of the device's groups, by the alert's channels" },
  { id: 'locations.order', sections: ['4.2'], open: 'which location is the last when some arrive late', default: "the newest by the device's own time" },
  { id: 'patch.format', sections: ['4.2'], open: 'how a PATCH is written', default: 'JSON Merge Patch (RFC 7396)' },
  { id: 'day.ends', sections: ['8'], open: 'the time of day at which a day ends', default: 'midnight' },
  { id: 'day.time-zone', sections: ['8'], open: 'the time zone in which a day ends', default: 'UTC' },
  { id: 'expiry.instant', sections: ['2', '3'], open: 'the moment of its date at which a device expires', default: "the start of that day in the account's time zone" },
  { id: 'expiry.limits', sections: ['2', '8'], open: 'what it means that the limits themselves expire', default: 'an expired device sends nothing' },
  { id: 'expired.may', sections: ['3'], open: 'what an expired device may still do', default: 'it can be read; its new locations and alerts are refused' },
  { id: 'activation.also', sections: ['3'], open: 'what else an activation does', default: 'nothing; a new expiry can be given with it' },
  { id: 'groups.delete-devices', sections: ['4.2'], open: 'what becomes of the devices of a deleted group', default: 'they stay, and lose that group' },
  { id: 'users.delete-self', sections: ['4.2'], open: 'whether the user whose key is in use can be deleted', default: 'no: refused' },
  { id: 'states.other', sections: ['3'], open: 'further states of devices, groups and users', default: 'none' },
  { id: 'events', sections: ['6'], open: 'events, webhooks and notifications of the API', default: 'none in the API; a stream on the control API' },
  { id: 'rate-limit', sections: ['8'], open: 'rate limits of the API', default: 'none' },
  { id: 'versioning', sections: ['9'], open: 'version numbers, compatibility and deprecation', default: 'none' },
  { id: 'consistency', sections: ['4.2'], open: 'how soon a write can be read', default: 'at once' },
] as const satisfies readonly OpeningRow[];

export type OpeningId = (typeof rows)[number]['id'];

export interface Opening extends OpeningRow {
  id: OpeningId;
}

/** Every opening, in the order of the document's subjects. */
export const openings: readonly Opening[] = rows;

const byId = new Map(openings.map((row) => [row.id, row]));

/** The opening of an id. */
export function opening(id: OpeningId): Opening {
  return byId.get(id) as Opening;
}
