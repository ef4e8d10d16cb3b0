/** How lists are paged, how ids, times and quantities are written, and what limits a device can have. */
import { checkDigits } from '../../kit/check-digits.ts';
import { isDeepEqual } from '../../kit/json.ts';
import { entriesOf } from '../../kit/tables.ts';
import { type Drafts, same } from '../../learning/finding.ts';
import { timeFormOf, togetherOf } from '../../learning/forms.ts';
import { plainName } from '../../learning/leaves.ts';
import { queryNames } from '../../learning/names.ts';
import type { OpeningId, Openings } from '../../specification/openings/index.ts';
import {
  type ListedName,
  listOperation,
  pathResources,
  readOperation,
} from '../../specification/operations.ts';
import { recordFacts } from '../../specification/records/index.ts';
import type { FactKind, ResourceName } from '../../specification/records/kinds.ts';
import { parameterSays } from '../words.ts';
import { type Facts, kindsOf, type Leaf, localOffsetOf, timeUnitOf } from './facts.ts';
import { examplesIn, type Look, textOf } from './look.ts';
import type { Parameter, Placed } from './operations.ts';

type AllFacts = ReadonlyMap<ResourceName, Facts>;

export function sayPaging({ described }: Placed, drafts: Drafts): void {
  const lists = entriesOf<ListedName, string>(listOperation).flatMap(
    ([list]) => described.get(listOperation[list]) ?? [],
  );
  const [{ where } = { where: '' }] = lists;
  const found = new Map<string, Parameter>();
  const queries = lists.flatMap(({ parameters }) => parameters.filter((each) => each.in === 'query'));
  for (const [name, usual] of entriesOf(queryNames)) {
    const named = queries.filter((one) => isNamed(one, name, usual));
    const called = same(named.map((parameter) => parameter.name));
    if (called === undefined || !named[0]) continue;
    found.set(name, named[0]);
    drafts.say('operations.query', [name], called, where);
  }
  const headers = lists.flatMap(({ responses }) =>
    responses.filter(({ isSuccess }) => isSuccess).flatMap((response) => [...response.headers.keys()]),
  );
  const [way, ...others] = (['offset', 'page', 'cursor'] as const).filter((one) => found.has(one));
  const isLinked = headers.some((name) => name.toLowerCase() === 'link');
  const isPlain =
    lists.length > 0 && !isLinked && queries.every(({ name }) => name === found.get('group')?.name);
  const by = way === 'cursor' && isLinked ? 'link' : (way ?? (isPlain ? 'none' : undefined));
  if (by === undefined || others.length > 0) return;
  const say = (part: keyof Openings['operations.paging'], value: string | number | null | undefined) =>
    drafts.say('operations.paging', [part], value, where);
  const { minimum, default: begins = minimum } = found.get('page')?.look.says ?? {};
  const limit = found.get('limit');
  const { default: size, maximum: max } = limit?.look.says ?? {};
  const told = limit?.description ?? '';
  const isAll = /without (it|one)[^.]*\ball\b|\ball\b[^.]*\b(by default|without)/i.test(told);
  const [, taken] = /larger number than (\d{1,9}) is taken/.exec(told) ?? [];
  say('by', by);
  say('totalHeader', same(headers.filter((name) => /total|count/i.test(name))) ?? null);
  say('firstPage', by !== 'page' ? 1 : begins === 0 || begins === 1 ? begins : undefined);
  if (by !== 'none' && typeof size === 'number') say('size', size);
  else if (by === 'none' || isAll) say('size', null);
  say('max', typeof max === 'number' ? max : taken === undefined ? undefined : Number(taken));
}

/** By the words of our own descriptions, or by the names that others use. */
function isNamed({ name, description }: Parameter, meaning: string, usual: readonly string[]): boolean {
  const ours = entriesOf(parameterSays).filter(([, says]) => description.startsWith(says));
  return ours.length > 0
    ? ours.some(([one]) => one === meaning)
    : usual.map(plainName).includes(plainName(name));
}

type Ids = Openings['records.id'];

/** @param alert the id of an alert, which no path has */
export function sayIds({ described }: Placed, alert: Look | undefined, drafts: Drafts): void {
  const looks = pathResources.flatMap((resource) => {
    const parameter = described.get(readOperation[resource])?.parameters.find((one) => one.in === 'path');
    return parameter ? [{ resource: `${resource}`, look: parameter.look }] : [];
  });
  if (looks.length < pathResources.length) return;
  const all = [...looks, ...(alert ? [{ resource: 'alert', look: alert }] : [])];
  const kinds = [...new Set(all.map(({ look }) => formOfId(look)))];
  const forms = kinds.map((kind) => {
    const alike = all.filter(({ look }) => formOfId(look) === kind);
    return { resources: alike.map(({ resource }) => resource), form: oneForm(kind, alike) };
  });
  const form = togetherOf(forms);
  if (form) drafts.say('records.id', [], form, 'the parameters of paths');
  else if (kinds.length > 1) drafts.note('The ids of some resources are of a form that is not told.');
}

function oneForm(
  form: Ids['form'] | undefined,
  alike: readonly { resource: string; look: Look }[],
): Ids | undefined {
  if (form === undefined || form === 'uuid') return form && { form };
  const checked = checkDigits.find((name) =>
    alike.every(({ look }) => look.told.toLowerCase().includes(name)),
  );
  const check = checked !== undefined && { check: checked };
  if (form === 'number') return { form, ...check };
  const found = alike.map(({ resource, look }) => [resource, prefixOf(look)]);
  return { form, prefixes: Object.fromEntries(found.filter(([, prefix]) => prefix)), ...check };
}

/** A text counts where its pattern says that a number follows a fixed beginning. */
function formOfId(look: Look): Ids['form'] | undefined {
  if (look.types.has('integer') || look.types.has('number')) return 'number';
  if (textOf(look.says.format).toLowerCase() === 'uuid') return 'uuid';
  return prefixOf(look) === undefined ? undefined : 'string';
}

function prefixOf({ says }: Look): string | undefined {
  const pattern = textOf(says.pattern).slice(0, 200);
  const [, prefix] = /^\^((?:[^\\^$.*+?()[\]{}|]|\\[^\w])*)\[1-9\](?:\\d|\[0-9\])\*\$$/.exec(pattern) ?? [];
  return prefix?.replace(/\\(.)/g, '$1');
}

/** The facts of a kind, with their leaves. */
function ofKind(all: AllFacts, kind: FactKind): { opening: OpeningId; fact: string; leaf: Leaf }[] {
  return [...all].flatMap(([resource, facts]) =>
    [...facts].flatMap(([fact, { leaf }]) => {
      const opening: OpeningId = fact in recordFacts[resource] ? `records.${resource}` : 'limits.names';
      return kindsOf(resource)[fact] === kind ? [{ opening, fact, leaf }] : [];
    }),
  );
}

type Time = Openings['records.time'];

/** The form of most times, or that of times that are no fact of a record; facts in another form have it for themselves. */
export function sayTimes(facts: AllFacts, others: readonly Look[], drafts: Drafts): void {
  const told = ofKind(facts, 'time').map((one) => ({ ...one, form: formOfTime(one.leaf.look) }));
  const dates = ofKind(facts, 'date').map((one) => ({ ...one, form: formOfDate(one.leaf.look) }));
  const further = others.map(formOfTime);
  const forms = [...told.map(({ form }) => form), ...further].filter((form) => form !== undefined);
  const count = (one: Time) => forms.filter((form) => isDeepEqual(form, one)).length;
  const [most] = forms.toSorted((one, other) => count(other) - count(one));
  // A fact that stands alone may be the one that is written otherwise; where nothing but dates is written, their form says that of times.
  const base =
    forms.length > 0
      ? (same(further) ?? (most && count(most) > 1 ? most : undefined))
      : same(dates.map(({ form }) => form));
  if (base) drafts.say('records.time', [], base, `${forms.length} of ${told.length + further.length} times`);
  // A date is written alike in all forms of times but as a number.
  const apart = dates.filter(({ form }) => form?.form !== 'iso' || base?.form.startsWith('epoch'));
  for (const { opening, fact, form, leaf } of [...told, ...apart])
    if (form && !isDeepEqual(form, base)) drafts.say(opening, ['forms', fact], form, leaf.pointer);
}

function formOfDate(look: Look): Time | undefined {
  const form = timeUnitOf(look);
  if (form) return { form };
  return look.says.format === 'date' ? { form: 'iso', offset: 'Z' } : undefined;
}

function formOfTime(look: Look): Time | undefined {
  const unit = timeUnitOf(look);
  if (unit) return { form: unit };
  const local = localOffsetOf(look);
  if (local !== undefined) return { form: 'local', offset: local };
  const [, ending] = /(Z|\\?[+-]\d\d:\d\d)\$$/.exec(textOf(look.says.pattern)) ?? [];
  if (ending !== undefined) return { form: 'iso', offset: ending.replace('\\', '') };
  return same(examplesIn(look).flatMap((one) => timeFormOf(one) ?? []));
}

type Units = Openings['records.units'];

/** The facts of a location that are measured in each quantity, and its units as names and descriptions write them. */
const units: {
  readonly [Q in keyof Units]: readonly [kind: FactKind, words: { readonly [U in Units[Q]]: RegExp }];
} = {
  speed: [
    'speed',
    {
      'km/h': /km\/h|kmh|\bkph|kilomet(er|re)s? (per|an) hour/i,
      'm/s': /m\/s|met(er|re)s? (per|a) second/i,
      mph: /mph|miles (per|an) hour/i,
      knots: /knots?\b/i,
    },
  ],
  distance: [
    'distance',
    {
      km: /\bkm\b(?!\/)|kilomet(er|re)/i,
      m: /\bin m\b|(?<!kilo)met(er|re)s\b(?! (per|a) )/i,
      mi: /\bmi\b|miles\b(?! (per|an) )/i,
    },
  ],
  altitude: ['length', { m: /\bin m\b|(?<!kilo)met(er|re)s\b/i, ft: /\bft\b|feet/i }],
  course: ['course', { degrees: /degrees?/i, radians: /radians?/i }],
};

export function sayUnits(facts: AllFacts, drafts: Drafts): void {
  const location = new Map([...facts].filter(([resource]) => resource === 'location'));
  const measured = entriesOf<keyof Units, readonly [FactKind, { readonly [unit: string]: RegExp }]>(
    units,
  ).map(([quantity, [kind, words]]) => {
    const leaves = ofKind(location, kind);
    const found = leaves.map(({ leaf: { names, look } }) => {
      const text = `${names.at(-1)?.replace(/([a-z])([A-Z])/g, '$1 $2')} ${look.told}`;
      const [unit, ...others] = Object.keys(words).filter((one) => words[one]?.test(text));
      return others.length === 0 ? unit : undefined;
    });
    return { quantity, leaves, unit: same(found) };
  });
  if (measured.every(({ unit }) => unit === undefined)) return;
  // Units that go together, for quantities that no field is measured in: a profile has to say all of them.
  const isImperial = measured.some(({ unit }) => unit === 'mph' || unit === 'ft');
  const usual: Units = isImperial
    ? { speed: 'mph', distance: 'mi', altitude: 'ft', course: 'degrees' }
    : { speed: 'km/h', distance: 'km', altitude: 'm', course: 'degrees' };
  for (const { quantity, leaves, unit } of measured) {
    const where = leaves.map(({ fact }) => fact).join(', ') || 'no field is measured in it';
    drafts.say('records.units', [quantity], leaves.length > 0 ? unit : usual[quantity], where);
  }
}

export function sayLimits(facts: AllFacts, drafts: Drafts): void {
  const [email, sms] = ['dailyEmail', 'dailySms'].map((fact) => facts.get('device')?.get(fact)?.leaf.look);
  if (!email || !sms) return;
  const where = 'the limits of a device';
  const ranges = [email, sms].map(({ says: { minimum: min, maximum }, types, told }) => {
    const max = /no (maximum|upper (bound|limit))/i.test(told) ? null : maximum;
    const isRange = typeof min === 'number' && (typeof max === 'number' || max === null) && types.size > 0;
    return isRange ? { min, max, whole: types.has('integer') } : undefined;
  });
  drafts.say('limits.range', [], same(ranges), where);
  for (const [channel, { says }] of Object.entries({ email, sms }))
    if (typeof says.default === 'number' || says.default === null)
      drafts.say('limits.default', [channel], says.default, where);
}
