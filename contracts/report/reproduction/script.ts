/**
 * A failure as a script that runs by itself: it signs in, takes the steps that led to the failure, compares statuses
 * and bodies, and cleans up. Secrets come from the environment.
 *
 * What the deployment chose (ids, addresses, texts) is a quoted literal, or is read anew and never run.
 */
import { commentForSh, quotedForSh } from '../../kit/shell.ts';
import { visible } from '../../kit/untrusted.ts';
import { familyOperations, operation } from '../../specification/operations.ts';
import type { Exchange, Outcome, Run } from '../../verify/run.ts';
import { textOf } from '../summary.ts';
import { clockByHours, isNewDevice, licencesLeft, presentAt, timeOfDayAt } from './account.ts';
import { comparisonOf } from './comparison.ts';
import { prelude } from './prelude.ts';
import { unrepeatable } from './repeatable.ts';
import {
  isAboutTokens,
  isAt,
  isTokenRequest,
  type Recorded,
  type Step,
  type Steps,
  stepsOf,
} from './steps.ts';
import { bodyWord, headerWords, idName, type Names, readingOf, secretsIn, urlWord } from './words.ts';

/** The script of an outcome; `undefined` where none could repeat it (`unrepeatable` says why). */
export function renderScript(run: Recorded, outcome: Outcome): string | undefined {
  const found = stepsOf(run, outcome);
  if (unrepeatable(run, outcome, found) !== undefined) return undefined;
  return [
    ...headOf(run, outcome, found),
    prelude,
    `mark=$(printf '%s' "$(date +%s)$$" | tail -c ${markLength(run)} | tr 0-9 a-j)`,
    `base=\${ROADTEST_BASE_URL:-}`,
    `[ -n "$base" ] || base=${quotedForSh(baseOf(run))}`,
    ...withoutPrefix(run),
    ...cleanUpOf(run, found),
    ...signInOf(run, found),
    ...alignmentOf(run, found),
    ...found.steps.flatMap((step) => stepLines(run, step, found, outcome)),
    ...endOf(outcome),
  ].join('\n');
}

function baseOf({ target }: Pick<Run, 'target'>): string {
  return target.replace(/(?<!\/)\/+$/, '');
}

/** The address may be given as `verify` takes it: with a slash at its end, and with the prefix of the profile. */
function withoutPrefix(run: Recorded): string[] {
  const asked = run.exchanges.find((exchange) => isTokenRequest(run, exchange));
  const base = baseOf(run);
  const path = asked?.request.url.slice(base.length, -operation('issueToken').path.length) ?? '';
  return [`base=\${base%/}`, ...(path === '' ? [] : [`base=\${base%${quotedForSh(path)}}`])];
}

/** A file name for the script of a judged rule. */
export function scriptName({ id }: Pick<Outcome, 'id'>): string {
  return `${id.replaceAll('/', '--')}.sh`;
}

function headOf(
  { target, tool, secrets = [] }: Recorded,
  outcome: Outcome,
  { steps, after }: Steps,
): string[] {
  const held = new Set([...steps.map(({ exchange }) => exchange), ...after].flatMap(secretsIn));
  const needed = secrets.filter((name) => held.has(name));
  return [
    '#!/bin/sh',
    commentForSh(`${outcome.id}: ${textOf(outcome.rule)}`),
    commentForSh(`expected: ${outcome.expected ?? outcome.reason}`),
    commentForSh(`observed: ${outcome.observed ?? ''}`),
    commentForSh(`Written by ${tool} for ${target}; ROADTEST_BASE_URL names another address.`),
    '# Needs sh, curl, and ROADTEST_USER_NAME and ROADTEST_API_KEY in the environment.',
    '# Exit code: 0 it was repeated, 1 an answer differed from the recording, 2 it could not run to its end.',
    ...needed.map((name) => `: "\${${name}:?is not set: a control needs this secret}"`),
    '',
  ];
}

/** Records are removed, the last first, and devices where a control can. Settings of devices that the run did not make are put back. */
function cleanUpOf(run: Recorded, found: Steps): string[] {
  const names = namesFor(run, found, Number.POSITIVE_INFINITY);
  const removals = found.steps.toReversed().flatMap(({ exchange, gives }) => {
    const isDevice = isNewDevice(exchange);
    if (!gives || !(isDevice || isCreate(run, exchange))) return [];
    const id = idName(gives.number);
    const { headers } = exchange.request;
    const access = isDevice
      ? headerWords(headers, names, isAt(run.target, exchange.request.url))
      : ['-H @"$work/token"'];
    const address = `${urlWord(exchange.request, names, true)}/"$${id}"`;
    return [`  [ -z "$${id}" ] || send any -X DELETE ${access.join(' ')} --url ${address} > /dev/null`];
  });
  const putBack = found.after
    .filter((one) => licencesLeft(one) === undefined)
    .flatMap((exchange) => [
      ...bodyLines(run, exchange, names).map((line) => `  ${line}`),
      `  ${requestLine(run, exchange, names)} > /dev/null`,
    ]);
  return [
    ...found.ids.map((_, number) => `${idName(number)}=''`),
    'clean_up() {',
    '  [ -f "$work/token" ] || return 0',
    ...putBack,
    ...removals,
    ...freedLines(run, found, names).map((line) => `  ${line}`),
    '}',
    `trap 'code=$?; clean_up; rm -rf "$work"; exit $code' EXIT`,
    '',
  ];
}

/** As many licences are free afterwards as before. */
function freedLines(run: Recorded, { steps }: Steps, names: Names): string[] {
  const first = steps.find(({ exchange }) => licencesLeft(exchange) !== undefined)?.exchange;
  if (!first) return [];
  return [
    '[ -n "$free_before" ] || return 0',
    licencesLine(run, first.request, names, '"$free_before"'),
    `${requestLine(run, first, names)} > /dev/null`,
  ];
}

/** The line that works out the total with which so many licences are free. */
function licencesLine(run: Recorded, request: Exchange['request'], names: Names, free: string): string {
  const isTarget = isAt(run.target, request.url);
  const read = [
    ...headerWords(request.headers, names, isTarget),
    `--url ${urlWord(request, names, isTarget)}`,
  ];
  return `free_licences ${free} ${read.join(' ')}`;
}

function isCreate({ target }: Recorded, { request }: Exchange): boolean {
  return Object.values(familyOperations).some(({ create }) => {
    const { method, path } = operation(create);
    return request.method === method && isAt(target, request.url) && request.url.endsWith(path);
  });
}

/** As long as that of the run: names are cut where they were. */
function markLength(run: Recorded): number {
  return marksOf(run)[0]?.length ?? 8;
}

function marksOf({ nonce, explored }: Pick<Run, 'nonce' | 'explored'>): string[] {
  return [nonce, explored?.nonce ?? ''].filter((mark) => mark !== '');
}

function signInOf(run: Recorded, { steps, after }: Steps): string[] {
  const { method, path } = operation('issueToken');
  const tokens = run.exchanges.filter((exchange) => isTokenRequest(run, exchange));
  const seen = tokens.find(({ reply }) => reply && reply.status < 300) ?? tokens[0];
  const url = seen?.request.url ?? baseOf(run) + path;
  const names = namesFor(run, { ids: [], sent: [], steps: [] }, 0);
  // Not where the steps ask for a token themselves: it may be the only one, or be refused.
  const [first] = [...steps.map(({ exchange }) => exchange), ...after].filter(
    (one) => isTokenRequest(run, one) || one.request.headers.authorization !== undefined,
  );
  const isSignedIn = !first || !isTokenRequest(run, first);
  return [
    'sign_in() {',
    `  printf '{"userName":"%s","apiKey":"%s"}' "$user_name" "$api_key" > "$work/sent"`,
    `  send ${seen?.reply?.status ?? 'any'} -X ${method} -H 'accept: application/json' -H 'content-type: application/json' --data-binary @"$work/sent" --url ${urlWord({ url }, names, true)}`,
    "  keep_token || stop 'no token was issued'",
    '}',
    ...(isSignedIn ? ["echo 'sign in'", 'sign_in'] : []),
    '',
  ];
}

/** Where a step moves the clock by hours, the day begins as that of the run did. */
function alignmentOf(run: Recorded, found: Steps): string[] {
  const { steps } = found;
  const moved = steps.find(({ exchange }) => clockByHours(exchange))?.exchange;
  const [before = '', after = ''] = (moved && clockByHours(moved)) ?? [];
  const [first] = steps;
  const time = first && timeOfDayAt(run, first.exchange);
  if (moved === undefined || time === undefined) return [];
  return [
    `by=$(( (${time} - now % 86400 + 86400) % 86400 ))`,
    `printf '%sPT%sS%s' ${quotedForSh(before)} "$by" ${quotedForSh(after)} > "$work/sent"`,
    `[ $by = 0 ] || ${requestLine(run, moved, namesFor(run, found, 0))}`,
    'sign_in',
    '',
  ];
}

function stepLines(run: Recorded, step: Step, found: Steps, outcome: Outcome): string[] {
  const { exchange, shows, gives } = step;
  const names = namesFor(run, found, exchange.index);
  const { method, url } = exchange.request;
  const title = `${shows ? '*' : ' '} ${method} ${visible(url)}`;
  const id = gives && idName(gives.number);
  const isToken = isTokenRequest(run, exchange);
  // Tokens are what these rules are about: theirs are used until another one is requested.
  const mayRenew = exchange.purpose === 'clock' && !isAboutTokens(outcome);
  return [
    `echo ${quotedForSh(title)}`,
    ...bodyLines(run, exchange, names),
    requestLine(run, exchange, names),
    ...(shows ? ['show'] : []),
    ...(step.compares ? ['must_match'] : []),
    ...(gives
      ? [
          `${id}=$(${readingOf(gives.made)})`,
          `[ -n "$${id}" ] || stop 'no id was answered'`,
          `keep_id "$${id}"`,
        ]
      : []),
    ...comparisonOf(run, step, found, namesFor(run, found, exchange.index + 1)),
    ...(isToken ? [`keep_token .${exchange.index} || true`] : []),
    ...(mayRenew ? ['sign_in'] : []),
    '',
  ];
}

/** The ids that are known when an exchange is sent. */
function namesFor(
  run: Recorded,
  { ids, steps, sent }: Pick<Steps, 'ids' | 'sent' | 'steps'>,
  index: number,
): Names {
  const marks = marksOf(run);
  return {
    marks,
    sent,
    tokens: steps.flatMap(({ exchange }) =>
      exchange.index < index && isTokenRequest(run, exchange) ? [exchange.index] : [],
    ),
    base: baseOf(run),
    secrets: run.secrets ?? [],
    present: presentAt(run, index - 1),
    ids: ids.flatMap(({ value, exchange }, number) => (exchange.index < index ? [{ number, value }] : [])),
  };
}

function bodyLines(run: Recorded, exchange: Exchange, names: Names): string[] {
  const { body } = exchange.request;
  if (body === undefined) return [];
  const left = licencesLeft(exchange);
  if (left !== undefined) return [licencesLine(run, exchange.request, names, `${left}`)];
  return [`printf '%s' ${bodyWord(body, names, isTokenRequest(run, exchange))} > "$work/sent"`];
}

/** Methods whose requests say how long their body is, also when there is none. */
const bodied = new Set(['POST', 'PUT', 'PATCH']);

function requestLine(run: Recorded, { request, reply, issuedBy }: Exchange, names: Names): string {
  const { method, url, headers, body } = request;
  const isTyped = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  const hasData = body !== undefined || bodied.has(method);
  return [
    `send ${reply?.status ?? 'none'}`,
    method === 'HEAD' ? '--head' : `-X ${quotedForSh(method)}`,
    ...headerWords(headers, names, isAt(run.target, url), issuedBy),
    // Not the form that curl assumes.
    ...(hasData && !isTyped ? ["-H 'content-type:'"] : []),
    ...(hasData ? [body === undefined ? "--data-binary ''" : '--data-binary @"$work/sent"'] : []),
    `--url ${urlWord(request, names, isAt(run.target, url))}`,
  ].join(' ');
}

function endOf({ observed, reason }: Outcome): string[] {
  return [
    '[ $differs = 0 ] || end_unlike',
    `echo 'Repeated. It was observed:' ${quotedForSh(visible(observed ?? reason))}`,
    '',
  ];
}
