/** Which part of a reply a script compares: what follows from its own requests, not the state that others gave the deployment. */
import { fieldOf, jsonIn } from '../../kit/json.ts';
import { quotedForSh } from '../../kit/shell.ts';
import type { Exchange } from '../../suite/run.ts';
import { presentAt } from './account.ts';
import { madeIds, mentions } from './made-ids.ts';
import { isTokenRequest, type Recorded, type Step, type Steps } from './steps.ts';
import { answerWord, type Names } from './words.ts';

/** The lines that compare; none for a step that shows nothing. */
export function comparisonOf(
  run: Recorded,
  { exchange, compares }: Step,
  found: Steps,
  names: Names,
): string[] {
  if (!compares) return [];
  // Shared totals are compared only for the rules about them: others change them, too.
  const isShared =
    exchange.request.url.endsWith('/_control/account') && !exchange.purpose.startsWith('licences/');
  const part = isShared ? undefined : partOf(run, exchange, found);
  if (part === undefined) return ['must_match'];
  const { body = '' } = exchange.reply ?? {};
  const present = presentAt(run, exchange.index) ?? 0;
  const unused = madeIds([exchange]).flatMap(({ value, at }) =>
    typeof at === 'object' && !found.ids.some((one) => one.value === value) ? [at.name] : [],
  );
  const made = quotedForSh([...madeUpIn(run, nounOf(exchange)), ...unused].join('|'));
  return ['must_match', `expects ${present} ${answerWord(body, names)} ${made} ${part}`];
}

/** `whole` of a record of its own, what is its own (`own`) in a list, `totals` of what all share. */
function partOf(run: Recorded, exchange: Exchange, { ids, steps }: Steps): string | undefined {
  const { request, reply } = exchange;
  if (!reply || reply.truncated || reply.status >= 400 || reply.body === '' || request.method === 'HEAD')
    return undefined;
  const [path = '', query] = request.url.split('?');
  if (isTokenRequest(run, exchange)) return 'whole';
  const parts = path.split('/');
  if (ids.some(({ value }) => parts.includes(value))) return 'whole';
  // Pages are cut elsewhere where there are other records.
  if (query !== undefined) return undefined;
  const isOwn = ids.some(({ value }) =>
    mentions({ ...exchange, request: { ...request, body: reply.body } }, value),
  );
  if (isOwn || /\[\s*\{/.test(reply.body)) return 'own';
  return `totals ${steps.findIndex((one) => one.exchange.request.url === request.url)}`;
}

/** A state of a record is a word; a date or a time says something, too. */
const STATE = /^(?:[A-Za-z_-]*|\d{4}-\d\d-\d\d.*)$/;

/** Names of the fields whose texts a deployment makes up for each record of a kind: no request sent one. */
function madeUpIn({ exchanges }: Recorded, noun: string): string[] {
  const sent = new Set<unknown>();
  const values = new Map<string, Set<string>>();
  for (const one of exchanges) {
    if (nounOf(one) !== noun) continue;
    for (const [, value] of leavesOf(jsonIn(one.request.body ?? ''))) sent.add(value);
    for (const [name, value] of leavesOf(jsonIn(one.reply?.body ?? '')))
      if (typeof value === 'string' && value !== '')
        values.set(name, (values.get(name) ?? new Set()).add(value));
  }
  const isMadeUp = (name: string, found: ReadonlySet<string>) =>
    [...found].some((one) => !STATE.test(one)) &&
    /^\w{1,40}$/.test(name) &&
    !/id$/i.test(name) &&
    ![...found].some((one) => sent.has(one));
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
