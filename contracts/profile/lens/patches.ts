/** The bodies of PATCH (opening `patch.format`), applied to a record as the dialect writes it. */
import { exactJsonText } from '../../kit/exact-json.ts';
import type { Json } from '../../kit/json.ts';
import type { Openings } from '../../specification/openings/index.ts';
import type { JsonPointer, Wrapping } from '../openings.ts';
import { findUnsafe, follow, parsePointer, place } from '../pointer.ts';
import { applyJsonPatch, applyMergePatch, diffAsJsonPatch, type Patched } from './json-patch.ts';
import type { Issue, Reading } from './lens.ts';
import { compileRecord } from './payloads.ts';
import { type AnyFacts, issue, type RecordPlan, readRecord } from './record.ts';

/** `PatchLens` without the types of one resource. */
export interface PatchPayload {
  readonly contentType: string;
  apply(current: Json, body: unknown): Patched;
  read(current: AnyFacts, body: unknown): Reading<AnyFacts>;
  write(change: AnyFacts, current?: AnyFacts): Json;
}

/**
 * A partial object and a merge patch are wrapped like the body of a create; the pointers of a JSON
 * Patch begin at the record itself.
 */
export function compilePatch(
  plan: RecordPlan,
  format: Openings['patch.format'],
  wrapping: Wrapping,
): PatchPayload {
  const record = compileRecord(plan);
  const { at, apply, write } = forms[format.form](plan, wrapping);
  return {
    contentType: format.contentType,
    apply,
    write,
    read: (current, body) => {
      const before = record.write(current);
      const patched = apply(before, body);
      if (patched.next === undefined) return { facts: {}, issues: patched.issues };
      const { facts, issues } = changes(plan, before, patched.next);
      return { facts, issues: issues.map((found) => under(at, found)) };
    },
  };
}

/** `at` is where the record's own places begin in a body. */
type Form = Pick<PatchPayload, 'apply' | 'write'> & { at: JsonPointer };

const forms: { [F in Openings['patch.format']['form']]: (plan: RecordPlan, wrapping: Wrapping) => Form } = {
  partial: (plan, wrapping) => wrapped(plan, wrapping, (current, body) => applyPartial(plan, current, body)),
  'merge-patch': (plan, wrapping) => wrapped(plan, wrapping, applyMergePatch),
  'json-patch': (plan) => {
    const record = compileRecord(plan);
    return {
      at: '',
      apply: applyJsonPatch,
      write: (change, current) => {
        const given = Object.entries(change).filter(([, value]) => value !== undefined);
        if (current) {
          const next = { ...current, ...Object.fromEntries(given) };
          return diffAsJsonPatch(record.write(current), record.write(next));
        }
        return given.flatMap(([fact, value]) => {
          const path = record.pointer(fact);
          return path === undefined ? [] : [{ op: 'replace', path, value: plan.codec(fact).write(value) }];
        });
      },
    };
  },
};

function wrapped(
  plan: RecordPlan,
  wrapping: Wrapping,
  apply: (current: Json, body: unknown) => Patched,
): Form {
  const at = parsePointer(wrapping.at);
  const body = compileRecord(plan, wrapping);
  return {
    at: wrapping.at,
    apply: (current, json) => {
      const patched = apply(current, follow(json, at));
      return patched.next === undefined
        ? { issues: patched.issues.map((found) => under(wrapping.at, found)) }
        : patched;
    },
    write: (change) => body.write(change),
  };
}

function under(at: string, found: Issue): Issue {
  return { ...found, pointer: at + found.pointer };
}

/** The facts in the body take the place of those in the record, each as a whole. */
function applyPartial(plan: RecordPlan, current: Json, body: unknown): Patched {
  if (body === null || typeof body !== 'object' || Array.isArray(body)) {
    return { issues: [issue('', 'an object', body)] };
  }
  const unsafe = findUnsafe(body);
  if (unsafe) return { issues: [issue(unsafe.pointer, 'a safe name and no deeper nesting', body)] };
  const next = structuredClone(current);
  for (const { tokens } of plan.slots) {
    const given = follow(body, tokens);
    if (given !== undefined) place(next as { [name: string]: Json }, tokens, given as Json);
  }
  return { next, issues: [] };
}

/** The facts that differ between two states of a record. A fact that is no longer there has become `null`. */
function changes(plan: RecordPlan, before: Json, after: Json): Reading<AnyFacts> {
  const issues: Issue[] = [];
  const next = readRecord(plan, after, '', issues);
  const facts: AnyFacts = {};
  if (after === null || typeof after !== 'object') return { facts, issues };
  for (const { fact, tokens } of plan.slots) {
    const from = follow(before, tokens);
    const to = follow(after, tokens);
    if (to === undefined) {
      if (from !== undefined && from !== null) facts[fact] = null;
    } else if (exactJsonText(from) !== exactJsonText(to) && Object.hasOwn(next, fact)) {
      facts[fact] = next[fact];
    }
  }
  return { facts, issues };
}
