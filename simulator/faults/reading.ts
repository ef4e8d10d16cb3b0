/** Fault rules as they are given, and what is wrong with them. */
import type { Fields } from '../../contracts/kit/fields.ts';
import { formOf } from '../../contracts/kit/form.ts';
import { splitPointer } from '../../contracts/kit/json-pointer.ts';
import { unknownName } from '../../contracts/kit/option-names.ts';
import { suggestion } from '../../contracts/kit/suggest.ts';
import { operations } from '../../contracts/specification/operations.ts';
import { ControlError } from '../control/errors.ts';
import { parseDuration, parseInstant } from '../time/calendar.ts';
import { ClockError } from '../time/errors.ts';
import { bounds, effects, type FaultRule, faultRule } from './rule.ts';

/** The effects that are an answer, of which a rule has one; the others go with it. */
const answering = ['status', 'refusal', 'cut', 'stale', 'limit'] as const;
const read = formOf(faultRule);

/**
 * The rules of a list.
 *
 * @throws ControlError `FAULTS_INVALID` for the first mistake, with its place such as `rules/0/operation`
 */
export function readRules(given: unknown): FaultRule[] {
  if (!Array.isArray(given)) throw invalid('rules', 'must be a list of fault rules');
  const rules = given.map((rule, index) => readRule(rule, `rules/${index}`));
  if (rules.length > bounds.rules) throw invalid('rules', `has more than ${bounds.rules} rules`);
  return rules;
}

function readRule(given: unknown, at: string): FaultRule {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw invalid(at, 'must be an object');
  const fields = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const unknown = unknownName(fields, faultRule.properties);
  if (unknown) throw invalid(`${at}/${unknown.name}`, 'is not part of a fault rule', unknown.hint);
  const found = read(fields);
  if ('problem' in found) {
    const { pointer, message } = found.problem;
    throw invalid(`${at}${pointer}`, message, hintOf(splitPointer(pointer), fields));
  }
  const rule = found.value;
  checkTimes(rule, at);
  checkEffects(rule, at);
  if (rule.body !== undefined && JSON.stringify(rule.body).length > bounds.body)
    throw invalid(`${at}/body`, `is longer than ${bounds.body} characters`);
  return rule;
}

function hintOf([field]: readonly string[], { operation }: Fields): string | undefined {
  if (field !== 'operation') return undefined;
  const ids = operations.map(({ id }) => id);
  return suggestion(String(operation), ids) ?? 'roadtest rules lists the operations; * is each of them.';
}

function checkTimes(rule: FaultRule, at: string): void {
  const spans = { delay: rule.delay, stale: rule.stale, latency: rule.latency, 'limit/per': rule.limit?.per };
  for (const [field, text] of Object.entries(spans)) {
    if (typeof text !== 'string') continue;
    const ms = readAt(() => parseDuration(text), `${at}/${field}`);
    if (ms <= 0) throw invalid(`${at}/${field}`, 'must be longer than 0');
    if (field === 'latency' && ms > bounds.latency)
      throw invalid(`${at}/latency`, `is longer than ${bounds.latency} ms`);
  }
  const { from, until } = rule;
  const [first, last] = [from, until].map((text, place) =>
    text === undefined
      ? undefined
      : readAt(() => parseInstant(text), `${at}/${place === 0 ? 'from' : 'until'}`),
  );
  if (first !== undefined && last !== undefined && first >= last)
    throw invalid(`${at}/until`, 'is not after "from"');
}

/** Reads a text; an error of it becomes one of its place. */
function readAt<T>(look: () => T, field: string): T {
  try {
    return look();
  } catch (error) {
    if (!(error instanceof ClockError)) throw error;
    throw invalid(field, `cannot be read: ${error.message.replace(/\.$/, '')}`, error.hint);
  }
}

function checkEffects(rule: FaultRule, at: string): void {
  const names = Object.keys(effects).filter((name) => Object.hasOwn(rule, name));
  if (names.length === 0)
    throw invalid(at, 'has no effect on a call', `Add one of ${Object.keys(effects).join(', ')}.`);
  const answers = answering.filter((name) => rule[name] !== undefined);
  if (answers.length > 1)
    throw invalid(
      `${at}/${answers[1]}`,
      `cannot go with "${answers[0]}"`,
      'Write two rules: the first that matches a call applies.',
    );
  if (rule.headers !== undefined && rule.status === undefined && rule.refusal === undefined)
    throw invalid(`${at}/headers`, 'needs "status" or "refusal"');
  if (rule.body !== undefined && rule.status === undefined) throw invalid(`${at}/body`, 'needs "status"');
  const reserved = Object.keys(rule.headers ?? {}).find((name) => framing.has(name.toLowerCase()));
  if (reserved !== undefined)
    throw invalid(`${at}/headers/${reserved}`, 'is a header that the server itself sends');
}

const framing = new Set([
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'upgrade',
  'trailer',
  'date',
]);
function invalid(field: string, problem: string, hint?: string): ControlError {
  return new ControlError('FAULTS_INVALID', `${field} ${problem}.`, { field, ...(hint && { hint }) });
}
