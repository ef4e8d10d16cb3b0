/**
 * Observable mutants that the suite need not catch, one line each: `opening`, where it changes what an
 * opening leaves to the deployment and no run can observe, or `outside`, the field or value that no
 * sentence of the document and no pin of a profile says anything about. In doubt a mutant is missed.
 */
import type { OpeningId } from '../../contracts/specification/openings/index.ts';
import { isSame, type Mutant, type MutantName } from '../mutation/instrument.ts';

export type Explained = MutantName & ({ opening: OpeningId } | { outside: string });

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: it is the code of templates
// biome-ignore format: one row, one mutant
export const explained: readonly Explained[] = [
  { file: 'simulator/http/bodies.ts', code: "`must be ${bodies[body].properties[fact]?.description ?? 'an object'}`", becomes: '``', outside: 'the words of a refusal (`detail`)' },
  { file: 'simulator/fleet/alerts.ts', code: '[...new Set(report.channels ?? channelsBySeverity[severity])]', becomes: '[]', opening: 'alerts.recipients' },
  { file: 'simulator/fleet/alerts.ts', code: '!user.notify.includes(channel) || recipient === \'\'', becomes: 'false', opening: 'alerts.recipients' },
  { file: 'simulator/fleet/alerts.ts', code: 'report.raisedAt !== undefined', becomes: 'report.raisedAt === undefined', outside: 'an alert without a time (`raisedAt`)' },
  { file: 'simulator/fleet/alerts.ts', code: 'report.text !== undefined', becomes: 'report.text === undefined', outside: 'an alert without a text' },
  { file: 'simulator/fleet/deviceColumns.ts', code: 'new Date(day * DAY).toISOString().slice(0, 10)', becomes: 'new Date(day * DAY).toISOString()', outside: 'a date with the time of day, in the answer of a control' },
  { file: 'simulator/fleet/devices.ts', code: '\'imei\'', becomes: '""', outside: 'what the control that creates a device takes (`imei`)' },
  { file: 'simulator/fleet/devices.ts', code: 'lastSeenAt === null', becomes: 'false', outside: 'the `status` of a device that was never seen' },
  { file: 'simulator/fleet/expiry.ts', code: '{ throw new FleetError(\'EXPIRY_DATE_INVALID\', `${quoted(next.expirationDate)} i…', becomes: '{}', outside: 'a date that is none, given with an activation' },
  { file: 'simulator/fleet/fleet.ts', code: 'Math.min(Math.max(Math.ceil(devices / 4), 1), 12)', becomes: 'Math.max(Math.max(Math.ceil(devices / 4), 1), 12)', outside: 'how many groups a fresh fleet has' },
  { file: 'simulator/fleet/fleet.ts', code: 'options.users ?? 5', becomes: 'options.users && 5', outside: 'how many users a fresh fleet has' },
  { file: 'simulator/fleet/licences.ts', code: 'instant > this.#core.timeline.now', becomes: 'instant <= this.#core.timeline.now', outside: 'a date in the past, given with an activation' },
  { file: 'simulator/fleet/records/records.ts', code: 'seed !== undefined', becomes: 'false', outside: 'the records of a fresh fleet' },
  { file: 'simulator/fleet/reference.ts', code: 'new Intl.Locale(`und-${code}`).region === code', becomes: 'true', outside: 'which countries there are' },
  { file: 'simulator/fleet/reference.ts', code: 'part.type === \'timeZoneName\'', becomes: 'true', outside: 'the name of a time zone' },
  { file: 'simulator/fleet/seed/faker.ts', code: 'bits / 789', becomes: 'bits * 789', outside: 'the records of a fresh fleet' },
  { file: 'simulator/fleet/seed/records.ts', code: '`${firstName}.${lastName}.${id}@example.com`', becomes: '``', outside: 'the records of a fresh fleet' },
  { file: 'simulator/fleet/seed/records.ts', code: 'false', becomes: 'true', nth: 2, outside: 'the records of a fresh fleet' },
  { file: 'simulator/fleet/seed/vehicles.ts', code: 'place < 3', becomes: 'false', outside: 'the records of a fresh fleet' },
  { file: 'simulator/fleet/seed/vehicles.ts', code: 'rest % 9000', becomes: 'rest * 9000', outside: 'the records of a fresh fleet' },
  { file: 'simulator/fleet/seed/vehicles.ts', code: 'digits.length - 1', becomes: 'digits.length + 1', outside: 'the records of a fresh fleet' },
  { file: 'simulator/http/bodies.ts', code: 'error.keyword === \'required\'', becomes: 'true', outside: 'which field a refusal names (`field`, `detail`)' },
  { file: 'simulator/http/paging.ts', code: 'value >= least', becomes: 'true', outside: 'a page size of 0' },
  { file: 'simulator/http/refusals.ts', code: '{ ...facts.headers }', becomes: '{}', outside: 'the header `Allow` of a refusal' },
  { file: 'simulator/http/request.ts', code: '{ throw new Refused(\'malformed\', { code: \'BODY_MISSING\', detail: \'The request h…', becomes: '{}', outside: 'the words of a refusal (`code`, `detail`)' },
  { file: 'simulator/http/service.ts', code: '{ code: \'API_DISABLED\', detail: \'API access is not enabled for this account.\' }', becomes: '{}', outside: 'the words of a refusal (`code`, `detail`)' },
  { file: 'simulator/http/tokens.ts', code: 'this.#issued += 1', becomes: 'this.#issued -= 1', outside: 'the number that a token holds (`jti`)' },
  { file: 'simulator/fleet/licences.ts', code: 'expirationDate !== undefined', becomes: 'false', outside: 'a date in the past, given with an activation' },
  { file: 'simulator/fleet/alerts.ts', code: '{ const recipient = channel === \'email\' ? user.email : user.phone; if (!user.no…', becomes: '{}', opening: 'alerts.recipients' },
  { file: 'simulator/fleet/limits.ts', code: 'expirationDate === undefined', becomes: 'expirationDate !== undefined', outside: 'a date that a control is given without Expires' },
  { file: 'simulator/http/bodies.ts', code: 'value === \'\'', becomes: 'false', outside: 'an empty country' },
  { file: 'simulator/fleet/alerts.ts', code: 'recipient === \'\'', becomes: 'recipient !== \'\'', opening: 'alerts.recipients' },
  { file: 'simulator/fleet/reference.ts', code: '/^(AA|Q[M-Z]|X[A-Z]|ZZ|AC|CP|CQ|DG|EA|EU|EZ|IC|TA|UN)$/', becomes: '/^(AA|Q[M-Z]|X[^A-Z]|ZZ|AC|CP|CQ|DG|EA|EU|EZ|IC|TA|UN)$/', outside: 'which countries there are' },
  { file: 'simulator/fleet/seed/vehicles.ts', code: '{ const digits = `00${String(bits % 1_000_000).padStart(6, \'0\')}${String(id % 1…', becomes: '{}', outside: 'the records of a fresh fleet' },
  { file: 'simulator/http/rules.ts', code: 'scheme !== \'Bearer \' && scheme.toLowerCase() !== \'bearer \'', becomes: 'scheme !== \'Bearer \' || scheme.toLowerCase() !== \'bearer \'', outside: 'the word `Bearer` in small letters' },
  { file: 'simulator/http/bodies.ts', code: 'error.keyword === \'required\'', becomes: 'error.keyword !== \'required\'', outside: 'which field a refusal names (`field`, `detail`)' },
  { file: 'simulator/fleet/records/content.ts', code: 'value === \'\'', becomes: 'value !== \'\'', outside: 'an empty country' },
  { file: 'simulator/http/refusals.ts', code: '\'unauthorised\'', becomes: '""', nth: 2, outside: 'the words of a refusal (`title`)' },
  { file: 'simulator/fleet/licences.ts', code: 'instant === null || instant > this.#core.timeline.now', becomes: 'true', outside: 'a date in the past, given with an activation' },
  { file: 'simulator/http/operations/token.ts', code: '\'no-store\'', becomes: '""', outside: 'the header `Cache-Control` of the token reply' },
  { file: 'simulator/fleet/seed/records.ts', code: 'groups === 0', becomes: 'groups !== 0', nth: 2, outside: 'the records of a fresh fleet' },
  { file: 'simulator/http/operations/reply.ts', code: '\'BODY_INVALID\'', becomes: '""', outside: 'the words of a refusal (`code`)' },
  { file: 'simulator/http/operations/devices.ts', code: 'value !== null', becomes: 'true', outside: 'a fact that is sent as `null`' },
  { file: 'simulator/fleet/alerts.ts', code: 'report.channels !== undefined', becomes: 'true', outside: 'an alert without channels' },
  { file: 'simulator/http/rules.ts', code: '{ if (typeof body.userName !== \'string\') return \'userName\'; if (typeof body.api…', becomes: '{}', outside: 'a user name that is no text: it is refused by other words' },
  { file: 'simulator/fleet/limits.ts', code: 'Object.keys(change).some((key) => key.startsWith(\'usage\'))', becomes: 'Object.keys(change).every(key => key.startsWith(\'usage\'))', outside: 'a change of limits that changes nothing' },
  { file: 'simulator/fleet/seed/records.ts', code: '{ return Array.from({ length: groups }, (_, index) => { const id = index + 1; c…', becomes: '{}', outside: 'the records of a fresh fleet' },
  { file: 'simulator/http/rules.ts', code: '\'bearer \'', becomes: '""', outside: 'the word `Bearer` in small letters' },
  { file: 'simulator/fleet/limits.ts', code: '{ if (because === \'daily-limit\') this.#tellReached(device, channel); log.append…', becomes: '{}', outside: 'when a limit was reached, in the list of devices of the control API' },
  { file: 'simulator/http/refusals.ts', code: 'field !== undefined && { field }', becomes: 'field !== undefined || { field }', outside: 'which field a refusal names (`field`)' },
  { file: 'simulator/http/refusals.ts', code: '{ UNKNOWN_DEVICE: \'unknown-id\', UNKNOWN_GROUP: \'unknown-id\', UNKNOWN_USER: \'unk…', becomes: '{}', outside: 'by which refusal a wrong reference, an expired device or the own user is turned down' },
  { file: 'simulator/http/operations/token.ts', code: '{ \'content-type\': \'application/json\', \'cache-control\': \'no-store\' }', becomes: '{}', outside: 'the header `Content-Type` of the token reply' },
  { file: 'simulator/http/request.ts', code: 'call.body === undefined || call.body === \'\'', becomes: 'false', outside: 'the words of a refusal (`code`, `detail`)' },
  { file: 'simulator/fleet/limits.ts', code: 'expires === undefined', becomes: 'true', outside: 'Expires that a control is given without a date' },
  { file: 'simulator/http/router.ts', code: '\'HEAD\'', becomes: '""', outside: 'HEAD' },
  { file: 'simulator/fleet/reference.ts', code: 'LETTERS.flatMap((first) => LETTERS.map((second) => first + second)) .filter((co…', becomes: 'LETTERS.flatMap(first => LETTERS.map(second => first + second))', outside: 'which countries there are' },
  { file: 'simulator/fleet/limits.ts', code: '`A ${kind} from ${range.min} to ${range.max}, or null for no limit.`', becomes: '``', outside: 'the words of a refusal (`hint`)' },
  { file: 'simulator/http/operations/devices.ts', code: '\'invalid\'', becomes: '""', outside: 'a post without any report' },
  { file: 'simulator/http/operations/devices.ts', code: '{ throw new Refused(\'invalid\', { code: \'NOTHING_POSTED\', detail: `The body hold…', becomes: '{}', outside: 'a post without any report' },
  { file: 'simulator/fleet/seed/records.ts', code: '`${firstName}.${lastName}.${id}@example.com`.toLowerCase()', becomes: '`${firstName}.${lastName}.${id}@example.com`.toUpperCase()', outside: 'the records of a fresh fleet' },
  { file: 'simulator/fleet/expiry.ts', code: '\'EXPIRY_NEEDS_DATE\'', becomes: '""', outside: 'the words of a refusal (`code`)' },
  { file: 'simulator/fleet/deviceColumns.ts', code: 'before >= at', becomes: 'true', outside: 'when a device was last seen (`lastSeenAt`)' },
  { file: 'simulator/fleet/errors.ts', code: 'facts.hint !== undefined', becomes: 'false', outside: 'the words of a refusal (`hint`)' },
  { file: 'simulator/http/bodies.ts', code: 'false', becomes: 'true', outside: 'a report without a place' },
  { file: 'simulator/http/bodies.ts', code: '{ const check = checkOf(body, partial); if (check(facts)) return undefined; con…', becomes: '{}', outside: 'the bounds of facts: texts that are too long, numbers that are too great' },
  { file: 'simulator/http/bodies.ts', code: 'check(facts)', becomes: 'true', outside: 'the bounds of facts: texts that are too long, numbers that are too great' },
  { file: 'simulator/http/operations/records.ts', code: 'missingFact(facts) ?? bodyProblem(resource, said, partial)', becomes: 'missingFact(facts) && bodyProblem(resource, said, partial)', outside: 'the bounds of facts: texts that are too long, numbers that are too great' },
  { file: 'simulator/fleet/rules/licences.ts', code: 'facts.licence === \'used\'', becomes: 'true', outside: 'a device that is created while no licence is free' },
];
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: it is the code of templates

/** Why a mutant need not be caught; `undefined`: it is missed when it is not. */
export function explanationOf(mutant: Mutant): Explained | undefined {
  return explained.find((one) => isSame(one, mutant));
}
