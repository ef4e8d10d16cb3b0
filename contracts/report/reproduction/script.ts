/**
 * A failure as a script that runs by itself: it signs in, takes the steps that led to the failure, compares, and
 * cleans up. Secrets come from the environment.
 *
 * What the deployment chose (ids, addresses, texts) is a quoted literal, or is read anew and never run.
 */
import { commentForSh, quotedForSh } from '../../kit/shell.ts';
import { visible } from '../../kit/untrusted.ts';
import { familyOperations, operation } from '../../specification/operations.ts';
import type { Exchange, Outcome, Run } from '../../suite/run.ts';
import { textOf } from '../summary.ts';
import { prelude } from './prelude.ts';
import { isAt, isTokenRequest, type Step, type Steps, stepsOf } from './steps.ts';
import { bodyWord, headerWords, idName, type Names, needsControlToken, readingOf, urlWord } from './words.ts';

type Recorded = Pick<Run, 'exchanges' | 'nonce' | 'target' | 'tool'>;

/** The script of an outcome; `undefined` where it shows no exchange. */
export function renderScript(run: Recorded, outcome: Outcome): string | undefined {
  const found = stepsOf(run, outcome);
  if (found.steps.length === 0) return undefined;
  return [
    ...headOf(run, outcome, found),
    prelude,
    ...cleanUpOf(run, found),
    ...signInOf(run),
    ...found.steps.flatMap((step) => stepLines(run, step, found, outcome)),
    ...endOf(outcome),
  ].join('\n');
}

/** A file name for the script of a judged rule. */
export function scriptName({ id }: Pick<Outcome, 'id'>): string {
  return `${id.replaceAll('/', '--')}.sh`;
}

function headOf({ target, tool }: Recorded, outcome: Outcome, { steps, after }: Steps): string[] {
  const controls = [...steps.map(({ exchange }) => exchange), ...after].some(needsControlToken);
  return [
    '#!/bin/sh',
    commentForSh(`${outcome.id}: ${textOf(outcome.rule)}`),
    commentForSh(`expected: ${outcome.expected ?? outcome.reason}`),
    commentForSh(`observed: ${outcome.observed ?? ''}`),
    commentForSh(`Written by ${tool} for ${target}. Times in it are those of that run.`),
    '# Needs sh, curl, and ROADTEST_USER_NAME and ROADTEST_API_KEY in the environment.',
    ...(controls ? ['# ROADTEST_CONTROL_TOKEN is the secret of the controls.'] : []),
    '# Exit code: 0 answered as recorded, 1 answered with other statuses, 2 it could not run to its end.',
    ...(controls ? [`: "\${ROADTEST_CONTROL_TOKEN:?is not set}"`] : []),
    '',
  ];
}

/** Records are removed, the last first; devices cannot be. Settings of devices that the run did not make are put back. */
function cleanUpOf(run: Recorded, found: Steps): string[] {
  const names = namesFor(run, found, Number.POSITIVE_INFINITY);
  const removals = found.steps.toReversed().flatMap(({ exchange, gives }) => {
    if (!gives || !isCreate(run, exchange)) return [];
    const id = idName(gives.number);
    const address = `${urlWord(exchange.request, names, true)}/"$${id}"`;
    return [`  [ -z "$${id}" ] || send any -X DELETE -H @"$work/token" --url ${address} > /dev/null`];
  });
  const putBack = found.after.flatMap((exchange) => [
    ...bodyLines(run, exchange, names).map((line) => `  ${line}`),
    `  ${requestLine(run, exchange, names)} > /dev/null`,
  ]);
  return [
    ...found.ids.map((_, number) => `${idName(number)}=''`),
    'clean_up() {',
    '  [ -f "$work/token" ] || return 0',
    ...putBack,
    ...removals,
    '}',
    `trap 'code=$?; clean_up; rm -rf "$work"; exit $code' EXIT`,
    '',
  ];
}

function isCreate({ target }: Recorded, { request }: Exchange): boolean {
  return Object.values(familyOperations).some(({ create }) => {
    const { method, path } = operation(create);
    return request.method === method && isAt(target, request.url) && request.url.endsWith(path);
  });
}

function signInOf(run: Recorded): string[] {
  const { method, path } = operation('issueToken');
  const seen = run.exchanges.find((exchange) => isTokenRequest(run, exchange));
  const url = seen?.request.url ?? run.target.replace(/(?<!\/)\/+$/, '') + path;
  return [
    'sign_in() {',
    `  printf '{"userName":"%s","apiKey":"%s"}' "$user_name" "$api_key" > "$work/sent"`,
    `  send ${seen?.reply?.status ?? 'any'} -X ${method} -H 'accept: application/json' -H 'content-type: application/json' --data-binary @"$work/sent" --url ${quotedForSh(url)}`,
    "  keep_token || stop 'no token was issued'",
    '}',
    "echo 'sign in'",
    'sign_in',
    '',
  ];
}

function stepLines(
  run: Recorded,
  { exchange, shows, gives }: Step,
  found: Steps,
  outcome: Outcome,
): string[] {
  const names = namesFor(run, found, exchange.index);
  const { method, url } = exchange.request;
  const title = `${shows ? '*' : ' '} ${method} ${visible(url)}`;
  const id = gives && idName(gives.number);
  const isToken = isTokenRequest(run, exchange);
  // Tokens are what these rules are about: theirs are used until another one is requested.
  const mayRenew = exchange.purpose === 'clock' && !/^(auth|token)\//.test(outcome.id);
  return [
    `echo ${quotedForSh(title)}`,
    ...bodyLines(run, exchange, names),
    requestLine(run, exchange, names),
    ...(shows ? ['must_match', 'show'] : []),
    ...(isToken ? ['keep_token || true'] : []),
    ...(mayRenew ? ['sign_in'] : []),
    ...(gives ? [`${id}=$(${readingOf(gives.made)})`, `[ -n "$${id}" ] || stop 'no id was answered'`] : []),
    '',
  ];
}

/** The ids that are known when an exchange is sent. */
function namesFor({ nonce }: Recorded, { ids }: Steps, index: number): Names {
  return {
    nonce,
    ids: ids.flatMap(({ value, exchange }, number) => (exchange.index < index ? [{ number, value }] : [])),
  };
}

function bodyLines(run: Recorded, exchange: Exchange, names: Names): string[] {
  const { body } = exchange.request;
  if (body === undefined) return [];
  return [`printf '%s' ${bodyWord(body, names, isTokenRequest(run, exchange))} > "$work/sent"`];
}

/** Methods whose requests say how long their body is, also when there is none. */
const bodied = new Set(['POST', 'PUT', 'PATCH']);

function requestLine(run: Recorded, { request, reply }: Exchange, names: Names): string {
  const { method, url, headers, body } = request;
  const isTyped = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  const hasData = body !== undefined || bodied.has(method);
  return [
    `send ${reply?.status ?? 'none'}`,
    method === 'HEAD' ? '--head' : `-X ${quotedForSh(method)}`,
    ...headerWords(headers, isAt(run.target, url)),
    // Not the form that curl assumes.
    ...(hasData && !isTyped ? ["-H 'content-type:'"] : []),
    ...(hasData ? [body === undefined ? "--data-binary ''" : '--data-binary @"$work/sent"'] : []),
    `--url ${urlWord(request, names, isAt(run.target, url))}`,
  ].join(' ');
}

function endOf({ observed, reason }: Outcome): string[] {
  const words = (text: string) => quotedForSh(visible(text));
  return [
    'if [ $differs = 0 ]; then',
    `  echo 'Answered as recorded. Then it was observed:' ${words(observed ?? reason)}`,
    'else',
    "  echo 'Answered otherwise than recorded.'",
    'fi',
    'exit $differs',
    '',
  ];
}
