/**
 * Observable mutants that the suite need not catch: `opening`, where it changes what an opening leaves to the deployment
 * and no run can observe, or `outside`, the field or value that no sentence of the document and no pin of a profile says
 * anything about. A row is one mutant, or a `part` of a file that is about such a thing as a whole: a function, a method
 * or a constant. In doubt a mutant is missed.
 */
import type { OpeningId } from '../../contracts/specification/openings/index.ts';
import { isSame, type Mutant, type MutantName } from '../mutation/instrument.ts';
import { linesOf } from './places.ts';

type Reason = { opening: OpeningId } | { outside: string };
/** All mutants of a part of a file. */
type Part = { file: string; part: string };
export type Explained = (MutantName | Part) & Reason;

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: it is the code of templates
// biome-ignore format: one row, one mutant or one part
export const explained: readonly Explained[] = [
  { file: 'simulator/fleet/alerts.ts', part: '#notify', opening: 'alerts.recipients' },
  { file: 'simulator/fleet/alerts.ts', part: '#recipients', opening: 'alerts.recipients' },
  { file: 'simulator/fleet/alerts.ts', part: 'told', opening: 'alerts.recipients' },
  { file: 'simulator/fleet/alerts.ts', part: 'channelsBySeverity', opening: 'alerts.recipients' },
  { file: 'simulator/fleet/alerts.ts', part: 'severities', outside: 'the severity of an alert' },
  { file: 'simulator/fleet/alerts.ts', part: '#complete', outside: 'what a deployment adds to an alert: its severity, time, place, text and channels' },
  { file: 'simulator/fleet/alerts.ts', part: 'checkReport', outside: 'which values an alert may have' },
  { file: 'simulator/fleet/deviceColumns.ts', part: 'groupOf', outside: 'which group a device names (`groupId`)' },
  { file: 'simulator/fleet/deviceColumns.ts', part: 'setGroup', outside: 'which group a device names (`groupId`)' },
  { file: 'simulator/fleet/deviceColumns.ts', part: 'lastSeenAt', outside: 'the `status` and `lastSeenAt` of a device' },
  { file: 'simulator/fleet/deviceColumns.ts', part: 'setLastSeen', outside: 'the `status` and `lastSeenAt` of a device' },
  { file: 'simulator/fleet/deviceColumns.ts', part: 'seen', outside: 'the `status` and `lastSeenAt` of a device' },
  { file: 'simulator/fleet/devices.ts', part: 'statusOf', outside: 'the `status` of a device' },
  { file: 'simulator/fleet/reference.ts', part: 'isCountry', outside: 'which countries there are' },
  { file: 'simulator/fleet/reference.ts', part: 'noCountry', outside: 'which countries there are' },
  { file: 'simulator/fleet/reference.ts', part: 'listCountries', outside: 'which countries there are, and their order' },
  { file: 'simulator/fleet/reference.ts', part: 'nameOfCountry', outside: 'which countries there are' },
  { file: 'simulator/fleet/reference.ts', part: 'isCurrent', outside: 'which countries there are' },
  { file: 'simulator/fleet/reference.ts', part: 'timeZones', outside: 'the offset of a time zone' },
  { file: 'simulator/fleet/reference.ts', part: 'listTimeZones', outside: 'the name and the offset of a time zone' },
  { file: 'simulator/fleet/reference.ts', part: 'nameTimeZone', outside: 'the name of a time zone' },
  { file: 'simulator/fleet/reference.ts', part: 'formatOf', outside: 'the name and the offset of a time zone' },
  { file: 'simulator/fleet/reference.ts', part: 'zonePart', outside: 'the name and the offset of a time zone' },
  { file: 'simulator/fleet/records/groups.ts', part: 'check', outside: 'a group of a device that is unknown' },
  { file: 'simulator/fleet/records/groups.ts', part: 'checkRemoval', opening: 'groups.delete-devices' },
  { file: 'simulator/fleet/records/groups.ts', part: 'apply', outside: 'what becomes of other records that name a group or its devices' },
  { file: 'simulator/fleet/records/groups.ts', part: 'moveDevices', outside: 'what becomes of other records that name a group or its devices' },
  { file: 'simulator/fleet/records/groups.ts', part: 'shareDevices', outside: 'what becomes of other records that name a group or its devices' },
  { file: 'simulator/fleet/records/groups.ts', part: 'leaveUsers', outside: 'what becomes of other records that name a group or its devices' },
  { file: 'simulator/fleet/records/users.ts', part: 'check', outside: 'a user of a group that is unknown (`groupIds`)' },
  { file: 'simulator/fleet/records/users.ts', part: 'checkRemoval', opening: 'users.delete-self' },
  { file: 'simulator/fleet/records/records.ts', part: 'amend', outside: 'what becomes of other records that name a group or its devices' },
  { file: 'simulator/fleet/limits.ts', part: '#usageWritten', outside: 'by which words a control refuses to set a counter, or passes over it' },
  { file: 'simulator/fleet/licences.ts', part: '#requireAhead', outside: 'a date in the past, given with an activation' },
  { file: 'simulator/http/operations/records.ts', part: 'missingFact', outside: 'a fact that is sent as `null`' },
  { file: 'simulator/http/operations/records.ts', part: 'invalid', outside: 'the words of a refusal (`detail`, `field`)' },
  { file: 'simulator/fleet/deviceColumns.ts', code: 'new Date(day * DAY).toISOString().slice(0, 10)', becomes: 'new Date(day * DAY).toISOString()', outside: 'a date with the time of day, in the answer of a control' },
  { file: 'simulator/fleet/expiry.ts', code: '{ throw new FleetError(\'EXPIRY_DATE_INVALID\', `${quoted(next.expirationDate)} i…', becomes: '{}', outside: 'a date that is none, given with an activation' },
  { file: 'simulator/fleet/fleet.ts', code: 'Math.min(Math.max(Math.ceil(devices / 4), 1), 12)', becomes: 'Math.max(Math.max(Math.ceil(devices / 4), 1), 12)', outside: 'how many groups a fresh fleet has' },
  { file: 'simulator/fleet/fleet.ts', code: 'options.users ?? 5', becomes: 'options.users && 5', outside: 'how many users a fresh fleet has' },
  { file: 'simulator/http/paging.ts', code: 'value >= least', becomes: 'true', outside: 'a page size of 0' },
  { file: 'simulator/http/answering.ts', code: '{ code: \'API_DISABLED\', detail: \'API access is not enabled for this account.\' }', becomes: '{}', outside: 'the words of a refusal (`code`, `detail`)' },
  { file: 'simulator/http/tokens.ts', code: 'this.#issued += 1', becomes: 'this.#issued -= 1', outside: 'the number that a token holds (`jti`)' },
  { file: 'simulator/fleet/licences.ts', code: 'expirationDate !== undefined', becomes: 'false', outside: 'a date in the past, given with an activation' },
  { file: 'simulator/fleet/limits.ts', code: 'expirationDate === undefined', becomes: 'expirationDate !== undefined', outside: 'a date that a control is given without Expires' },
  { file: 'simulator/http/body-forms.ts', code: 'value === \'\'', becomes: 'false', outside: 'an empty country' },
  { file: 'simulator/http/rules.ts', code: 'scheme !== \'Bearer \' && scheme.toLowerCase() !== \'bearer \'', becomes: 'scheme !== \'Bearer \' || scheme.toLowerCase() !== \'bearer \'', outside: 'the word `Bearer` in small letters' },
  { file: 'simulator/fleet/records/content.ts', code: 'value === \'\'', becomes: 'value !== \'\'', outside: 'an empty country' },
  { file: 'simulator/http/refusals.ts', code: '\'unauthorised\'', becomes: '""', nth: 2, outside: 'the words of a refusal (`title`)' },
  { file: 'simulator/http/operations/token.ts', code: '\'no-store\'', becomes: '""', outside: 'the header `Cache-Control` of the token reply' },
  { file: 'simulator/http/operations/reply.ts', code: '\'BODY_INVALID\'', becomes: '""', outside: 'the words of a refusal (`code`)' },
  { file: 'simulator/http/operations/devices.ts', code: 'value !== null', becomes: 'true', outside: 'a fact that is sent as `null`' },
  { file: 'simulator/http/rules.ts', code: '\'bearer \'', becomes: '""', outside: 'the word `Bearer` in small letters' },
  { file: 'simulator/http/refusals.ts', code: '{ UNKNOWN_DEVICE: \'unknown-id\', UNKNOWN_GROUP: \'unknown-id\', UNKNOWN_USER: \'unk…', becomes: '{}', outside: 'by which refusal a wrong reference, an expired device or the own user is turned down' },
  { file: 'simulator/http/operations/token.ts', code: '{ \'content-type\': \'application/json\', \'cache-control\': \'no-store\' }', becomes: '{}', outside: 'the header `Content-Type` of the token reply' },
  { file: 'simulator/fleet/limits.ts', code: 'expires === undefined', becomes: 'true', outside: 'Expires that a control is given without a date' },
  { file: 'simulator/http/router.ts', code: '\'HEAD\'', becomes: '""', outside: 'HEAD' },
  { file: 'simulator/http/operations/devices.ts', code: '\'invalid\'', becomes: '""', outside: 'a post without any report' },
  { file: 'simulator/http/operations/devices.ts', code: '{ throw new Refused(\'invalid\', { code: \'NOTHING_POSTED\', detail: `The body hold…', becomes: '{}', outside: 'a post without any report' },
  { file: 'simulator/http/bodies.ts', code: 'false', becomes: 'true', outside: 'a report without a place' },
  { file: 'simulator/http/operations/records.ts', code: 'missingFact(facts) ?? bodyProblem(resource, said, partial)', becomes: 'missingFact(facts) && bodyProblem(resource, said, partial)', outside: 'the bounds of facts: texts that are too long, numbers that are too great' },
  { file: 'simulator/fleet/rules/licences.ts', code: 'facts.licence === \'used\'', becomes: 'true', outside: 'a device that is created while no licence is free' },
  { file: 'simulator/fleet/limitSettings.ts', code: '\'null\'', becomes: '""', nth: 3, outside: 'a limit that is taken away again (`null`)' },
  { file: 'simulator/fleet/limitSettings.ts', code: '\'null\'', becomes: '""', nth: 2, outside: 'a limit that is taken away again (`null`)' },
  { file: 'simulator/fleet/expiry.ts', code: 'next.expirationDate !== null && !isDate(next.expirationDate)', becomes: 'false', outside: 'a date that is none' },
  { file: 'simulator/fleet/expiry.ts', code: 'next.expirationDate !== null', becomes: 'next.expirationDate === null', outside: 'the words of a refusal (`code`), and a date that is none' },
  { file: 'simulator/http/refusals.ts', code: '\'This is not allowed\'', becomes: '""', outside: 'the words of a refusal (`title`)' },
  { file: 'simulator/http/tokens.ts', code: '\'JWT\'', becomes: '""', outside: 'the header `typ` of a token' },
  { file: 'simulator/fleet/fleet.ts', code: 'options.groups ?? Math.min(Math.max(Math.ceil(devices / 4), 1), 12)', becomes: 'options.groups && Math.min(Math.max(Math.ceil(devices / 4), 1), 12)', outside: 'how many groups a fresh fleet has' },
  { file: 'simulator/http/paging.ts', code: 'value !== undefined && value >= least', becomes: 'value !== undefined || value >= least', outside: 'a page size of 0' },
  { file: 'simulator/http/service.ts', code: '`${call.method} is not allowed at ${path}.`', becomes: '``', outside: 'the words of a refusal (`detail`)' },
  { file: 'simulator/http/paging.ts', code: 'value !== undefined && value >= least', becomes: 'true', outside: 'a page size below 0' },
  { file: 'simulator/http/service.ts', code: '{ code: \'METHOD_NOT_ALLOWED\', detail: `${call.method} is not allowed at ${path}…', becomes: '{}', outside: 'the words of a refusal (`code`, `detail`)' },
  { file: 'simulator/http/request.ts', code: '\';\'', becomes: '""', outside: 'a parameter of the content type (`charset`)' },
  { file: 'simulator/fleet/records/content.ts', code: '\'\'', becomes: '"Stryker was here!"', outside: 'an empty country' },
  { file: 'simulator/fleet/fleet.ts', code: '() => seedUsers(this.#seed)', becomes: '() => undefined', outside: 'the records of a fresh fleet' },
  { file: 'simulator/http/request.ts', code: 'end < 0', becomes: 'true', outside: 'a parameter of the content type (`charset`)' },
  { file: 'simulator/fleet/licences.ts', code: '\'used\'', becomes: '""', outside: 'how the activation of a device in use is answered' },
  { file: 'simulator/fleet/locations/row.ts', code: 'extra.received !== undefined || extra.exact !== undefined', becomes: 'false', outside: 'when a report was received, and how exactly what is beyond the usual is kept' },
  { file: 'simulator/http/operations/reply.ts', code: '\'invalid\'', becomes: '""', outside: 'the words of a refusal (`title`)' },
  { file: 'simulator/http/operations/token.ts', code: '!body', becomes: 'false', outside: 'the words of a refusal (`code`, `detail`)' },
  { file: 'simulator/http/tokens.ts', code: 'world === undefined', becomes: 'world !== undefined', outside: 'the number that a token holds (`jti`)' },
  { file: 'simulator/http/refusals.ts', code: '\'forbidden\'', becomes: '""', outside: 'the words of a refusal (`title`)' },
  { file: 'simulator/fleet/account.ts', code: '{ throw new FleetError(\'LICENCES_BELOW_ZERO\', `${String(total)} is not a number…', becomes: '{}', outside: 'a number of licences that is none, given to a control' },
  { file: 'simulator/fleet/log/events.ts', code: 'index < this.#kept.length', becomes: 'index >= this.#kept.length', outside: 'what a world logs of itself' },
  { file: 'simulator/fleet/fleet.ts', code: 'devices / 4', becomes: 'devices * 4', outside: 'how many groups a fresh fleet has' },
  { file: 'simulator/http/operations/records.ts', code: '\'\'', becomes: '"Stryker was here!"', outside: 'the words of a refusal (`detail`)' },
  { file: 'simulator/http/operations/devices.ts', code: '{ code: \'UNKNOWN_DEVICE\', detail: `There is no device ${segment}.` }', becomes: '{}', outside: 'the words of a refusal' },
  { file: 'simulator/fleet/licences.ts', code: '\'NO_LICENCE_AVAILABLE\'', becomes: '""', outside: 'the words of a refusal' },
  { file: 'simulator/http/refusals.ts', code: '\'invalid\'', becomes: '""', outside: 'the words of a refusal' },
  { file: 'simulator/http/refusals.ts', code: '{ code, detail, field }', becomes: '{}', outside: 'the words of a refusal' },
  { file: 'simulator/http/operations/reply.ts', code: '{ code: \'BODY_INVALID\', detail: `${place} must be ${issue.expected}, not ${issu…', becomes: '{}', outside: 'the words of a refusal' },
  { file: 'simulator/http/service.ts', code: '\'METHOD_NOT_ALLOWED\'', becomes: '""', outside: 'the words of a refusal' },
  { file: 'simulator/http/operations/token.ts', code: 'typeof value === \'object\' && value !== null && !Array.isArray(value)', becomes: 'typeof value === \'object\' && value !== null || !Array.isArray(value)', outside: 'a token request that is a list: it is refused by another status' },
  { file: 'simulator/http/operations/devices.ts', code: 'value !== null', becomes: 'value === null', outside: 'the channels that an alert names' },
  { file: 'simulator/http/operations/devices.ts', code: 'value !== null', becomes: 'false', outside: 'a fact that is sent as `null`' },
  { file: 'simulator/http/operations/records.ts', code: 'value !== null', becomes: 'true', outside: 'a fact that is sent as `null`' },
  { file: 'simulator/fleet/deviceColumns.ts', code: 'emailUsage[id - 1] || smsUsage[id - 1] || limitsTold[id - 1] || !lasting', becomes: '(emailUsage[id - 1] || smsUsage[id - 1] || limitsTold[id - 1]) && !lasting', outside: 'the number of events that a control tells' },
  { file: 'simulator/fleet/locations/row.ts', code: 'value == null', becomes: 'false', outside: 'what stands for a fact of a location that was not sent' },
  { file: 'simulator/fleet/rules/limits.ts', code: '{ return null; }', becomes: '{}', outside: 'by which words a control refuses to set a counter, or passes over it' },
  { file: 'simulator/fleet/account.ts', code: 'total < 0', becomes: 'false', outside: 'a total of licences below 0, set by a control' },
  { file: 'simulator/fleet/limits.ts', code: 'expires === undefined && expirationDate === undefined', becomes: 'expires === undefined || expirationDate === undefined', outside: 'other settings that a control is given with Expires and no date' },
  { file: 'simulator/fleet/limits.ts', code: 'expires === undefined', becomes: 'expires !== undefined', outside: 'other settings that a control is given with Expires and no date' },
  { file: 'simulator/http/tokens.ts', code: 'world === undefined', becomes: 'false', outside: 'the key that signs tokens' },
  { file: 'simulator/http/tokens.ts', code: '`roadtest signing key ${seed}${salt}`', becomes: '``', outside: 'the key that signs tokens' },
  { file: 'simulator/http/tokens.ts', code: '\'\'', becomes: '"Stryker was here!"', outside: 'the key that signs tokens' },
  { file: 'simulator/http/request.ts', code: '\'+json\'', becomes: '""', outside: 'a content type that ends in `+json`' },
  { file: 'simulator/http/router.ts', code: 'segment !== \'\'', becomes: 'true', outside: 'a path with an empty part' },
  { file: 'simulator/http/request.ts', code: '!segment.includes(\'%\')', becomes: 'true', outside: 'an id written with per cent codes' },
  { file: 'simulator/fleet/devices.ts', code: '[]', becomes: '["Stryker was here"]', nth: 2, outside: 'a filter by a group that is none' },
  { file: 'simulator/fleet/records/content.ts', code: 'value === \'\'', becomes: 'false', outside: 'which country a user may have' },
  { file: 'simulator/fleet/records/content.ts', code: 'value === \'\'', becomes: 'value !== \'\'', nth: 2, outside: 'which time zone a user may have' },
  { file: 'simulator/fleet/devices.ts', code: '{ const value = facts[field]; if (value === undefined) continue; if (typeof val…', becomes: '{}', outside: 'what the control that creates a device takes' },
  { file: 'simulator/fleet/rules/devices.ts', code: 'deviceTime >= lastDeviceTime', becomes: 'deviceTime > lastDeviceTime', outside: 'a location of the same time as the last' },
  { file: 'simulator/fleet/licences.ts', code: '\'DEVICE_NOT_EXPIRED\'', becomes: '""', outside: 'the words of a refusal (`code`)' },
  { file: 'simulator/fleet/limits.ts', code: 'expirationDate === undefined', becomes: 'true', outside: 'a date that a control is given without Expires' },
  { file: 'simulator/fleet/limits.ts', code: 'expires !== undefined', becomes: 'true', outside: 'a date that a control is given without Expires' },
  { file: 'simulator/fleet/limits.ts', code: 'count - allowed', becomes: 'count + allowed', outside: 'how many messages a control says were withheld' },
  { file: 'simulator/fleet/locations/row.ts', code: 'ignition === ignitionBits.absent', becomes: 'false', outside: 'a location without `ignition`' },
  { file: 'simulator/fleet/locations/row.ts', code: 'report.ignition == null', becomes: 'false', outside: 'a location without `ignition`' },
  { file: 'simulator/fleet/locations/row.ts', code: 'words[offset + 4] ?? 0', becomes: 'words[offset + 4] && 0', nth: 2, outside: 'when a location was received (`receivedAt`)' },
  { file: 'simulator/fleet/records/content.ts', code: 'value.every((id) => Number.isSafeInteger(id) && id >= 1)', becomes: 'value.some(id => Number.isSafeInteger(id) && id >= 1)', outside: 'ids that are none in a list of ids' },
  { file: 'simulator/http/operations/records.ts', code: 'Object.entries(facts).filter(([, value]) => value !== null)', becomes: 'Object.entries(facts)', outside: 'a fact that is sent as `null`' },
  { file: 'simulator/http/operations/records.ts', code: '{ code: `UNKNOWN_${name}`, detail: `There is no ${resource} ${id}.` }', becomes: '{}', outside: 'the words of a refusal (`code`, `detail`)' },
  { file: 'simulator/http/paging.ts', code: '\'invalid\'', becomes: '""', outside: 'a page size below 1' },
  { file: 'simulator/http/paging.ts', code: 'paging.totalHeader?.toLowerCase()', becomes: 'paging.totalHeader?.toUpperCase()', outside: 'the letters of the name of a header, whose case says nothing' },
  { file: 'simulator/http/request.ts', code: '{ code: \'BODY_NOT_JSON\', detail: `The body is not valid JSON: ${(error as Error…', becomes: '{}', outside: 'the words of a refusal (`code`, `detail`)' },
  { file: 'simulator/http/router.ts', code: 'start <= path.length', becomes: 'start < path.length', outside: 'a slash at the end of a path, with a token' },
  { file: 'simulator/http/rules.ts', code: 'now < expiresAt', becomes: 'now <= expiresAt', outside: 'the very millisecond at which a token ends' },
  { file: 'simulator/http/answering.ts', code: '{ code: \'TOKEN_MISSING\', detail: \'Send Authorization: Bearer and a token.\' }', becomes: '{}', outside: 'the words of a refusal (`code`, `detail`)' },
  { file: 'simulator/http/answering.ts', code: 'reply.headers[\'content-type\'] !== undefined', becomes: 'true', outside: 'the content type of an answer without a body' },
];
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: it is the code of templates

/** Why a mutant need not be caught; `undefined`: it is missed when it is not. */
export function explanationOf(mutant: Mutant): Explained | undefined {
  if (mutant.file.startsWith('simulator/fleet/seed/'))
    return { ...mutant, outside: 'the records of a fresh fleet' };
  return explained.find((row) => isAbout(row, mutant));
}

/** Whether a row is about a mutant. */
export function isAbout(row: Explained, mutant: Mutant): boolean {
  if (!('part' in row)) return isSame(row, mutant);
  if (row.file !== mutant.file) return false;
  const [first, last] = linesOf(row.file, row.part);
  return mutant.line >= first && mutant.line <= last;
}
