/** How ids, times and quantities are written, and what limits a device can have. */
import { checkDigits } from '../../kit/check-digits.ts';
import { isDeepEqual } from '../../kit/json.ts';
import { entriesOf } from '../../kit/tables.ts';
import { type Drafts, same } from '../../learning/finding.ts';
import { timeFormOf, togetherOf } from '../../learning/forms.ts';
import type { OpeningId, Openings } from '../../specification/openings/index.ts';
import { pathResources, readOperation } from '../../specification/operations.ts';
import { limitFacts, recordFacts } from '../../specification/records/index.ts';
import type { FactKind, ResourceName } from '../../specification/records/kinds.ts';
import { type Description, type Look, textOf } from './document.ts';
import { examplesIn, type Facts, type Leaf, localOffsetOf, timeUnitOf } from './facts.ts';
import type { Placed } from './operations.ts';

type AllFacts = ReadonlyMap<ResourceName, Facts>;

/** The facts of a kind, with their leaves. */
function ofKind(all: AllFacts, kind: FactKind): { opening: OpeningId; fact: string; leaf: Leaf }[] {
  return [...all].flatMap(([resource, facts]) => {
    const own: { readonly [fact: string]: FactKind } = recordFacts[resource];
    const kinds: { readonly [fact: string]: FactKind } = { ...limitFacts, ...own };
    return [...facts].flatMap(([fact, { leaf }]) => {
      const opening: OpeningId = fact in own ? `records.${resource}` : 'limits.names';
      return kinds[fact] === kind ? [{ opening, fact, leaf }] : [];
    });
  });
}

export function sayDialect(
  description: Description,
  placed: Placed,
  facts: AllFacts,
  { alertId, times }: { alertId: Look | undefined; times: readonly Look[] },
  drafts: Drafts,
): void {
  sayIds(description, placed, facts.get('alert')?.get('id')?.leaf.look ?? alertId, drafts);
  sayTimes(facts, times, drafts);
  sayUnits(facts, drafts);
  sayLimits(facts, drafts);
}

type Ids = Openings['records.id'];

function sayIds(
  description: Description,
  { described }: Placed,
  alert: Look | undefined,
  drafts: Drafts,
): void {
  const looks = pathResources.flatMap((resource) => {
    const parameter = described.get(readOperation[resource])?.parameters.find((one) => one.in === 'path');
    return parameter ? [{ resource: `${resource}`, look: description.look(parameter.schema) }] : [];
  });
  if (looks.length < 3) return;
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
  const found = alike.map(({ resource, look }) => [resource, prefixOf(look) ?? '']);
  return { form, prefixes: Object.fromEntries(found.filter(([, prefix]) => prefix !== '')), ...check };
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

type Time = Openings['records.time'];

/** The form of most times, or that of times that are no fact of a record; facts in another form have it for themselves. */
function sayTimes(facts: AllFacts, others: readonly Look[], drafts: Drafts): void {
  const told = ofKind(facts, 'time').map((one) => ({ ...one, form: formOfTime(one.leaf.look) }));
  const dates = ofKind(facts, 'date');
  const further = others.map(formOfTime);
  const forms = [...told.map(({ form }) => form), ...further].filter((form) => form !== undefined);
  const count = (one: Time) => forms.filter((form) => isDeepEqual(form, one)).length;
  const [most] = forms.toSorted((one, other) => count(other) - count(one));
  // A fact that stands alone may be the one that is written otherwise; where nothing but dates is written, their form says that of times.
  const base =
    forms.length > 0
      ? (same(further) ?? (most && count(most) > 1 ? most : undefined))
      : same(dates.map(({ leaf }) => formOfDate(leaf.look)));
  if (base) drafts.say('records.time', [], base, `${forms.length} of ${told.length + further.length} times`);
  const ofDates = dates.map((one) => {
    const form = formOfDate(one.leaf.look);
    return { ...one, form: form?.form !== 'iso' || base?.form.startsWith('epoch') ? form : undefined };
  });
  for (const { opening, fact, form, leaf } of [...told, ...ofDates])
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

/** Each unit as names and descriptions write it. */
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
/** Units that go together, for quantities that no field is measured in: a profile has to say all of them. */
const together = {
  metric: { speed: 'km/h', distance: 'km', altitude: 'm', course: 'degrees' },
  imperial: { speed: 'mph', distance: 'mi', altitude: 'ft', course: 'degrees' },
} as const satisfies { readonly [system: string]: Units };

function sayUnits(facts: AllFacts, drafts: Drafts): void {
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
  const isImperial = measured.some(({ unit }) => unit === 'mph' || unit === 'ft');
  const usual = together[isImperial ? 'imperial' : 'metric'];
  for (const { quantity, leaves, unit } of measured) {
    const where = leaves.map(({ fact }) => fact).join(', ') || 'no field is measured in it';
    drafts.say('records.units', [quantity], leaves.length > 0 ? unit : usual[quantity], where);
  }
}

function sayLimits(facts: AllFacts, drafts: Drafts): void {
  const [email, sms] = ['dailyEmail', 'dailySms'].map((fact) => facts.get('device')?.get(fact)?.leaf.look);
  if (!email || !sms) return;
  const where = 'the limits of a device';
  const ranges = [email, sms].map(({ says, types, told }) => {
    const { minimum: min, maximum } = says;
    const max = /no (maximum|upper (bound|limit))/i.test(told) ? null : maximum;
    return typeof min === 'number' && (typeof max === 'number' || max === null) && types.size > 0
      ? { min, max, whole: types.has('integer') }
      : undefined;
  });
  drafts.say('limits.range', [], same(ranges), where);
  for (const [channel, { says }] of Object.entries({ email, sms }))
    if (typeof says.default === 'number' || says.default === null)
      drafts.say('limits.default', [channel], says.default, where);
}
