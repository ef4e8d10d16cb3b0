/** How lists are paged, how ids, times and quantities are written, and what limits a device can have. */
import { entriesOf } from '../../kit/tables.ts';
import { type Drafts, same } from '../../learning/finding.ts';
import { type Ids, sayTimes as sayForms, togetherOf } from '../../learning/forms.ts';
import { plainName } from '../../learning/leaves.ts';
import { queryNames } from '../../learning/names.ts';
import type { OpeningId, Openings } from '../../specification/openings/index.ts';
import { listedBy, pathResources, readOperation } from '../../specification/operations.ts';
import type { FactKind, ResourceName } from '../../specification/records/kinds.ts';
import { parameterSays } from '../words.ts';
import { type Facts, kindsOf, type Leaf, timeIn, timeUnitOf } from './facts.ts';
import { type Look, textOf } from './look.ts';
import type { Parameter, Placed } from './operations.ts';
import { openingOf } from './records.ts';

type AllFacts = ReadonlyMap<ResourceName, Facts>;

export function sayPaging({ described }: Placed, drafts: Drafts): void {
  const lists = Object.keys(listedBy).flatMap((id) => described.get(id as keyof typeof listedBy) ?? []);
  const [{ where } = { where: '' }] = lists;
  const queries = lists.flatMap(({ parameters }) => parameters.filter((each) => each.in === 'query'));
  const found = new Map<string, Parameter>();
  for (const [name, usual] of entriesOf(queryNames)) {
    const named = queries.filter((one) => isNamed(one, name, usual));
    const called = same(named.map((parameter) => parameter.name));
    if (called === undefined || !named[0]) continue;
    found.set(name, named[0]);
    drafts.say('operations.query', [name], called, where);
  }
  const headers = lists.flatMap(({ success }) => [...(success?.headers.keys() ?? [])]);
  const [way, ...others] = (['offset', 'page', 'cursor'] as const).filter((one) => found.has(one));
  const isLinked = headers.some((name) => name.toLowerCase() === 'link');
  const isPlain =
    lists.length > 0 && !isLinked && queries.every(({ name }) => name === found.get('group')?.name);
  const by = way === 'cursor' && isLinked ? 'link' : (way ?? (isPlain ? 'none' : undefined));
  if (by === undefined || others.length > 0) return;
  const { minimum, default: begins = minimum } = found.get('page')?.look.says ?? {};
  const { look, description: told = '' } = found.get('limit') ?? {};
  const { default: size, maximum: max } = look?.says ?? {};
  const isAll = /without (it|one)[^.]*\ball\b|\ball\b[^.]*\b(by default|without)/i.test(told);
  const [, taken] = /larger number than (\d{1,9}) is taken/.exec(told) ?? [];
  const isSized = by !== 'none' && typeof size === 'number';
  const paging: { readonly [P in keyof Openings['operations.paging']]: string | number | null | undefined } =
    {
      by,
      totalHeader: same(headers.filter((name) => /total|count/i.test(name))) ?? null,
      firstPage: by !== 'page' ? 1 : begins === 0 || begins === 1 ? begins : undefined,
      size: isSized ? size : by === 'none' || isAll ? null : undefined,
      max: typeof max === 'number' ? max : taken && Number(taken),
    };
  for (const [part, value] of Object.entries(paging)) drafts.say('operations.paging', [part], value, where);
}

/** Tells a parameter by the words of our own descriptions, or by the names that others use. */
function isNamed({ name, description }: Parameter, meaning: string, usual: readonly string[]): boolean {
  const ours = entriesOf(parameterSays).find(([, says]) => description.startsWith(says));
  return ours ? ours[0] === meaning : usual.map(plainName).includes(plainName(name));
}

/** @param alert the id of an alert, which no path has */
export function sayIds({ described }: Placed, alert: Look | undefined, drafts: Drafts): void {
  const looks = pathResources.flatMap((resource): [string, Look][] => {
    const parameter = described.get(readOperation[resource])?.parameters.find((one) => one.in === 'path');
    return parameter ? [[resource, parameter.look]] : [];
  });
  if (looks.length < pathResources.length) return;
  const all = [...looks, ...(alert ? [['alert', alert] as [string, Look]] : [])];
  const form = togetherOf(all, formOfId, (kind, alike): Ids => {
    if (kind !== 'string') return { form: kind };
    const found = alike.map(([resource, look]) => [resource, prefixOf(look)]);
    return { form: kind, prefixes: Object.fromEntries(found.filter(([, prefix]) => prefix)) };
  });
  drafts.say('records.id', [], form, 'the parameters of paths');
  if (!form && all.some(([, look]) => formOfId(look)))
    drafts.note('The ids of some resources are of a form that is not told.');
}

/** Returns the form of an id. A text counts where its pattern says that a number follows a fixed beginning. */
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
    [...facts].flatMap(([fact, { leaf }]) =>
      kindsOf(resource)[fact] === kind ? [{ opening: openingOf(resource, fact), fact, leaf }] : [],
    ),
  );
}

/** Says the form of times, or that of times that are no fact of a record. */
export function sayTimes(facts: AllFacts, others: readonly Look[], drafts: Drafts): void {
  const told = ofKind(facts, 'time').map((one) => ({ ...one, form: timeIn(one.leaf.look) }));
  const dates = ofKind(facts, 'date').map((one) => {
    const unit = timeUnitOf(one.leaf.look);
    const isDate = one.leaf.look.says.format === 'date';
    return {
      ...one,
      form: unit ? { form: unit } : isDate ? ({ form: 'iso', offset: 'Z' } as const) : undefined,
    };
  });
  sayForms(told, drafts, { others: others.map(timeIn), dates });
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
/** Units that go together, for quantities that no field is measured in: a profile has to say all of them. */
const metric: Units = { speed: 'km/h', distance: 'km', altitude: 'm', course: 'degrees' };
const imperial: Units = { speed: 'mph', distance: 'mi', altitude: 'ft', course: 'degrees' };

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
  const usual = measured.some(({ unit }) => unit === 'mph' || unit === 'ft') ? imperial : metric;
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
