/** Tells whether two answers show the same protected data, where no profile says how to read them. */

import type { Answer } from '../deployment/answer.ts';
import type { Deployment, Probe } from '../deployment/deployment.ts';
import { shows } from '../deployment/probing/evidence.ts';
import { neighbourOf } from '../deployment/probing/probing.ts';
import { probeServed } from '../deployment/probing/requests.ts';
import { isSuccess, readsAsRefusal } from '../deployment/reading/answers.ts';
import { isFields } from '../kit/fields.ts';
import { operation as operationOf } from '../specification/operations.ts';

/** A record or a position holds so many telling values at least. */
const FEWEST = 3;
/** A text with fewer characters is a word of any answer. */
const TELLING = 6;
/** Answers are compared up to so many values. */
const MOST = 20_000;

/**
 * Returns whether an answer, to a request that must be refused, holds what the operation answers a good token with: as much as
 * a record has, and no part of every envelope.
 */
export async function sharesData(deployment: Deployment, served: Probe, { answer }: Probe): Promise<boolean> {
  const { operation } = served;
  if (operationOf(operation).method !== 'GET' || !holdsData(deployment, served)) return false;
  const found = tellingValues(answer);
  const shared = [...tellingValues(served.answer)].filter((value) => found.has(value));
  if (shared.length < FEWEST) return false;
  const other = operation === 'listCountries' ? 'listTimeZones' : 'listCountries';
  const everywhere = [
    await neighbourOf(deployment, operation),
    (await probeServed(deployment, other)).answer,
  ].map(tellingValues);
  return shared.filter((value) => !everywhere.some((values) => values.has(value))).length >= FEWEST;
}

/** Returns whether an answer shows data: by the profile, or in any form. A list that was empty at first may have some by now. */
export function holdsData(deployment: Deployment, probe: Probe): boolean {
  const { operation, answer } = probe;
  if (shows(deployment, probe)) return true;
  if (operationOf(operation).method !== 'GET' || !isSuccess(answer)) return false;
  return !readsAsRefusal(deployment, answer) && tellingValues(answer).size >= FEWEST;
}

/** Longer texts, and numbers with decimals, each under its own name, wherever that is. */
function tellingValues({ json }: Answer): ReadonlySet<string> {
  const values = new Set<string>();
  const walk = (value: unknown, name: string): void => {
    if (values.size >= MOST) return;
    if (Array.isArray(value)) for (const item of value) walk(item, name);
    else if (isFields(value)) for (const [inner, inside] of Object.entries(value)) walk(inside, inner);
    else if (typeof value === 'string' ? value.length >= TELLING : isFraction(value))
      values.add(`${name}=${value}`);
  };
  walk(json, '');
  return values;
}

function isFraction(value: unknown): boolean {
  return typeof value === 'number' && !Number.isInteger(value);
}
