/** How lists are paged, how ids and times are written, and the statuses of successes. When a call is refused a description tells in sentences: a deployment shows it. */
import { entriesOf } from '../../kit/tables.ts';
import { type Drafts, same } from '../../learning/finding.ts';
import { sayTimes as sayForms } from '../../learning/forms.ts';
import { plainName } from '../../learning/leaves.ts';
import { queryNames } from '../../learning/names.ts';
import type { Openings } from '../../specification/openings/index.ts';
import { guardedOperations, listedBy, pathResources, readOperation } from '../../specification/operations.ts';
import type { ResourceName } from '../../specification/records/kinds.ts';
import { type Facts, kindsOf, timeIn } from './facts.ts';
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
    const named = queries.filter((one) => usual.map(plainName).includes(plainName(one.name)));
    const called = same(named.map((parameter) => parameter.name));
    if (called === undefined || !named[0]) continue;
    found.set(name, named[0]);
    drafts.say('operations.query', [name], called, where);
  }
  const headers = lists.flatMap(({ success }) => success?.headers ?? []);
  const [way, ...others] = (['offset', 'page', 'cursor'] as const).filter((one) => found.has(one));
  const isLinked = headers.some((name) => name.toLowerCase() === 'link');
  const isPlain =
    lists.length > 0 && !isLinked && queries.every(({ name }) => name === found.get('group')?.name);
  const by = way === 'cursor' && isLinked ? 'link' : (way ?? (isPlain ? 'none' : undefined));
  if (by === undefined || others.length > 0) return;
  const { minimum, default: begins = minimum } = found.get('page')?.look.says ?? {};
  const { default: size, maximum: max } = found.get('limit')?.look.says ?? {};
  const isSized = by !== 'none' && typeof size === 'number';
  const paging: { readonly [P in keyof Openings['operations.paging']]: string | number | null | undefined } =
    {
      by,
      totalHeader: same(headers.filter((name) => /total|count/i.test(name))) ?? null,
      firstPage: by !== 'page' ? 1 : begins === 0 || begins === 1 ? begins : undefined,
      size: isSized ? size : by === 'none' ? null : undefined,
      max: typeof max === 'number' ? max : undefined,
    };
  for (const [part, value] of Object.entries(paging)) drafts.say('operations.paging', [part], value, where);
}

/** Says the form of ids, where the parameters of all paths have one. A text may be of any form but a UUID, and says none. */
export function sayIds({ described }: Placed, drafts: Drafts): void {
  const forms = pathResources.map((resource) => {
    const parameter = described.get(readOperation[resource])?.parameters.find((one) => one.in === 'path');
    return parameter && formOfId(parameter.look);
  });
  drafts.say(
    'records.id',
    [],
    same(forms.map((form) => form ?? null)) ?? undefined,
    'the parameters of paths',
  );
  if (forms.some((form) => form) && same(forms) === undefined)
    drafts.note('The ids of some resources are of a form that is not told.');
}

function formOfId({ types, says }: Look): { form: 'number' | 'uuid' } | undefined {
  if (types.has('integer') || types.has('number')) return { form: 'number' };
  return textOf(says.format).toLowerCase() === 'uuid' ? { form: 'uuid' } : undefined;
}

/** Says the form of times, or that of times that are no fact of a record. */
export function sayTimes(facts: AllFacts, others: readonly Look[], drafts: Drafts): void {
  const told = [...facts].flatMap(([resource, own]) =>
    [...own].flatMap(([fact, { look }]) =>
      kindsOf(resource)[fact] === 'time'
        ? [{ opening: openingOf(resource, fact), fact, form: timeIn(look) }]
        : [],
    ),
  );
  sayForms(told, drafts, others.map(timeIn));
}

export function sayStatuses({ described }: Placed, drafts: Drafts): void {
  const all = guardedOperations.flatMap(({ id }) => described.get(id) ?? []);
  for (const { operation, success, where } of all)
    drafts.say('operations.status', [operation.id], success?.status, where);
  const types = all.flatMap(({ success }) => success?.contentType ?? []);
  drafts.say('operations.envelope', ['contentType'], same(types), `${types.length} replies`);
}
