/** The profile that a description was written from, held against what is read of it again. */
import { durationMs } from '../../../contracts/kit/durations.ts';
import { fieldsOf } from '../../../contracts/kit/fields.ts';
import { isDeepEqual, type Json } from '../../../contracts/kit/json.ts';
import { formatPointer, splitPointer } from '../../../contracts/kit/json-pointer.ts';
import type { Finding } from '../../../contracts/learning/finding.ts';
import { merged } from '../../../contracts/learning/merge.ts';
import { profileOf } from '../../../contracts/learning/profile.ts';
import type { OpenApiDocument } from '../../../contracts/openapi/write.ts';
import { type CompleteProfile, completeProfile, type Profile } from '../../../contracts/profile/index.ts';
import { follow } from '../../../contracts/profile/pointer.ts';
import { inlined } from './fits.ts';

/** Findings that a profile says otherwise. */
export function wrongIn(findings: readonly Finding[], profile: CompleteProfile): string[] {
  const isSaid = findings.some(({ at }) => at.startsWith('/openings/operations.envelope/nothing/'));
  return findings.flatMap(apart).flatMap(({ at, value, evidence }) => {
    if (evidence.endsWith('no field is measured in it')) return [];
    const expected =
      expectedAt(profile, at) ??
      expectedAt(profile, at.replace(ofOneFact, 'records.time')) ??
      expectedAt(profile, at.replace(ofOneFamily, ''));
    if (at === '/openings/auth.refusal/body' && profile.openings['errors.body'].form === 'empty') return [];
    if (evidence.endsWith('0 of 0 times')) return [];
    // An answer with nothing in it has no body where none has constants.
    if (!isSaid && value === 'nothing' && expected === 'empty') return [];
    return isSame(at, expected, value)
      ? []
      : [`${at}: ${JSON.stringify(value)} for ${JSON.stringify(expected)} (${evidence})`];
  });
}

/** An answer of one family is that of all, where it has none of its own. */
const ofOneFamily = /\/families\/\w+/;
/** A form of one fact is that of all, where it has none of its own. */
const ofOneFact = /[\w.]+\/forms\/\w+/;

function apart<Part extends { at: string; value: Json }>(part: Part): Part[] {
  const { at, value } = part;
  if (value === null || typeof value !== 'object' || Array.isArray(value) || Object.keys(value).length === 0)
    return [part];
  return Object.entries(value).flatMap(([name, inner]) =>
    apart({ ...part, at: at + formatPointer([name]), value: inner }),
  );
}

/** Spans are the same in other units; the unit of what no field is measured in, and a demand for a field without a place, count for nothing. */
function isSame(at: string, expected: unknown, value: Json): boolean {
  if (isDeepEqual(expected, value)) return true;
  if (typeof value === 'string' && typeof expected === 'string' && /^P/.test(value))
    return durationMs(value) === durationMs(expected);
  if (at.startsWith('/openings/records.required/') && Array.isArray(expected) && Array.isArray(value))
    return value.every((fact) => expected.includes(fact));
  return false;
}

function expectedAt(profile: CompleteProfile, at: string): unknown {
  return follow(profile, splitPointer(at));
}

/** The profile that findings make, as `roadtest learn` has it. */
export function profileFrom(findings: readonly Finding[]): CompleteProfile {
  const { data, left } = profileOf(merged(findings).answers, 'learned');
  if (left.length > 0) throw new Error(left.map(({ answer, why }) => `${answer.at}: ${why}`).join('\n'));
  return completeProfile(data as unknown as Profile);
}

/** Places at which the operations of two descriptions differ, words apart. */
export function differences(one: OpenApiDocument, other: OpenApiDocument): string[] {
  return differing(plain(one), plain(other), '');
}

function plain(document: OpenApiDocument): Json {
  const paths = Object.entries(fieldsOf(document.paths)).map(([path, item]) => {
    const operations = Object.entries(fieldsOf(item)).map(([method, operation]) => {
      const { description: _, ...said } = fieldsOf(operation);
      return [method, inlined(document, said)];
    });
    return [path, Object.fromEntries(operations)];
  });
  const { servers } = document;
  return { servers: servers ?? null, paths: Object.fromEntries(paths) };
}

function differing(one: Json, other: Json, at: string): string[] {
  if (isDeepEqual(one, other)) return [];
  const isList = at.endsWith('/required') || at.endsWith('/anyOf') || at.endsWith('/enum');
  const sorted = (json: Json) =>
    Array.isArray(json) ? json.map((item) => JSON.stringify(item)).sort() : json;
  if (isList && isDeepEqual(sorted(one), sorted(other))) return [];
  const isTree = (json: Json) => typeof json === 'object' && json !== null;
  if (!isTree(one) || !isTree(other))
    return [`${at}: ${JSON.stringify(one)} and ${JSON.stringify(other)}`.slice(0, 300)];
  const names = new Set([
    ...Object.keys(fieldsOf(one)),
    ...Object.keys(fieldsOf(other)),
    ...(Array.isArray(one) ? Object.keys(one) : []),
    ...(Array.isArray(other) ? Object.keys(other) : []),
  ]);
  const part = (json: Json, name: string) => (json as { [name: string]: Json })[name] ?? null;
  return [...names].flatMap((name) => differing(part(one, name), part(other, name), `${at}/${name}`));
}
