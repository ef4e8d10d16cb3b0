/**
 * Findings of several sources as one answer for each place. Sources that agree confirm each other. Where they do not, what
 * was seen of the deployment itself counts more than what is written or was recorded of it; of equals neither counts.
 */
import { exactJsonText } from '../kit/exact-json.ts';
import { isDeepEqual, type Json } from '../kit/json.ts';
import { formatPointer, splitPointer } from '../kit/json-pointer.ts';
import type { Finding, Source } from './finding.ts';

/** One place of the profile, and all that was found for it. */
export interface Answer {
  readonly at: string;
  readonly value: Json;
  /** The evidence of each source that shows it. */
  readonly evidence: readonly string[];
}

export interface Merged {
  readonly answers: readonly Answer[];
  /** In words, what contradicts what. */
  readonly contradictions: readonly string[];
}

const said: { readonly [S in Source]: string } = { openapi: 'openapi', har: 'har', live: 'the deployment' };

export function merged(findings: readonly Finding[]): Merged {
  const places = new Map<string, Finding[]>();
  for (const one of findings.flatMap(apart)) places.set(one.at, [...(places.get(one.at) ?? []), one]);
  const answers: Answer[] = [];
  const contradictions: string[] = [];
  for (const [at, found] of places) {
    const live = found.filter(({ source }) => source === 'live');
    const [first, ...others] = live.length > 0 ? live : found;
    if (!first) continue;
    const { value } = first;
    const alike = found.filter((one) => isDeepEqual(one.value, value));
    const words = found.map((one) => `${exactJsonText(one.value)} by ${said[one.source]}`);
    if (alike.length < found.length)
      contradictions.push(`${splitPointer(at).join(' ')}: ${words.join(', ')}`);
    if (!others.every((one) => alike.includes(one))) continue;
    answers.push({ at, value, evidence: [...new Set(alike.map(({ evidence }) => evidence))] });
  }
  return { answers, contradictions };
}

/** Returns the parts of a finding: an object is the same as each of its members, and an empty one is itself. */
export function apart(finding: Finding): Finding[] {
  const { at, value } = finding;
  const isOne = value === null || typeof value !== 'object' || Array.isArray(value);
  if (isOne || Object.keys(value).length === 0) return [finding];
  return Object.entries(value).flatMap(([name, member]) =>
    apart({ ...finding, at: at + formatPointer([name]), value: member }),
  );
}
