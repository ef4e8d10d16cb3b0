/** The bodies of PATCH (opening `patch.format`), applied to a record as the dialect writes it. */
import { exactJsonText } from '../../kit/exact-json.ts';
import { isFields } from '../../kit/fields.ts';
import type { Json } from '../../kit/json.ts';
import type { Openings } from '../../specification/openings/index.ts';
import type { Wrapping } from '../openings.ts';
import { findUnsafe, follow, parsePointer, place } from '../pointer.ts';
import { applyJsonPatch, diffAsJsonPatch, type Patched, refuse } from './json-patch.ts';
import type { Issue, Reading } from './lens.ts';
import { type AnyFacts, compileRecord, type ResourcePlan, readRecord } from './record.ts';

/** `PatchLens` without the types of one resource. */
export type PatchPayload = ReturnType<typeof compilePatch>;

/**
 * A partial object and a merge patch are wrapped like the body of a create; the pointers of a JSON
 * Patch begin at the record itself.
 */
export function compilePatch(
  plan: ResourcePlan,
  { form, contentType }: Openings['patch.format'],
  wrapping: Wrapping,
) {
  const record = compileRecord(plan);
  const wrapped = compileRecord(plan, wrapping);
  const isList = form === 'json-patch';
  const at = parsePointer(isList ? '' : wrapping.at);
  const under = (found: Issue): Issue => ({ ...found, pointer: (isList ? '' : wrapping.at) + found.pointer });

  const apply = (current: Json, body: unknown): Patched => {
    if (isList) return applyJsonPatch(current, body);
    const patched = applyObject(current, follow(body, at), form === 'partial' ? plan : undefined);
    return patched.next === undefined ? { issues: patched.issues.map(under) } : patched;
  };

  return {
    contentType,
    apply,
    write: (change: AnyFacts, current?: AnyFacts): Json => {
      if (!isList) return wrapped.write(change);
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
    read: (current: AnyFacts, body: unknown): Reading<AnyFacts> => {
      const before = record.write(current);
      const patched = apply(before, body);
      if (patched.next === undefined) return { facts: {}, issues: patched.issues };
      const { facts, issues } = changes(plan, before, patched.next);
      return { facts, issues: issues.map(under) };
    },
  };
}

/**
 * Applies a merge patch; with a plan a partial object, whose facts take the place of those in the record, each as a whole. The
 * record stays as it was.
 */
function applyObject(current: Json, body: unknown, plan: ResourcePlan | undefined): Patched {
  if (!isFields(body)) return refuse('', 'an object', body);
  const unsafe = findUnsafe(body);
  if (unsafe) return refuse(unsafe.pointer, 'a safe name and no deeper nesting', body);
  const next = structuredClone(current);
  if (!plan) return { next: merged(next, body), issues: [] };
  for (const { tokens } of plan.slots) {
    const given = follow(body, tokens);
    if (given !== undefined) place(next as { [name: string]: Json }, tokens, given as Json);
  }
  return { next, issues: [] };
}

/** The algorithm of RFC 7396. */
function merged(target: unknown, patch: unknown): Json {
  if (!isFields(patch)) return patch as Json;
  const next = new Map(Object.entries(isFields(target) ? target : {}));
  for (const [name, value] of Object.entries(patch))
    if (value === null) next.delete(name);
    else next.set(name, merged(next.get(name), value));
  return Object.fromEntries(next) as Json;
}

/** The facts that differ between two states of a record. A fact that is no longer there has become `null`. */
function changes(plan: ResourcePlan, before: Json, after: Json): Reading<AnyFacts> {
  const issues: Issue[] = [];
  const next = readRecord(plan, after, '', issues);
  const facts: AnyFacts = {};
  for (const { fact, tokens } of typeof after === 'object' && after !== null ? plan.slots : []) {
    const [from, to] = [follow(before, tokens), follow(after, tokens)];
    if (to === undefined) {
      if (from !== undefined && from !== null) facts[fact] = null;
    } else if (exactJsonText(from) !== exactJsonText(to) && Object.hasOwn(next, fact))
      facts[fact] = next[fact];
  }
  return { facts, issues };
}
