/** The forms of ids and times, fields that change with each answer, and fields that a create asks for. */

import type { Answer } from '../../deployment/answer.ts';
import { shows } from '../../deployment/probing/evidence.ts';
import { bodyOf } from '../../deployment/reading/bodies.ts';
import { unlessUnreached } from '../../deployment/transport/failures.ts';
import { withoutCheck } from '../../kit/check-digits.ts';
import { exactJsonText } from '../../kit/exact-json.ts';
import { splitPointer } from '../../kit/json-pointer.ts';
import { entriesOf, nameIn } from '../../kit/tables.ts';
import { timeFormOf } from '../../learning/forms.ts';
import type { AnyId } from '../../profile/facts.ts';
import { type OwnIdForm, ownIdForm } from '../../profile/lens/ids.ts';
import type { Shape } from '../../profile/openings.ts';
import { follow } from '../../profile/pointer.ts';
import type { Openings } from '../../specification/openings/index.ts';
import { familyOperations, operation as operationOf } from '../../specification/operations.ts';
import { recordFacts } from '../../specification/records/index.ts';
import { isSelected } from '../run-options.ts';
import type { RunSession } from '../run-session.ts';
import { compared, type Look, type Sight } from './sight.ts';

async function shownBy(session: RunSession) {
  return (await session.probes.known.served.all()).filter((probe) => shows(session, probe));
}

export const recordLooks: readonly Look[] = [
  async function ids(session) {
    const pinned = session.profile.openings['records.id'];
    const seen = (await shownBy(session)).flatMap(({ operation, id, answer }) => {
      const { pathId } = operationOf(operation);
      if (id === undefined || pathId === null) return [];
      const wanted = pinned && ownIdForm(pinned, pathId);
      return [{ what: `the ${pathId} ${id}:`, id, answer, wanted }];
    });
    const { what, id, answer, wanted } =
      seen.find((one) => one.wanted && !isOfForm(one.id, one.wanted)) ?? seen[0] ?? {};
    if (what === undefined || id === undefined) return [];
    const own = wanted && isOfForm(id, wanted) ? idInWords(wanted) : formOf(id);
    const other = wanted && !isOfForm(id, wanted) && idInWords(wanted) === own ? 'otherwise' : own;
    return [compared('records.id', { [what]: [other, wanted && idInWords(wanted)] }, answer)];
  },

  /** The form of the times at the places of the profile. */
  async function times(session) {
    const { lens, profile } = session;
    const pinned = profile.openings['records.time'];
    if (!pinned) return [];
    const seen = (await shownBy(session)).flatMap(({ operation, answer }) => {
      const resource = Object.hasOwn(timed, operation) ? timed[operation as keyof typeof timed] : undefined;
      if (resource === undefined) return [];
      const { forms }: Shape = profile.openings[`records.${resource}`] ?? { fields: {} };
      return entriesOf<string, string>(recordFacts[resource]).flatMap(([fact, kind]) => {
        const value = follow(answer.json, splitPointer(lens.reply(resource).pointer(fact as never) ?? '/'));
        if (kind !== 'time' || value === undefined || value === null) return [];
        const own = forms?.[fact];
        const wanted = timeInWords(own === undefined || own === 'text' ? pinned : own);
        return [{ form: formOfTime(value), wanted, answer }];
      });
    });
    const shown = seen.find(({ form, wanted }) => form !== wanted) ?? seen[0];
    return shown ? [compared('records.time', { '': [shown.form, shown.wanted] }, shown.answer)] : [];
  },

  /** Fields that are to have another value in each answer: one answer does not show whether the next one differs. */
  async function changing(session) {
    const pinned = session.profile.openings['records.volatile'];
    const answers = (await shownBy(session)).map(({ answer }) => answer);
    if (!pinned || answers.length === 0) return [];
    const parts = pinned.flatMap((pointer) => {
      const values = answers.flatMap(({ json }) => follow(json, splitPointer(pointer)) ?? []);
      const differ = new Set(values.map((value) => exactJsonText(value as never))).size === values.length;
      const seen = values.length === 0 ? 'in no answer' : differ ? 'another each time' : 'the same again';
      return values.length === 1 ? [] : [[pointer, [seen, 'another each time']] as const];
    });
    return parts.length === 0 ? [] : [compared('records.volatile', Object.fromEntries(parts), ...answers)];
  },

  /** A POST that asks for a range is seen by the list that it is answered with; one that records, by its histories. */
  async function queries(session) {
    const posts = { postLocations: 'locations.purpose', postAlerts: 'alerts.purpose' } as const;
    return (await shownBy(session)).flatMap(({ operation, answer }) => {
      const post = nameIn(posts, operation);
      const does = post && session.profile.openings[posts[post]]?.does;
      return post && does === 'query' ? [compared(posts[post], { '': [does, does] }, answer)] : [];
    });
  },

  /** Creates with all that is asked for, and without; a good one that was refused is among the faults of good requests. */
  async function required(session): Promise<Sight[]> {
    const pinned = session.profile.openings['records.required'];
    const creates = (await shownBy(session)).filter(
      ({ operation, good }) => good && (operation === 'createGroup' || operation === 'createUser'),
    );
    if (!pinned || creates.length === 0) return [];
    const without = (await incompleteCreates(session)).map(
      ({ create, fact, taken }) =>
        [`${create} without ${fact}`, [taken ? 'taken' : 'refused', 'refused']] as const,
    );
    const parts = { 'with all of these': ['taken', 'taken'] as const, ...Object.fromEntries(without) };
    return [compared('records.required', parts, ...creates.map(({ answer }) => answer))];
  },
];

const timed = {
  readDevice: 'device',
  lastLocation: 'location',
  readGroup: 'group',
  readUser: 'user',
} as const;

/** An id in a path is a text whatever it is in a payload. */
function isOfForm(id: AnyId, own: OwnIdForm): boolean {
  const digits = /(?<!\d)\d+$/.exec(String(id))?.[0] ?? '';
  if (own.form !== 'uuid' && own.check && withoutCheck(digits, own.check) === undefined) return false;
  if (own.form === 'string') return typeof id === 'string' && id.startsWith(own.prefix);
  return own.form === formOf(id) || (own.form === 'number' && /^\d+$/.test(String(id)));
}

function idInWords(own: OwnIdForm): string {
  const prefix = own.form === 'string' && own.prefix !== '' ? ` ${own.prefix}…` : '';
  return `${own.form}${prefix}${own.form !== 'uuid' && own.check ? ` with check digits by ${own.check}` : ''}`;
}

function formOf(id: AnyId): 'number' | 'uuid' | 'string' {
  if (typeof id !== 'string') return 'number';
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id) ? 'uuid' : 'string';
}

function timeInWords(time: Openings['records.time']): string {
  return time.form === 'iso' ? `iso ${time.offset}` : time.form;
}

function formOfTime(value: unknown): string {
  const form = timeFormOf(value);
  if (form) return timeInWords(form);
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?$/.test(String(value)) ? 'local' : 'another form';
}

/**
 * A create that leaves out a field which the profile says it asks for: the one kind of body of which a profile says that it is
 * JSON, and not what the operation takes.
 */
export interface IncompleteCreate {
  readonly create: 'createGroup' | 'createUser';
  /** The field that was left out. */
  readonly fact: string;
  readonly answer: Answer;
  /** Tells whether a record came of it. */
  readonly taken: boolean;
}

/** One for each family, where the profile says enough to know what comes of it. */
export function incompleteCreates(session: RunSession): Promise<IncompleteCreate[]> {
  return session.once('creates that leave out what is asked for', async () => {
    const sent = await Promise.all((['group', 'user'] as const).map((family) => incomplete(session, family)));
    return sent.filter((one) => one !== undefined);
  });
}

async function incomplete(
  session: RunSession,
  family: keyof typeof familyOperations,
): Promise<IncompleteCreate | undefined> {
  const { profile, lens, signal, options, probes, make } = session;
  const { create } = familyOperations[family];
  const [fact] = profile.openings['records.required']?.[family] ?? [];
  if (fact === undefined || signal.aborted || options.readOnly) return undefined;
  if (!isSelected(`${family}s/created-can-be-read`, options)) return undefined;
  const known = await probes.known.served.get(create);
  // A record that is made without a name could not be found again by it.
  if (!known?.good || !shows(session, known) || lens.answer(create).kind === 'nothing') return undefined;
  const { [fact]: _, ...facts }: { [fact: string]: unknown } = make.facts(family);
  const caller = session.as('calibration');
  const body = bodyOf(lens, 'body', family, facts);
  const send = () => caller.call(create, { body, provoking: true });
  const sent = await caller.make.attempt(family, facts, send).catch(unlessUnreached);
  return sent && { create, fact, answer: sent.answer, taken: sent.id !== undefined };
}
