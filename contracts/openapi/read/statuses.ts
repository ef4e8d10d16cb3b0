/** Statuses, headers and bodies of replies: of successes, of the token request, and of refusals by what is said of them. */
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

/** Returns whether a response tells of a refusal. A status alone does not: deployments answer with all of them for all reasons. */
function tellsOf(refusal: AnyRefusal, { says, named }: Response): boolean {
  const told = `${says.slice(0, 2_000)} ${named.join(' ').replaceAll('-', ' ')}`;
  return named.includes(refusal) || refusalWords[refusal].test(told);
}

/** The one status of these responses; one that stands for several says none. */
function statusOf(some: readonly Response[]): number | undefined {
  return same(some.flatMap(({ status }) => status ?? []));
}

interface Refused {
  readonly refusal: AnyRefusal;
  readonly response: Response;
  readonly where: string;
}

export function sayStatuses(placed: Placed, drafts: Drafts): void {
  const { described } = placed;
  const all = guardedOperations.flatMap(({ id }) => described.get(id) ?? []);
  const refused = all.flatMap(({ refusing, where }) =>
    refusing.flatMap((response) =>
      namesOf(refusalWords)
        .filter((refusal) => tellsOf(refusal, response))
        .map((refusal): Refused => ({ refusal, response, where })),
    ),
  );
  for (const { operation, success, where } of all)
    drafts.say('operations.status', [operation.id], success?.status, where);
  const types = all.flatMap(({ success }) => success?.contentType ?? []);
  drafts.say('operations.envelope', ['contentType'], same(types), `${types.length} replies`);
  const forbidden = all.filter(
    ({ success, refusing }) => !success && refusing.some((one) => tellsOf('forbidden', one)),
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
  sayToken(placed, others, drafts);
  const unauthorised = refused.filter(({ refusal }) => refusal === 'unauthorised');
  const successes = all.flatMap(({ responses }) => responses.filter(({ isSuccess }) => isSuccess));
  sayAuth(unauthorised, successes, others, drafts);
  sayErrorBody(others, drafts);
  const [first = {}, ...rest] = [...described.values()].flatMap(({ responses }) =>
    responses.map(fixedHeaders),
  );
  const fixed = Object.entries(first).filter(([name, value]) => rest.every((one) => one[name] === value));
  if (fixed.length > 0) drafts.say('versioning', ['headers'], Object.fromEntries(fixed), 'every response');
}

/** The statuses of the token request. Its refusals have a body of their own, and those that have nothing to do with it the status of any. */
function sayToken({ described }: Placed, refused: readonly Refused[], drafts: Drafts): void {
  const one = described.get('issueToken');
  if (!one) return;
  const { where, request, success, refusing } = one;
  const told = (refusal: AnyRefusal) => statusOf(refusing.filter((response) => tellsOf(refusal, response)));
  const isMissing = ({ says, named }: Response) =>
    named.includes('incomplete') ||
    (/(api.?key|credential|user ?name)s?\b.{0,20} (missing|absent|required|not given)/i.test(says) &&
      !/wrong|invalid|incorrect|unknown|bad\b/i.test(says));
  const isWrong = (response: Response) =>
    response.named.includes('credentials') ||
    (!isMissing(response) &&
      /api.?key|credential|user ?name|sign.?in|log.?in|password|unauthori[sz]ed/i.test(response.says));
  const status = statusOf(refusing.filter(isWrong));
  const isAnyType = request.some(({ contentType }) => contentType === '*/*');
  const parts = {
    'token.status': {
      issued: success?.status,
      refused: status,
      incomplete: status === undefined ? undefined : statusOf(refusing.filter(isMissing)),
    },
    'token.malformed': {
      notJson: told('malformed'),
      contentType: isAnyType ? 'ignored' : told('content-type'),
    },
  };
  for (const opening of namesOf(parts))
    for (const [part, value] of Object.entries(parts[opening])) drafts.say(opening, [part], value, where);
  for (const refusal of ['too-large', 'rate-limited', 'failed'] as const)
    if (!refused.some((other) => other.refusal === refusal))
      drafts.say('errors.status', [refusal], told(refusal), where);
}

function sayAuth(
  some: readonly Refused[],
  successes: readonly Response[],
  others: readonly Refused[],
  drafts: Drafts,
): void {
  const status = statusOf(some.map(({ response }) => response));
  if (status === undefined) return;
  const usual = successes.map(fixedHeaders);
  const headers = some.map(({ response }) => {
    const own = Object.entries(fixedHeaders(response));
    return Object.fromEntries(own.filter(([name, value]) => !usual.some((good) => good[name] === value)));
  });
  // If no refusal has a body, either word says the same.
  const haveBodies = others.some(({ response }) => response.bodies.length > 0);
  const body = haveBodies ? same(some.map(({ response }) => bodyOf(response))) : 'empty';
  for (const [part, value] of Object.entries({ status, headers: same(headers), body }))
    drafts.say('auth.refusal', [part], value, some[0]?.where ?? '');
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
      const isMixed = isSuccess && /json/i.test(contentType);
      const branches = alternativesOf(look).filter((branch) => !isMixed || isRefusal(branch));
      return branches.map((branch) => ({
        ...{ branch, contentType, key: JSON.stringify([branch.says, contentType]) },
      }));
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
    if (told === errorSays[fact]) return -1;
    const isFlag = values.length === 1 && values[0]?.value === false;
    const isOfType = fact === 'status' ? types.has('integer') : types.has('string') || types.size === 0;
    const fits = fact === 'success' ? isFlag : isOfType && values.length !== 1;
    return fits && !isOurs ? rankOf(leaf, errorNames[fact]) : undefined;
  });
  for (const [fact, leaf] of Object.entries(places))
    drafts.say('errors.body', ['fields', fact], leaf.pointer, where);
  const free = leaves.filter((leaf) => !Object.values(places).includes(leaf));
  drafts.sayConstants('errors.body', [], constantsIn(free), where);
}
