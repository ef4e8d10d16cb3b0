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
  /** The source that counts most of those that show it. */
  readonly source: Source;
  /** The evidence of each source that shows it. */
  readonly evidence: readonly string[];
}

export interface Merged {
  readonly answers: readonly Answer[];
  /** In words, what contradicts what. */
  readonly contradictions: readonly string[];
}

const strength: { readonly [S in Source]: number } = { openapi: 0, har: 0, live: 1 };

export function merged(findings: readonly Finding[]): Merged {
  const places = new Map<string, Finding[]>();
  for (const one of findings.flatMap(apart)) places.set(one.at, [...(places.get(one.at) ?? []), one]);
  const answers: Answer[] = [];
  const contradictions: string[] = [];
  for (const [at, found] of places) {
    const most = Math.max(...found.map(({ source }) => strength[source]));
    const strongest = found.filter(({ source }) => strength[source] === most);
    const [first] = strongest;
    if (!first) continue;
    const isOne = strongest.every(({ value }) => isDeepEqual(value, first.value));
    const others = found.filter(({ value }) => !isDeepEqual(value, first.value));
    const names = splitPointer(at).join(' ');
    if (others.length > 0) contradictions.push(`${names}: ${found.map(inWords).join(', ')}`);
    if (isOne)
      answers.push({
        at,
        value: first.value,
        source: first.source,
        evidence: evidenceOf(found.filter((one) => !others.includes(one))),
      });
  }
  return { answers, contradictions };
}

/** An object is the same as each of its members; an empty one is itself. */
function apart(finding: Finding): Finding[] {
  const { at, value } = finding;
  const isOne = value === null || typeof value !== 'object' || Array.isArray(value);
  if (isOne || Object.keys(value).length === 0) return [finding];
  return Object.entries(value).flatMap(([name, member]) =>
    apart({ ...finding, at: at + formatPointer([name]), value: member }),
  );
}

function evidenceOf(found: readonly Finding[]): string[] {
  return [...new Set(found.map(({ evidence }) => evidence))];
}

const said: { readonly [S in Source]: string } = {
  openapi: 'openapi',
  har: 'har',
  live: 'the deployment',
};

function inWords({ source, value }: Finding): string {
  return `${exactJsonText(value)} by ${said[source]}`;
}
