/** Which part of a reply a script compares: what follows from its own requests, not the state that others gave the deployment. */
import { fieldOf, jsonIn } from '../../kit/json.ts';
import { quotedForSh } from '../../kit/shell.ts';
import type { Exchange } from '../../verify/run.ts';
import { presentAt } from './account.ts';
import { answers, madeIds } from './made-ids.ts';
import { isTokenRequest, type Recorded, type Step, type Steps } from './steps.ts';
import { answerWord, type Names, ownIn } from './words.ts';

/** The line that compares the body; none for a step whose body shows nothing. */
export function comparisonOf(run: Recorded, step: Step, found: Steps, names: Names): string[] {
  const { exchange, compares } = step;
  const part = compares ? partOf(run, step, found) : undefined;
  if (part === undefined || Object.hasOwn(uncompared, part)) return [];
  const { body = '' } = exchange.reply ?? {};
  const present = presentAt(run, exchange.index) ?? 0;
  const made = leftOutOf(run, exchange, part, found);
  const how = part === 'kept' ? 'whole' : part;
  const compared = part === 'own' ? ownIn(body, names) : body;
  return [`expects ${present} ${answerWord(compared, names)} ${quotedForSh(made.join('|'))} ${how}`];
}

/** Why the body that shows a finding is not compared, though its status is one of success; `undefined` where it is. */
export function whyNotCompared(run: Recorded, found: Steps): string | undefined {
  const step = found.steps.find(({ decides }) => decides);
  const part = step && partOf(run, step, found);
  const isServed = (step?.exchange.reply?.status ?? 400) < 300;
  return part !== undefined && isServed && Object.hasOwn(uncompared, part) ? uncompared[part] : undefined;
}

/** Bodies that say nothing to a script. */
const uncompared: { readonly [part: string]: string } = {
  cut: 'the answer that shows it is too long for the record',
  page: 'a page of a list shows it, and pages begin elsewhere where there are other records',
  account: 'it shows in the licences of the account, which others change',
};

/**
 * `whole` of a record of its own, what is its own (`own`) in a list, `kept` of another record, `form` of what is behind a
 * token, `totals` of what all share; else why none.
 */
function partOf(run: Recorded, { exchange, decides }: Step, { rule, ids, steps }: Steps): string | undefined {
  const { request, reply } = exchange;
  if (!reply || reply.status >= 400 || request.method === 'HEAD') return undefined;
  if (reply.truncated) return 'cut';
  // An answer without a body is unlike one that has any.
  if (reply.body === '') return decides ? 'whole' : undefined;
  if (isTokenRequest(run, exchange)) return 'whole';
  const [path = '', query] = request.url.split('?');
  const parts = path.split('/');
  if (ids.some(({ value }) => parts.includes(value))) return decides ? 'whole' : undefined;
  // What is shown without a good token are records of others. Where refusals have that status, too, the form tells them apart.
  if (rule.startsWith('auth/')) return decides ? 'form' : undefined;
  // Pages are cut elsewhere where there are other records.
  if (query !== undefined) return 'page';
  // What others have a part in says something only where the finding rests on it.
  const isList = ids.some(({ value }) => answers(exchange, value)) || /\[\s*\{/.test(reply.body);
  if (isList) return decides ? 'own' : undefined;
  const isRecord = Object.keys(Object(jsonIn(reply.body))).some((name) => /id$/i.test(name));
  if (isRecord) return decides && request.method === 'GET' ? 'kept' : undefined;
  // Shared totals are compared only for the rules about them: others change them, too.
  if (isAccount(exchange) && !exchange.purpose.startsWith('licences/')) return 'account';
  return `totals ${steps.findIndex((one) => one.exchange.request.url === request.url)}`;
}

/** The fields that are not compared. */
function leftOutOf(run: Recorded, exchange: Exchange, part: string, found: Steps): string[] {
  // What a script sets the total of licences to depends on how many are used.
  if (isAccount(exchange)) return ['total', 'available'];
  if (part === 'kept') return changingIn(exchange.reply?.body);
  return [...madeUpIn(run, nounOf(exchange)), ...unusedIn(exchange, found)];
}

function isAccount({ request }: Exchange): boolean {
  return request.url.endsWith('/_control/account');
}

/** Names of all fields but ids: what a record holds that is not of the script changes. */
function changingIn(body = ''): string[] {
  const names = new Set(leavesOf(jsonIn(body)).map(([name]) => name));
  return [...names].filter((name) => /^\w{1,40}$/.test(name) && !/id$/i.test(name));
}

/** Names of the ids in an answer that no later step needs. */
function unusedIn(exchange: Exchange, { ids }: Steps): string[] {
  return madeIds([exchange]).flatMap(({ value, at }) =>
    typeof at === 'object' && !ids.some((one) => one.value === value) ? [at.name] : [],
  );
}

/** A state of a record is a word; a date or a time says something, too. */
const STATE = /^(?:[A-Za-z_-]*|\d{4}-\d\d-\d\d.*)$/;

/** Names of the fields whose texts a deployment makes up for each record of a kind: no request sent the field, or its text. */
function madeUpIn({ exchanges }: Recorded, noun: string): string[] {
  const sent = new Set<unknown>();
  const values = new Map<string, Set<string>>();
  for (const one of exchanges) {
    if (nounOf(one) !== noun) continue;
    for (const [name, value] of leavesOf(jsonIn(one.request.body ?? ''))) sent.add(value).add(name);
    for (const [name, value] of leavesOf(jsonIn(one.reply?.body ?? '')))
      if (typeof value === 'string' && value !== '')
        values.set(name, (values.get(name) ?? new Set()).add(value));
  }
  const isMadeUp = (name: string, found: ReadonlySet<string>) =>
    [...found].some((one) => !STATE.test(one)) &&
    /^\w{1,40}$/.test(name) &&
    !/id$/i.test(name) &&
    ![name, ...found].some((one) => sent.has(one));
  // A Roadtest server numbers devices and events.
  return [
    'number',
    'sequence',
    ...[...values].flatMap(([name, found]) => (isMadeUp(name, found) ? [name] : [])),
  ];
}

function nounOf({ request }: Exchange): string {
  const [path = ''] = request.url.split('?');
  return /\/(devices|groups|users)(?=\/|$)/.exec(path)?.[1] ?? path;
}

function leavesOf(value: unknown, name = ''): [string, unknown][] {
  if (Array.isArray(value)) return value.flatMap((item) => leavesOf(item, name));
  if (value === null || typeof value !== 'object') return [[name, value]];
  return Object.keys(value).flatMap((key) => leavesOf(fieldOf(value, key), key));
}
