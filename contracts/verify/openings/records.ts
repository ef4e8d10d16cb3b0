/** The forms of ids and times, fields that change with each answer, and fields that a create asks for. */

import { shows } from '../../deployment/probing/evidence.ts';
import { type CheckDigit, withoutCheck } from '../../kit/check-digits.ts';
import { exactJsonText } from '../../kit/exact-json.ts';
import { itemAt } from '../../kit/items.ts';
import { fieldOf } from '../../kit/json.ts';
import { splitPointer } from '../../kit/json-pointer.ts';
import { timeFormOf } from '../../learning/forms.ts';
import type { AnyId } from '../../profile/facts.ts';
import { type OwnIdForm, ownIdForm } from '../../profile/lens/ids.ts';
import type { Shape } from '../../profile/openings.ts';
import type { Openings } from '../../specification/openings/index.ts';
import { operation as operationOf } from '../../specification/operations.ts';
import { recordFacts } from '../../specification/records/index.ts';
import type { RunSession } from '../run-session.ts';
import { incompleteCreates } from './incomplete.ts';
import type { ObservationDraft, SomeWatches } from './observer.ts';

export const recordObservers = {
  'records.time': timesInReplies,
  'records.required': takenCreates,
  'records.volatile': changingFields,
  'records.units': { notObserved: 'a number does not show its unit' },
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

function formOfTime(value: unknown): string {
  const form = timeFormOf(value);
  if (form) return timeInWords(form);
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?$/.test(String(value)) ? 'local' : 'another form';
}

function valueAt(json: unknown, pointer: string | undefined): unknown {
  return pointer === undefined ? undefined : splitPointer(pointer).reduce<unknown>(fieldOf, json);
}

function formOf(id: AnyId): 'number' | 'uuid' | 'string' {
  if (typeof id !== 'string') return 'number';
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id) ? 'uuid' : 'string';
}
