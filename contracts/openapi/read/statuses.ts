/** Statuses and bodies of replies: of successes, of the token request, and of refusals by what is said of them. */
import { fieldsOf } from '../../kit/fields.ts';
import { namesOf } from '../../kit/tables.ts';
import { assigned, rankOf } from '../../learning/facts.ts';
import { type Drafts, same } from '../../learning/finding.ts';
import { errorNames } from '../../learning/names.ts';
import { guardedOperations } from '../../specification/operations.ts';
import { type AnyRefusal, refusalWords } from '../words.ts';
import { constantsIn, leavesOf } from './facts.ts';
import { alternativesOf, isRefusal, listOf } from './look.ts';
import type { Placed, Response } from './operations.ts';

/** Returns whether a response tells of a refusal. A status alone does not: deployments answer with all of them for all reasons. */
function tellsOf(refusal: AnyRefusal, { says }: Response): boolean {
  return refusalWords[refusal].test(says.slice(0, 2_000));
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
  const all = guardedOperations.flatMap(({ id }) => placed.described.get(id) ?? []);
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
  const others = refused.filter(({ refusal }) => refusal !== 'unauthorised');
  for (const refusal of new Set(others.map((one) => one.refusal))) {
    const some = others.filter((one) => one.refusal === refusal);
    const responses = some.map(({ response }) => response);
    const status = statusOf(responses);
    if (status === undefined && responses.some((one) => one.status !== undefined))
      drafts.note(`Several statuses are described for ${refusal}.`);
    drafts.say('errors.status', [refusal], status, `${some.length} responses: ${some[0]?.where}`);
  }
  sayToken(placed, drafts);
  const unauthorised = refused.filter(({ refusal }) => refusal === 'unauthorised');
  const successes = all.flatMap(({ responses }) => responses.filter(({ isSuccess }) => isSuccess));
  sayAuth(unauthorised, successes, drafts);
  sayErrorBody(others, drafts);
}

function sayToken({ described }: Placed, drafts: Drafts): void {
  const one = described.get('issueToken');
  if (!one) return;
  const { where, request, success, refusing } = one;
  const told = (refusal: AnyRefusal) => statusOf(refusing.filter((response) => tellsOf(refusal, response)));
  const isOfCredentials = ({ says }: Response) =>
    /api.?key|credential|user ?name|sign.?in|log.?in|password|unauthori[sz]ed/i.test(says);
  const isAnyType = request.some(({ contentType }) => contentType === '*/*');
  const parts = {
    'token.status': { issued: success?.status, refused: statusOf(refusing.filter(isOfCredentials)) },
    'token.malformed': {
      notJson: told('malformed'),
      contentType: isAnyType ? 'ignored' : told('content-type'),
    },
  };
  for (const opening of namesOf(parts))
    for (const [part, value] of Object.entries(parts[opening])) drafts.say(opening, [part], value, where);
}

/** The refusal for want of a token: its status, its headers that no success has, and whether it has a body. */
function sayAuth(some: readonly Refused[], successes: readonly Response[], drafts: Drafts): void {
  const status = statusOf(some.map(({ response }) => response));
  if (status === undefined) return;
  const usual = new Set(successes.flatMap(({ headers }) => [...headers.keys()]));
  const headers = some.map(({ response }) =>
    Object.fromEntries(fixedHeaders(response).filter(([name]) => !usual.has(name))),
  );
  const body = same(some.map(({ response }) => bodyOf(response)));
  for (const [part, value] of Object.entries({ status, headers: same(headers), body }))
    drafts.say('auth.refusal', [part], value, some[0]?.where ?? '');
}

function bodyOf({ bodies, says }: Response): 'error' | 'empty' | undefined {
  if (bodies.length === 0) return 'empty';
  return /may be empty|without a body|no body/i.test(says) ? undefined : 'error';
}

/** The headers that always have the same value. */
function fixedHeaders({ headers }: Response): [name: string, value: string][] {
  return [...headers].flatMap(([name, { schema, example }]): [string, string][] => {
    const { const: value, enum: values, example: own } = fieldsOf(schema);
    const [only, ...others] = listOf(values);
    const isChallenge = /^www-authenticate$/i.test(name);
    const shown = value ?? (others.length === 0 ? only : undefined) ?? (isChallenge && (example ?? own));
    return typeof shown === 'string' ? [[name, shown]] : [];
  });
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
  const places = assigned(namesOf(errorNames), leaves, (fact, leaf) => {
    const { values, types } = leaf.look;
    const isFlag = values.length === 1 && values[0] === false;
    const isOfType = fact === 'status' ? types.has('integer') : types.has('string') || types.size === 0;
    const fits = fact === 'success' ? isFlag : isOfType && values.length !== 1;
    return fits ? rankOf(leaf, errorNames[fact]) : undefined;
  });
  for (const [fact, leaf] of Object.entries(places))
    drafts.say('errors.body', ['fields', fact], leaf.pointer, where);
  const free = leaves.filter((leaf) => !Object.values(places).includes(leaf));
  drafts.sayConstants('errors.body', [], constantsIn(free), where);
}
