/** A profile's vocabulary, for people: the keys and values of an opening or a control, and a line to paste. */

import { stringify } from 'yaml';
import { type Fields, fieldsOf, isFields } from '../kit/fields.ts';
import { nameIn, namesOf } from '../kit/tables.ts';
import { forms } from '../specification/forms.ts';
import { defaultAnswers, type OpeningId, openingRows } from '../specification/openings/index.ts';
import { type ControlFact, controlFactKinds, controlFacts } from './controls.ts';

export type ControlName = keyof typeof controlFacts;
export const controlNames: readonly ControlName[] = namesOf(controlFacts);

/** A key of an answer with what it may be; an answer without keys has an empty one. */
export interface Key {
  readonly key: string;
  readonly may: string;
}

/** Keys inside of keys inside of keys are of the kind of those before. */
const DEEPEST = 3;

/** Answers where the simulator's own is none. */
const examples: { readonly [Id in OpeningId]?: unknown } = {
  'limits.names': {
    fields: { dailyEmail: '/limits/email', dailySms: '/limits/sms', usageEmail: '/sent/email' },
  },
  'rate-limit': { requests: 100, per: 'PT1M', retryAfter: true },
  versioning: { headers: { 'API-Version': '2026-01' } },
};

/** An answer to the opening as a line of YAML: the one that the simulator gives, to be changed. */
export function openingSnippet(id: OpeningId): string {
  return `${id}: ${yamlFlow(examples[id] ?? defaultAnswers[id])}`;
}

/** A control by HTTP as a line of YAML, with all that it is given and can return; addresses and fields are to be changed. */
export function controlSnippet(name: ControlName): string {
  const takes: readonly ControlFact[] = controlFacts[name].takes;
  const { returns } = controlFacts[name];
  const inBody = takes.filter((fact) => fact !== 'deviceId');
  const control = {
    by: 'http',
    method: inBody.length === 0 && returns.length > 0 ? 'GET' : 'POST',
    url: `/office${takes.includes('deviceId') ? '/{deviceId}' : ''}/${name}`,
    ...(inBody.length > 0 && { body: Object.fromEntries(inBody.map((fact) => [fact, `{${fact}}`])) }),
    ...(returns.length > 0 && { reads: Object.fromEntries(returns.map((fact) => [fact, `/${fact}`])) }),
  };
  return `${name}: ${yamlFlow(control)}`;
}

/** The keys of an answer to the opening, with the values that each may have. */
export function openingKeys(id: OpeningId): Key[] {
  return openingRows.filter((row) => row.id === id).flatMap((row) => keysIn(fieldsOf(row.schema)));
}

/** Facts that a control is given and can return, with the kind of each. */
export function controlKeys(name: ControlName): Key[] {
  const { takes, returns } = controlFacts[name];
  const of = (facts: readonly ControlFact[], key: (fact: string) => string, what: string) =>
    facts.map((fact) => ({ key: key(fact), may: `${what}: ${controlFactKinds[fact]}` }));
  return [
    ...of(takes, (fact) => `{${fact}}`, 'given'),
    ...of(returns, (fact) => `reads.${fact}`, 'a place in its answer'),
  ];
}

function keysIn(schema: Fields, depth = 0): Key[] {
  if (Array.isArray(schema.oneOf)) {
    // The same key of several forms has what it may be in any.
    const all = schema.oneOf.flatMap((branch) => keysIn(fieldsOf(branch), depth));
    return [...new Set(all.map(({ key }) => key))].map((key) => {
      const values = all.filter((one) => one.key === key).map(({ may }) => may);
      return { key, may: [...new Set(values)].join(', ') };
    });
  }
  if (!isFields(schema.properties) || depth === DEEPEST) return [{ key: '', may: valuesOf(schema) }];
  const all = Object.entries(schema.properties).map(([name, inside]) => ({
    ...{ name, keys: keysIn(fieldsOf(inside), depth + 1) },
  }));
  const under = (name: string, keys: readonly Key[]) =>
    keys.map(({ key, may }) => ({ key: key === '' ? name : `${name}.${key}`, may }));
  // Keys that have the same keys in them stand together.
  const shapes = all.map(({ keys }) => keys.map(({ key, may }) => key || may).join());
  if (all.length > 3 && new Set(shapes).size === 1)
    return under(`{${all.map(({ name }) => name).join(', ')}}`, all[0]?.keys ?? []);
  return all.flatMap(({ name, keys }) => under(name, keys));
}

const kinds: { readonly [type: string]: string } = {
  boolean: 'true or false',
  integer: 'a whole number',
  number: 'a number',
  string: 'a text',
  array: 'a list',
  object: 'names with values',
};

function valuesOf(schema: Fields): string {
  const { $ref, enum: choices, const: only, description: note = '', items, additionalProperties } = schema;
  const form = typeof $ref === 'string' ? nameIn(forms, $ref.replace('#/definitions/', '')) : undefined;
  if (form !== undefined) {
    const words = String(Reflect.get(forms[form], 'description') ?? form);
    return note === '' ? words : `${note} (${words})`;
  }
  if (Array.isArray(choices)) return [choices.join(', '), note].filter(Boolean).join(': ');
  if (only !== undefined) return String(only);
  if (Array.isArray(schema.anyOf)) return schema.anyOf.map((one) => valuesOf(fieldsOf(one))).join(', or ');
  const types = [schema.type].flat();
  const kind = String(types.find((one) => one !== 'null') ?? 'any value');
  const inner = kind === 'array' && isFields(items) ? ` of ${valuesOf(items)}` : '';
  const map = isFields(additionalProperties) ? `, each ${valuesOf(additionalProperties)}` : '';
  const isNone = types.includes('null') ? ', or null' : '';
  return `${kinds[kind] ?? kind}${inner}${map}${isNone}${note && `: ${note}`}`;
}

/** A value as YAML in one line. */
function yamlFlow(value: unknown): string {
  return stringify(value, { collectionStyle: 'flow', lineWidth: 0 }).trimEnd();
}
