/** The fields of records where the profile says where they are, and the form of ids. */

import type { Answer } from '../../deployment/answer.ts';
import { shows } from '../../deployment/probing/evidence.ts';
import { readPage } from '../../deployment/reading/list.ts';
import { type CheckDigit, withoutCheck } from '../../kit/check-digits.ts';
import { exactJsonText } from '../../kit/exact-json.ts';
import { itemAt } from '../../kit/items.ts';
import { fieldOf } from '../../kit/json.ts';
import { splitPointer } from '../../kit/json-pointer.ts';
import type { AnyId } from '../../profile/facts.ts';
import { type OwnIdForm, ownIdForm } from '../../profile/lens/ids.ts';
import type { Issue } from '../../profile/lens/lens.ts';
import type { Shape } from '../../profile/openings.ts';
import type { Openings } from '../../specification/openings/index.ts';
import { type GuardedOperationId, operation as operationOf } from '../../specification/operations.ts';
import { recordFacts } from '../../specification/records/index.ts';
import { listResource } from '../../specification/records/kinds.ts';
import type { RunSession } from '../run-session.ts';
import { incompleteCreates } from './incomplete.ts';
import type { ObservationDraft, Observer, SomeWatches } from './observer.ts';

export const recordObservers = {
  'records.device': fieldsOf('readDevice', 'device'),
  'records.location': fieldsOf('lastLocation', 'location'),
  'records.group': fieldsOf('readGroup', 'group'),
  'records.user': fieldsOf('readUser', 'user'),
  'records.alert': postedAlert,
  'records.country': listedFields('listCountries', 'countries'),
  'records.timeZone': listedFields('listTimeZones', 'timeZones'),
  'records.time': timesInReplies,
  'records.required': takenCreates,
  'records.volatile': changingFields,
  'records.units': { notObserved: 'a number does not show its unit' },
  'limits.names': limitFields,
  async 'records.id'(session) {
    const probes = (await session.probes.known.served.all()).filter((probe) => shows(session, probe));
    const seen = probes.flatMap(({ operation, id, answer }) => {
      const { pathId } = operationOf(operation);
      return id === undefined || pathId === null ? [] : [{ resource: pathId, id, answer }];
    });
    if (seen.length === 0) return undefined;
    const pinned = session.profile.openings['records.id'];
    const other = seen.find(({ resource, id }) => pinned && !isOfForm(id, ownIdForm(pinned, resource)));
    const shown = pinned && other ? other : itemAt(seen, 0);
    return {
      observed: `${formOf(shown.id)}, such as that of the ${shown.resource} ${shown.id}`,
      pinned:
        pinned && [...new Set(seen.map(({ resource }) => inWords(ownIdForm(pinned, resource))))].join(', '),
      holds: pinned && other === undefined,
      exchanges: [shown.answer.exchange],
    };
  },
} satisfies SomeWatches;

/** Returns whether the digits at the end of an id are right by their check digits. */
function isChecked(id: AnyId, check: CheckDigit | undefined): boolean {
  const digits = /(?<!\d)\d+$/.exec(String(id))?.[0] ?? '';
  return check === undefined || withoutCheck(digits, check) !== undefined;
}

/** An id in a path is a text whatever it is in a payload. */
function isOfForm(id: AnyId, own: OwnIdForm): boolean {
  if (!isChecked(id, own.check)) return false;
  if (own.form === 'string') return typeof id === 'string' && id.startsWith(own.prefix);
  return own.form === formOf(id) || (own.form === 'number' && /^\d+$/.test(String(id)));
}

function inWords(own: OwnIdForm): string {
  const prefix = own.form === 'string' && own.prefix !== '' ? ` ${own.prefix}…` : '';
  return `${own.form}${prefix}${own.check ? ` with check digits by ${own.check}` : ''}`;
}

/** The fields of the records in a list of what the service itself gives. */
function listedFields(
  operation: 'listCountries' | 'listTimeZones',
  name: 'countries' | 'timeZones',
): Observer {
  return async (session) => {
    const { probes, lens, profile } = session;
    const resource = listResource[name];
    if (!profile.openings[`records.${resource}`] || !profile.openings['operations.envelope']?.lists?.[name])
      return undefined;
    const probe = await probes.known.served.get(operation);
    if (!probe || (await probes.kind(operation, probe.answer)) !== 'served') return undefined;
    const { records, issues } = readPage(lens, name, probe.answer.json);
    if (records.length === 0 && issues.length === 0) return undefined;
    return readSight({ facts: records[0] ?? {}, issues }, lens.record(resource).facts, probe.answer);
  };
}

/** Creates with all that is asked for, and creates without; a good one that was refused is among the faults of good requests. */
async function takenCreates(session: RunSession): Promise<ObservationDraft | undefined> {
  const pinned = session.profile.openings['records.required'];
  const creates = await Promise.all(
    (['createGroup', 'createUser'] as const).map((create) => session.probes.known.served.get(create)),
  );
  const taken = creates
    .filter((probe) => probe !== undefined)
    .filter((probe) => probe.good && shows(session, probe));
  if (!pinned || taken.length === 0) return undefined;
  const wrong = (await incompleteCreates(session)).filter((create) => create.taken);
  const words = [
    'creates with these were taken',
    ...wrong.map(({ create, fact }) => `${create} without ${fact} was taken`),
  ];
  return {
    observed: words.join(', '),
    pinned: `groups: ${pinned.group.join(', ') || 'none'}; users: ${pinned.user.join(', ') || 'none'}`,
    holds: wrong.length === 0,
    exchanges: [...taken, ...wrong].map(({ answer }) => answer.exchange),
  };
}

/** An alert as it is answered to the one who posted it: no operation reads one. */
async function postedAlert(session: RunSession): Promise<ObservationDraft | undefined> {
  const { probes, lens, profile } = session;
  const isBound =
    profile.openings['records.alert'] && profile.openings['operations.envelope']?.answers?.postAlerts;
  const probe = isBound && (await probes.known.served.get('postAlerts'));
  if (!probe?.good || lens.answer('postAlerts').kind !== 'record' || !shows(session, probe)) return undefined;
  const { json } = probe.answer;
  const reading = lens.answer('postAlerts').read(Array.isArray(json) && json.length === 1 ? json[0] : json);
  return readSight(reading, lens.record('alert').facts, probe.answer);
}

/** The limit settings in the record of a device. */
async function limitFields(session: RunSession): Promise<ObservationDraft | undefined> {
  const names = session.profile.openings['limits.names'];
  if (names === undefined) return undefined;
  if (names === null)
    return { observed: 'nothing', notCompared: 'by the profile no record has them', exchanges: [] };
  const probe = await session.probes.known.served.get('readDevice');
  if (!probe || !shows(session, probe)) return undefined;
  const { facts } = session.lens.reply('device').read(probe.answer.json);
  const wanted = Object.keys(names.fields);
  const found = wanted.filter((name) => Object.hasOwn(facts, name));
  return {
    observed: found.join(', ') || 'none of them',
    pinned: wanted.join(', '),
    holds: found.length > 0,
    exchanges: [probe.answer.exchange],
  };
}

/** Observes whether each named field was found with another value in each answer that has it. */
async function changingFields(session: RunSession): Promise<ObservationDraft | undefined> {
  const pinned = session.profile.openings['records.volatile'];
  if (!pinned) return undefined;
  if (pinned.length === 0)
    return { observed: 'nothing', notCompared: 'the profile names no field', exchanges: [] };
  const answers = (await session.probes.known.served.all())
    .filter((probe) => shows(session, probe))
    .map(({ answer }) => answer);
  const found = pinned.map((pointer) => {
    const holding = answers.filter(({ json }) => valueAt(json, pointer) !== undefined);
    const values = new Set(holding.map(({ json }) => exactJsonText(valueAt(json, pointer))));
    return { pointer, holding, differ: values.size === holding.length };
  });
  // One answer does not show whether the next one differs.
  const shown = found.filter(({ holding, differ }) => !differ || holding.length !== 1);
  if (answers.length === 0 || shown.length === 0) return undefined;
  const other = shown.find(({ holding, differ }) => holding.length === 0 || !differ);
  return {
    observed: other
      ? `${other.pointer} ${other.holding.length === 0 ? 'is in no answer' : 'stays the same'}`
      : `${shown.map(({ pointer }) => pointer).join(', ')} differs in each answer`,
    pinned: pinned.join(', '),
    holds: other === undefined,
    exchanges: shown.flatMap(({ holding }) => holding.map(({ exchange }) => exchange)),
  };
}

const timed = {
  readDevice: 'device',
  lastLocation: 'location',
  readGroup: 'group',
  readUser: 'user',
} as const;

/** The form of the times at the places of the profile. */
async function timesInReplies(session: RunSession): Promise<ObservationDraft | undefined> {
  const { lens, profile } = session;
  const pinned = profile.openings['records.time'];
  if (!pinned) return undefined;
  const probes = (await session.probes.known.served.all()).filter((probe) => shows(session, probe));
  const times = probes.flatMap(({ operation, answer }) => {
    const resource = Object.hasOwn(timed, operation) ? timed[operation as keyof typeof timed] : undefined;
    if (resource === undefined) return [];
    const kinds: { readonly [fact: string]: string } = recordFacts[resource];
    const { forms }: Shape = profile.openings[`records.${resource}`] ?? { fields: {} };
    const facts = Object.keys(kinds).filter((fact) => kinds[fact] === 'time');
    return facts.flatMap((fact) => {
      const value = valueAt(answer.json, lens.reply(resource).pointer(fact));
      if (value === undefined || value === null) return [];
      const own = forms?.[fact];
      const wanted = timeInWords(own === undefined || own === 'text' ? pinned : own);
      return [{ form: formOfTime(value), wanted, answer }];
    });
  });
  const shown = times.find(({ form, wanted }) => form !== wanted) ?? times[0];
  return (
    shown && {
      observed: shown.form,
      pinned: shown.wanted,
      holds: shown.form === shown.wanted,
      exchanges: [shown.answer.exchange],
    }
  );
}

function timeInWords(time: Openings['records.time']): string {
  return time.form === 'iso' ? `iso ${time.offset}` : time.form;
}

/** No time of our century is as large in seconds. */
const FEWEST_MILLISECONDS = 1e11;

function formOfTime(value: unknown): string {
  if (typeof value === 'number')
    return Math.abs(value) < FEWEST_MILLISECONDS ? 'epoch-seconds' : 'epoch-milliseconds';
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?$/.test(String(value))) return 'local';
  const [, offset] = /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:?\d\d)$/.exec(String(value)) ?? [];
  return offset === undefined ? 'another form' : `iso ${offset}`;
}

function valueAt(json: unknown, pointer: string | undefined): unknown {
  return pointer === undefined ? undefined : splitPointer(pointer).reduce<unknown>(fieldOf, json);
}

/** The fields that the profile names and that are there. */
function fieldsOf(
  operation: GuardedOperationId,
  resource: 'device' | 'location' | 'group' | 'user',
): Observer {
  return async (session: RunSession): Promise<ObservationDraft | undefined> => {
    const { probes, lens, profile } = session;
    const probe = await probes.known.served.get(operation);
    const bound =
      profile.openings[`records.${resource}`] && profile.openings['operations.envelope']?.records?.[resource];
    if (
      !probe ||
      !(probe.good || shows(session, probe)) ||
      !bound ||
      (await probes.kind(operation, probe.answer)) !== 'served'
    )
      return undefined;
    const status = profile.openings['operations.status']?.[operation];
    if (status !== undefined && status !== probe.answer.status) return undefined;
    const reply = lens.reply(resource);
    return readSight(reply.read(probe.answer.json), reply.facts, probe.answer);
  };
}

/** The facts that could be read at the places of the profile. */
function readSight(
  { facts, issues }: { facts: object; issues: readonly Issue[] },
  pinned: readonly string[],
  { exchange }: Answer,
): ObservationDraft {
  const found = Object.keys(facts);
  const faults = issues.map(
    ({ pointer, expected, found: there }) => `${pointer}: expected ${expected}, found ${there}`,
  );
  return {
    observed: [...(found.length > 0 ? [found.join(', ')] : ['none of its fields']), ...faults].join('; '),
    pinned: pinned.join(', '),
    holds: issues.length === 0 && found.length > 0,
    exchanges: [exchange],
  };
}

function formOf(id: AnyId): 'number' | 'uuid' | 'string' {
  if (typeof id !== 'string') return 'number';
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id) ? 'uuid' : 'string';
}
