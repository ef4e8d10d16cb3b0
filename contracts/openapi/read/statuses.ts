/** Statuses, headers and bodies of replies: of successes, and of refusals by what is said of them. */
import { fieldsOf } from '../../kit/fields.ts';
import { namesOf } from '../../kit/tables.ts';
import { assigned, rankOf } from '../../learning/facts.ts';
import { type Drafts, same } from '../../learning/finding.ts';
import { errorNames } from '../../learning/names.ts';
import { guardedOperations } from '../../specification/operations.ts';
import { type AnyRefusal, errorSays, refusalWords, WITHOUT } from '../words.ts';
import { constantsIn, leavesOf } from './facts.ts';
import { alternativesOf, isRefusal } from './look.ts';
import type { Placed, Response } from './operations.ts';

/** A status alone does not say it: deployments answer with all of them for all reasons. */
export function refusalsIn({ says, named }: Response): AnyRefusal[] {
  const told = `${says.slice(0, 2_000)} ${named.join(' ').replaceAll('-', ' ')}`;
  return namesOf(refusalWords).filter(
    (refusal) => named.includes(refusal) || refusalWords[refusal].test(told),
  );
}

/** The one status of these responses; one that stands for several says none. */
export function statusOf(some: readonly Response[]): number | undefined {
  return same(some.flatMap(({ status }) => status ?? []));
}

interface Refused {
  readonly refusal: AnyRefusal;
  readonly response: Response;
  readonly where: string;
}

export function sayStatuses({ described }: Placed, drafts: Drafts): void {
  const all = guardedOperations.flatMap(({ id }) => described.get(id) ?? []);
  const refused = all.flatMap(({ refusing, where }) =>
    refusing.flatMap((response) =>
      refusalsIn(response).map((refusal): Refused => ({ refusal, response, where })),
    ),
  );
  for (const { operation, success, where } of all)
    drafts.say('operations.status', [operation.id], success?.status, where);
  const types = all.flatMap(({ success }) => success?.contentType ?? []);
  drafts.say('operations.envelope', ['contentType'], same(types), `${types.length} replies`);
  // A failed token request has a body of its own, and the status of any refusal that has nothing to do with the operation.
  const { responses: ofToken = [], where: atToken = '' } = described.get('issueToken') ?? {};
  for (const refusal of ['too-large', 'rate-limited', 'failed'] as const) {
    const status = statusOf(ofToken.filter((response) => refusalsIn(response).includes(refusal)));
    if (!refused.some((one) => one.refusal === refusal))
      drafts.say('errors.status', [refusal], status, atToken);
  }
  const forbidden = all.filter(
    ({ success, refusing }) => !success && refusing.some((one) => refusalsIn(one).includes('forbidden')),
  );
  if (forbidden.length > 0) {
    const ids = forbidden.map(({ operation }) => operation.id);
    drafts.say('auth.roles', ['mayNotCall'], ids, 'operations without a response of success');
  }
  const others = refused.filter(({ refusal }) => refusal !== 'unauthorised');
  for (const refusal of new Set(others.map((one) => one.refusal))) {
    const some = others.filter((one) => one.refusal === refusal);
    const responses = some.map(({ response }) => response);
    const status = statusOf(responses);
    if (status === undefined && responses.some((one) => one.status !== undefined))
      drafts.note(`Several statuses are described for ${refusal}.`);
    drafts.say('errors.status', [refusal], status, `${some.length} responses: ${some[0]?.where}`);
  }
  const unauthorised = refused.filter(({ refusal }) => refusal === 'unauthorised');
  const successes = all.flatMap(({ responses }) => responses.filter(({ isSuccess }) => isSuccess));
  sayAuth(unauthorised, successes, others, drafts);
  sayErrorBody(others, drafts);
}

function sayAuth(
  some: readonly Refused[],
  successes: readonly Response[],
  others: readonly Refused[],
  drafts: Drafts,
): void {
  const where = some[0]?.where ?? '';
  const status = statusOf(some.map(({ response }) => response));
  if (status === undefined) return;
  const usual = successes.map(fixedHeaders);
  const headers = some.map(({ response }) => {
    const own = Object.entries(fixedHeaders(response));
    return Object.fromEntries(own.filter(([name, value]) => !usual.some((good) => good[name] === value)));
  });
  // Where no refusal has a body, either word says the same.
  const haveBodies = others.some(({ response }) => response.bodies.length > 0);
  const body = haveBodies ? same(some.map(({ response }) => bodyOf(response))) : 'empty';
  for (const [part, value] of Object.entries({ status, headers: same(headers), body }))
    drafts.say('auth.refusal', [part], value, where);
}

/** Returns whether the refusal for want of a token has a body, in a response that may stand for others as well. */
function bodyOf({ bodies, says }: Response): 'error' | 'empty' | undefined {
  const [, without] = says.split(WITHOUT);
  if (bodies.length === 0) return 'empty';
  if (without !== undefined) return refusalWords.unauthorised.test(without) ? 'empty' : 'error';
  return /may be empty|without a body|no body/i.test(says) ? undefined : 'error';
}

function fixedHeaders({ headers }: Response): { [name: string]: string } {
  const fixed = [...headers].flatMap(([name, { schema, example }]): [string, string][] => {
    const { const: value, enum: values, example: own } = fieldsOf(schema);
    const only = value ?? (Array.isArray(values) && values.length === 1 ? values[0] : undefined);
    const shown = only ?? (/^www-authenticate$/i.test(name) ? (example ?? own) : undefined);
    return typeof shown === 'string' ? [[name, shown]] : [];
  });
  return Object.fromEntries(fixed);
}

/** The body that most refusals have. */
function sayErrorBody(some: readonly Refused[], drafts: Drafts): void {
  const where = some[0]?.where ?? '';
  if (some.length < 3) return;
  const bodies = some.flatMap(({ response: { bodies: own, isSuccess } }) =>
    own.flatMap(({ look, contentType }) => {
      const branches = alternativesOf(look);
      const isMixed = isSuccess && /json/i.test(contentType);
      const kept = isMixed ? branches.filter(isRefusal) : branches;
      return kept.map((branch) => ({ branch, contentType, key: JSON.stringify([branch.says, contentType]) }));
    }),
  );
  if (bodies.length === 0 && some.every(({ response }) => !response.isSuccess))
    drafts.say('errors.body', [], { form: 'empty' }, where);
  const count = ({ key }: { key: string }) => bodies.filter((other) => other.key === key).length;
  const [best] = bodies.toSorted((one, other) => count(other) - count(one));
  if (!best) return;
  const isJson = /json/i.test(best.contentType);
  drafts.say('errors.body', ['form'], isJson ? 'json' : 'text', where);
  drafts.say('errors.body', ['contentType'], best.contentType, where);
  if (!isJson) return;
  const leaves = leavesOf(best.branch);
  const isOurs = leaves.some(({ look }) => look.told === errorSays.detail || look.told === errorSays.title);
  const places = assigned(namesOf(errorNames), leaves, (fact, leaf) => {
    const { values, types, told } = leaf.look;
    const name = fact as keyof typeof errorNames;
    if (told === errorSays[name]) return -1;
    const isFlag = values.length === 1 && values[0]?.value === false;
    const isOfType = name === 'status' ? types.has('integer') : types.has('string') || types.size === 0;
    const fits = name === 'success' ? isFlag : isOfType && values.length !== 1;
    return fits && !isOurs ? rankOf(leaf, errorNames[name]) : undefined;
  });
  for (const [fact, leaf] of Object.entries(places))
    drafts.say('errors.body', ['fields', fact], leaf.pointer, where);
  const free = leaves.filter((leaf) => !Object.values(places).includes(leaf));
  drafts.sayConstants('errors.body', [], constantsIn(free), where);
}

/** Headers that every response has with the same value. */
export function sayVersions({ described }: Placed, drafts: Drafts): void {
  const [first = {}, ...others] = [...described.values()].flatMap(({ responses }) =>
    responses.map(fixedHeaders),
  );
  const fixed = Object.entries(first).filter(([name, value]) => others.every((one) => one[name] === value));
  if (fixed.length > 0) drafts.say('versioning', ['headers'], Object.fromEntries(fixed), 'every response');
}
