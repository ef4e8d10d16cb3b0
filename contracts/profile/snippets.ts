/** A profile's vocabulary, for people: the keys and values of an opening or a control, and a line to paste. */

import { exactJsonText } from '../kit/exact-json.ts';
import { isFields } from '../kit/fields.ts';
import { nameIn, namesOf } from '../kit/tables.ts';
import { type FormName, forms } from '../specification/forms.ts';
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
  const { takes, returns } = controlFacts[name];
  const given: readonly ControlFact[] = takes;
  const inBody = given.filter((fact) => fact !== 'deviceId');
  const path = `/office${given.includes('deviceId') ? '/{deviceId}' : ''}/${name}`;
  const control = {
    by: 'http',
    method: inBody.length === 0 && returns.length > 0 ? 'GET' : 'POST',
    url: path,
    ...(inBody.length > 0 && { body: Object.fromEntries(inBody.map((fact) => [fact, `{${fact}}`])) }),
    ...(returns.length > 0 && { reads: Object.fromEntries(returns.map((fact) => [fact, `/${fact}`])) }),
  };
  return `${name}: ${yamlFlow(control)}`;
}

/** The keys of an answer to the opening, with the values that each may have. */
export function openingKeys(id: OpeningId): Key[] {
  const row = openingRows.find((one) => one.id === id);
  return row ? keysIn(row.schema, '', 0) : [];
}

/** Facts that a control is given and can return, with the kind of each. */
export function controlKeys(name: ControlName): Key[] {
  const { takes, returns } = controlFacts[name];
  return [
    ...takes.map((fact) => ({ key: `{${fact}}`, may: `given: ${controlFactKinds[fact]}` })),
    ...returns.map((fact) => ({
      key: `reads.${fact}`,
      may: `a place in its answer: ${controlFactKinds[fact]}`,
    })),
  ];
}

function keysIn(schema: unknown, way: string, depth: number): Key[] {
  if (!isFields(schema)) return [];
  const branches: readonly unknown[] = Array.isArray(schema.oneOf) ? schema.oneOf : [];
  if (branches.length > 0) return distinct(branches.flatMap((branch) => keysIn(branch, way, depth)));
  const { properties } = schema;
  if (!isFields(properties) || depth === DEEPEST) return [{ key: way, may: valuesOf(schema) }];
  const names = Object.keys(properties);
  const inner = names.map((name) => keysIn(properties[name], '', depth + 1));
  const under = (name: string, keys: readonly Key[]) =>
    keys.map(({ key, may }) => ({ key: [way, name, key].filter(Boolean).join('.'), may }));
  // Keys that have the same keys in them stand together.
  const [first = []] = inner;
  const isAlike = (keys: readonly Key[]) =>
    keys.length === first.length &&
    keys.every(({ key, may }, at) => key === first[at]?.key && (key !== '' || may === first[at]?.may));
  if (names.length > 3 && inner.every(isAlike)) return under(`{${names.join(', ')}}`, first);
  return names.flatMap((name, at) => under(name, inner[at] ?? []));
}

/** The same key of several forms with what it may be in any. */
function distinct(keys: readonly Key[]): Key[] {
  const may = new Map<string, string[]>();
  for (const { key, may: value } of keys) may.set(key, [...new Set([...(may.get(key) ?? []), value])]);
  return [...may].map(([key, values]) => ({ key, may: values.join(', ') }));
}

function valuesOf(schema: { readonly [keyword: string]: unknown }): string {
  const { $ref, enum: choices, const: only, description, type, items, anyOf, additionalProperties } = schema;
  const form = typeof $ref === 'string' ? nameIn(forms, $ref.replace('#/definitions/', '')) : undefined;
  const note = typeof description === 'string' ? description : '';
  if (form !== undefined) return note === '' ? formWords(form) : `${note} (${formWords(form)})`;
  if (Array.isArray(choices)) return [choices.map(String).join(', '), note].filter(Boolean).join(': ');
  if (only !== undefined) return String(only);
  if (Array.isArray(anyOf)) return anyOf.map((one) => valuesOf(isFields(one) ? one : {})).join(', or ');
  const isNone = Array.isArray(type) && type.includes('null') ? ', or null' : '';
  const kind = String(Array.isArray(type) ? type.find((one) => one !== 'null') : (type ?? 'any value'));
  const words = kinds[kind] ?? kind;
  const inner = kind === 'array' && isFields(items) ? ` of ${valuesOf(items)}` : '';
  const map =
    kind === 'object' && isFields(additionalProperties) ? `, each ${valuesOf(additionalProperties)}` : '';
  return `${words}${inner}${map}${isNone}${note && `: ${note}`}`;
}

function formWords(form: FormName): string {
  return String(Reflect.get(forms[form], 'description') ?? form);
}

const kinds: { readonly [type: string]: string } = {
  boolean: 'true or false',
  integer: 'a whole number',
  number: 'a number',
  string: 'a text',
  array: 'a list',
  object: 'names with values',
};

/** A value as YAML in one line, without quotes where none are needed. */
export function yamlFlow(value: unknown): string {
  if (typeof value === 'string') return isPlain(value) ? value : exactJsonText(value);
  if (Array.isArray(value)) return `[${value.map(yamlFlow).join(', ')}]`;
  if (!isFields(value)) return exactJsonText(value);
  const entries = Object.entries(value).map(
    ([name, inner]) => `${isPlain(name) ? name : exactJsonText(name)}: ${yamlFlow(inner)}`,
  );
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

/** Returns whether YAML takes a text without quotes for just that text. */
function isPlain(text: string): boolean {
  const isWord = /^(\/|\/?[A-Za-z][\w./+-]*)$/.test(text);
  return isWord && !/^(null|true|false|yes|no|on|off|y|n|e)$/i.test(text);
}
