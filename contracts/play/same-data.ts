/**
 * Tells whether two answers show the same protected data, where no profile says how to read them. What changes on each call
 * (counters, request ids, dates) is found by asking twice, and set aside.
 */

import type { Answer } from '../deployment/answer.ts';
import type { Deployment, Probe } from '../deployment/deployment.ts';
import { readsAsRefusal } from '../deployment/reading/answers.ts';
import { exactJsonText } from '../kit/exact-json.ts';
import { isFields } from '../kit/fields.ts';
import { type GuardedOperationId, listedBy, operation as operationOf } from '../specification/operations.ts';

/** Fewer records in a list could be a list of something else. */
const FEWEST_RECORDS = 2;
/** A map at the top with fewer entries could be an object of another kind. */
const FEWEST_ENTRIES = 10;
/** A record or a position holds so many texts and numbers at least. */
const FEWEST_VALUES = 3;
/** Parts of an answer that say what went wrong. */
const FAULTS = /error|fault|problem|violation|message|detail|warning/i;
/** A number with decimals, as latitude and longitude are. */
const DEGREES = /=-?\d{1,3}\.\d+$/;
/** Answers are compared up to so many values. */
const MOST_VALUES = 20_000;

/** Returns whether an answer, to a request that must be refused, holds what the operation answers a good token with. */
export async function showsSameData(
  deployment: Deployment,
  served: Probe,
  { answer }: Probe,
): Promise<boolean> {
  const { operation, id } = served;
  if (operationOf(operation).method !== 'GET' || !mayHoldData(deployment, answer)) return false;
  if (!holdsData(operation, served.answer, id) || !mayHoldData(deployment, served.answer)) return false;
  const neighbour = await deployment.probes.neighbour(operation);
  if (neighbour.fingerprint === served.answer.fingerprint) return false;
  const again = await deployment.probes.send(operation, 'token');
  const stable = common(valuesOf(served.answer.json), valuesOf(again.answer.json));
  const found = valuesOf(answer.json);
  return stable.size >= FEWEST_VALUES && [...stable].every((value) => found.has(value));
}

/**
 * Returns whether a refusal has the records in its body that the operation answers a good token with.
 */
export async function leaksData(
  deployment: Deployment,
  served: Probe,
  { answer, operation }: Probe,
): Promise<boolean> {
  if (operationOf(operation).method !== 'GET' || answer.text.length < SHORTEST_LEAK) return false;
  if (!holdsData(operation, served.answer, served.id) || !mayHoldData(deployment, served.answer))
    return false;
  const found = tellingValues(answer);
  const isFound = (values: ReadonlySet<string>) => common(values, found).size >= FEWEST_VALUES;
  if (!isFound(tellingValues(served.answer))) return false;
  // A text of every envelope is no record.
  const other = await deployment.probes.served(
    operation === 'listCountries' ? 'listTimeZones' : 'listCountries',
  );
  const everywhere = [await deployment.probes.neighbour(operation), other.answer].map(tellingValues);
  const again = await deployment.probes.send(operation, 'token');
  const stable = [...common(tellingValues(served.answer), tellingValues(again.answer))];
  return isFound(new Set(stable.filter((value) => !everywhere.some((values) => values.has(value)))));
}

/** A refusal in fewer characters shows no record. */
const SHORTEST_LEAK = 40;
/** A text with fewer characters is a word of any answer. */
const TELLING = 6;

/** Longer texts, and numbers with decimals, each under its own name, wherever that is. */
function tellingValues({ json }: Answer): ReadonlySet<string> {
  const values = [...valuesOf(json)].flatMap((value) => {
    const end = value.indexOf('=');
    const name = value.slice(value.lastIndexOf('/', end) + 1, end);
    const text = value.slice(end + 1);
    return text.length >= TELLING && (text.startsWith('"') || text.includes('.')) ? [`${name}=${text}`] : [];
  });
  return new Set(values);
}

/** Returns whether an answer shows data: by the profile, or in any form. A list that was empty at first may have some by now. */
export function showsData(deployment: Deployment, probe: Probe): boolean {
  const { operation, answer, id } = probe;
  if (deployment.probes.shows(probe)) return true;
  return operationOf(operation).method === 'GET' && holdsData(operation, answer, id);
}

/** Returns whether an answer to a good token holds data: the same refusal to good and bad tokens proves nothing. */
function holdsData(operation: GuardedOperationId, { json }: Answer, id: unknown): boolean {
  const lists: { readonly [operation: string]: string } = listedBy;
  if (lists[operation] !== undefined) return collectionIn(json);
  const values = [...valuesOf(json)];
  if (operation === 'lastLocation') return values.filter((value) => DEGREES.test(value)).length >= 2;
  return id !== undefined && values.some((value) => value.endsWith(`=${id}`) || value.endsWith(`="${id}"`));
}

function mayHoldData(deployment: Deployment, answer: Answer): boolean {
  return answer.status < 400 && isCompound(answer.json) && !readsAsRefusal(deployment, answer);
}

/** A list or a map of several records, or of codes, at the top or below it. */
function collectionIn(json: unknown, depth = 0): boolean {
  if (Array.isArray(json)) return json.length >= FEWEST_RECORDS && new Set(json.map(textOf)).size > 1;
  if (!isFields(json)) return false;
  const entries = Object.entries(json);
  const isMap = entries.length >= FEWEST_ENTRIES || (depth > 0 && entries.length >= FEWEST_RECORDS);
  if (isMap && entries.every(([, value]) => isFields(value) || typeof value === 'string')) return true;
  return entries.some(([name, value]) => !FAULTS.test(name) && depth < 3 && collectionIn(value, depth + 1));
}

/** Every text and number with the names that lead to it; the place in a list counts for nothing. */
function valuesOf(json: unknown): ReadonlySet<string> {
  const values = new Set<string>();
  const walk = (value: unknown, path: string): void => {
    if (values.size >= MOST_VALUES) return;
    if (Array.isArray(value)) for (const item of value) walk(item, `${path}[]`);
    else if (isFields(value))
      for (const [name, inside] of Object.entries(value)) walk(inside, `${path}/${name}`);
    else if (typeof value === 'string') values.add(`${path}=${exactJsonText(value)}`);
    else if (typeof value === 'number' || typeof value === 'bigint') values.add(`${path}=${value}`);
  };
  walk(json, '');
  return values;
}

function common(one: ReadonlySet<string>, other: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...one].filter((value) => other.has(value)));
}

function isCompound(json: unknown): boolean {
  return json !== null && typeof json === 'object';
}

function textOf(value: unknown): string {
  return exactJsonText(value);
}
