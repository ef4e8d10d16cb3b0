/** The forms of ids and times, fields that change with each answer, and posts that ask for a range. */

import type { Probe } from '../deployment/deployment.ts';
import { shows } from '../deployment/probing/evidence.ts';
import { withoutCheck } from '../kit/check-digits.ts';
import { exactJsonText } from '../kit/exact-json.ts';
import { splitPointer } from '../kit/json-pointer.ts';
import { entriesOf, nameIn } from '../kit/tables.ts';
import { timeFormOf } from '../learning/forms.ts';
import type { AnyId } from '../profile/facts.ts';
import { type OwnIdForm, ownIdForm } from '../profile/lens/ids.ts';
import type { Shape } from '../profile/openings.ts';
import { follow } from '../profile/pointer.ts';
import type { Openings } from '../specification/openings/index.ts';
import { operation as operationOf, readBy } from '../specification/operations.ts';
import { recordFacts } from '../specification/records/index.ts';
import type { RunSession } from '../verify/run-session.ts';
import { compared, type Look } from './sight.ts';

async function shownBy(session: RunSession): Promise<Probe[]> {
  return (await session.probes.known.served.all()).filter((probe) => shows(session, probe));
}

export const ids: Look = async (session) => {
  const pinned = session.profile.openings['records.id'];
  const seen = (await shownBy(session)).flatMap(({ operation, id, answer }) => {
    const { pathId } = operationOf(operation);
    if (id === undefined || pathId === null) return [];
    const wanted = pinned && ownIdForm(pinned, pathId);
    const isAsPinned = wanted !== undefined && isOfForm(id, wanted);
    const own = isAsPinned ? idInWords(wanted) : formOf(id);
    const observed = !isAsPinned && wanted && idInWords(wanted) === own ? 'otherwise' : own;
    return [{ what: `the ${pathId} ${id}:`, observed, wanted: wanted && idInWords(wanted), answer }];
  });
  const one = seen.find(({ observed, wanted }) => wanted !== undefined && observed !== wanted) ?? seen[0];
  return one ? [compared('records.id', { [one.what]: [one.observed, one.wanted] }, one.answer)] : [];
};

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

/** The form of the times at the places of the profile. */
export const times: Look = async (session) => {
  const { lens, profile } = session;
  const pinned = profile.openings['records.time'];
  if (!pinned) return [];
  const seen = (await shownBy(session)).flatMap(({ operation, answer }) => {
    const read = nameIn(readBy, operation);
    if (read === undefined) return [];
    const resource = readBy[read];
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
};

function timeInWords(time: Openings['records.time']): string {
  return time.form === 'iso' ? `iso ${time.offset}` : time.form;
}

function formOfTime(value: unknown): string {
  const form = timeFormOf(value);
  if (form) return timeInWords(form);
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?$/.test(String(value)) ? 'local' : 'another form';
}

/** Fields that are to have another value in each answer: one answer does not show whether the next one differs. */
export const volatile: Look = async (session) => {
  const answers = (await shownBy(session)).map(({ answer }) => answer);
  const parts = (session.profile.openings['records.volatile'] ?? []).flatMap((pointer) => {
    const values = answers.flatMap(({ json }) => follow(json, splitPointer(pointer)) ?? []);
    const differ = new Set(values.map((value) => exactJsonText(value as never))).size === values.length;
    const seen = values.length === 0 ? 'in no answer' : differ ? 'another each time' : 'the same again';
    return answers.length === 0 || values.length === 1
      ? []
      : [[pointer, [seen, 'another each time']] as const];
  });
  return parts.length === 0 ? [] : [compared('records.volatile', Object.fromEntries(parts), ...answers)];
};

/** A POST that asks for a range is seen by the list that it is answered with; one that records, by its histories. */
export const queries: Look = async (session) => {
  const posts = { postLocations: 'locations.purpose', postAlerts: 'alerts.purpose' } as const;
  return (await shownBy(session)).flatMap(({ operation, answer }) => {
    const post = nameIn(posts, operation);
    const does = post && session.profile.openings[posts[post]]?.does;
    return post && does === 'query' ? [compared(posts[post], { '': [does, does] }, answer)] : [];
  });
};

/** Creates with all that is asked for. One that was refused is among the faults of good requests. */
export const required: Look = async (session) => {
  const creates = (await shownBy(session)).filter(
    ({ operation, good }) => good && (operation === 'createGroup' || operation === 'createUser'),
  );
  if (!session.profile.openings['records.required'] || creates.length === 0) return [];
  const parts = { 'with all of these': ['taken', 'taken'] as const };
  return [compared('records.required', parts, ...creates.map(({ answer }) => answer))];
};
