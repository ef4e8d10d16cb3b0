/** Texts in the answers to openings, each held to its form: durations, pointers, time zones, headers and the rest. */

import { exactJsonText } from '../../kit/exact-json.ts';
import { formatPointer } from '../../kit/json-pointer.ts';
import { didYouMean } from '../../kit/suggest.ts';
import { mapTable } from '../../kit/tables.ts';
import { isTimeZone } from '../../kit/times.ts';
import { excerpt, quoted } from '../../kit/untrusted.ts';
import { type FormName, forms } from '../../specification/forms.ts';
import type { Openings } from '../../specification/openings/index.ts';
import { openingRows } from '../../specification/openings/index.ts';
import type { ProfileIssue } from '../errors.ts';
import { durationIssues } from './durations.ts';
import { issue } from './issue.ts';
import { pointerIssues } from './places.ts';

type Check = (text: string, where: string) => ProfileIssue[];

/** Checks that no pattern can make. */
const checks: { readonly [Name in FormName]?: Check } = {
  pointer: pointerIssues,
  duration: durationIssues,
  delay: (text, where) => durationIssues(text, where, { mayBeZero: true }),
  timeZone: timeZoneIssues,
  headerName: headerIssues,
};

/** Every text that is not of its form. Default answers are known to be good. */
export function checkForms(openings: Openings): ProfileIssue[] {
  return openingRows.flatMap((row) => {
    const answer = openings[row.id];
    return answer === row.default ? [] : issuesIn(row.schema, answer, ['openings', row.id]);
  });
}

/** The keywords of the schemas that `contracts/kit/schema.ts` makes, as far as they lead on to others. */
interface Node {
  $ref?: string;
  pattern?: string;
  properties?: { readonly [name: string]: Node };
  additionalProperties?: Node | false;
  propertyNames?: Node;
  items?: Node;
  oneOf?: readonly Node[];
  discriminator?: { propertyName: string };
  const?: unknown;
}

function issuesIn(schema: Node, value: unknown, path: readonly string[]): ProfileIssue[] {
  if (typeof value === 'string') return textIssues(schema, value, formatPointer(path));
  if (value === null || typeof value !== 'object') return [];
  const { properties = {}, additionalProperties, propertyNames, items } = branchOf(schema, value);
  return Object.entries(value).flatMap(([name, inside]) => {
    const here = [...path, name];
    const next = Object.hasOwn(properties, name) ? properties[name] : additionalProperties || items;
    return [
      ...(propertyNames ? textIssues(propertyNames, name, formatPointer(here)) : []),
      ...(next ? issuesIn(next, inside, here) : []),
    ];
  });
}

/** Finds the branch that an object belongs to, by the field whose value distinguishes the branches. */
function branchOf(schema: Node, value: object): Node {
  const tag = schema.discriminator?.propertyName;
  if (tag === undefined) return schema;
  const given = new Map(Object.entries(value)).get(tag);
  return schema.oneOf?.find(({ properties }) => properties?.[tag]?.const === given) ?? {};
}

interface Form {
  type: string;
  pattern?: string;
  description?: string;
  'x-code'?: string;
}

const table = mapTable(forms, (form: Form, name) => ({
  name,
  code: form['x-code'] ?? 'WRONG_TYPE',
  description: form.description,
  pattern: form.pattern,
  expression: new RegExp(form.pattern ?? ''),
}));
const entries = Object.values(table);
/** A form is given by reference, or in full: then its pattern shows which it is. */
const byReference = new Map(entries.map((entry) => [`#/definitions/${entry.name}`, entry]));
const byPattern = new Map(entries.map((entry) => [entry.pattern, entry]));

function textIssues({ $ref, pattern }: Node, text: string, pointer: string): ProfileIssue[] {
  const form = $ref === undefined ? pattern && byPattern.get(pattern) : byReference.get($ref);
  if (!form) return [];
  const found = checks[form.name]?.(text, pointer) ?? [];
  if (found.length > 0 || form.expression.test(text)) return found;
  return [
    { code: form.code, message: `${excerpt(exactJsonText(text))} is not ${form.description}`, pointer },
  ];
}

function timeZoneIssues(zone: string, pointer: string): ProfileIssue[] {
  if (zone === 'account' || isTimeZone(zone)) return [];
  const hint =
    didYouMean(zone, ['account', ...Intl.supportedValuesOf('timeZone')]) ??
    'take a name such as Europe/Berlin';
  return [issue('TIME_ZONE_UNKNOWN', pointer, `there is no time zone ${quoted(zone)}`, hint)];
}

/** Headers that the server itself answers for. */
const ownHeaders = [
  'connection',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
];

function headerIssues(name: string, pointer: string): ProfileIssue[] {
  if (!ownHeaders.includes(name.toLowerCase())) return [];
  return [issue('HEADER_RESERVED', pointer, `the server itself writes the header ${quoted(name)}`)];
}
