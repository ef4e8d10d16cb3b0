/** Texts in the answers to openings, each held to its form: durations, pointers, time zones, headers and the rest. */
import { DAY, parseDuration } from '../../kit/durations.ts';
import { exactJsonText } from '../../kit/exact-json.ts';
import { didYouMean } from '../../kit/suggest.ts';
import { isTimeZone } from '../../kit/times.ts';
import { excerpt, quoted } from '../../kit/untrusted.ts';
import { type FormName, forms } from '../../specification/forms.ts';
import { type Openings, openingRows } from '../../specification/openings/index.ts';
import type { Say } from '../errors.ts';
import { pointerFault } from '../pointer.ts';

interface Fault {
  code: string;
  message: string;
  hint?: string;
}

const HUNDRED_YEARS = { ms: 36_525 * DAY, words: 'a hundred years' };

/** The fault of a duration: of no form, zero, or too long. */
export function durationFault(
  text: string,
  { mayBeZero = false, longest = HUNDRED_YEARS } = {},
): Fault | undefined {
  const length = parseDuration(text);
  if (length === undefined || length < 0)
    return { code: 'DURATION_INVALID', message: `${quoted(text)} is not a duration such as PT1H` };
  if (length > longest.ms)
    return { code: 'DURATION_TOO_LONG', message: `${quoted(text)} is longer than ${longest.words}` };
  return length > 0 || mayBeZero ? undefined : { code: 'DURATION_ZERO', message: 'must be longer than zero' };
}

/** Headers that the server itself answers for. */
const ownHeaders = /^(connection|content-length|content-type|date|keep-alive|transfer-encoding|upgrade)$/i;

/** Checks that no pattern can make. */
const checks: { readonly [Name in FormName]?: (text: string) => Fault | undefined } = {
  pointer: pointerFault,
  duration: (text) => durationFault(text),
  delay: (text) => durationFault(text, { mayBeZero: true }),
  timeZone(zone) {
    if (zone === 'account' || isTimeZone(zone)) return undefined;
    const zones = ['account', ...Intl.supportedValuesOf('timeZone')];
    const hint = didYouMean(zone, zones) ?? 'take a name such as Europe/Berlin';
    return { code: 'TIME_ZONE_UNKNOWN', message: `there is no time zone ${quoted(zone)}`, hint };
  },
  headerName: (name) =>
    ownHeaders.test(name)
      ? { code: 'HEADER_RESERVED', message: `the server itself writes the header ${quoted(name)}` }
      : undefined,
};

/** Every text that is not of its form. Default answers are known to be good. */
export function textsOfNoForm(openings: Openings, say: Say): void {
  for (const { id, schema, default: usual } of openingRows)
    if (openings[id] !== usual) within(schema, openings[id], [id], say);
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

function within(schema: Node, value: unknown, path: readonly string[], say: Say): void {
  if (typeof value === 'string') held(schema, value, path, say);
  if (value === null || typeof value !== 'object') return;
  // The branch that an object belongs to is that of the field which distinguishes the branches.
  const tag = schema.discriminator?.propertyName;
  const isBranch = ({ properties }: Node) => properties?.[tag ?? '']?.const === Reflect.get(value, tag ?? '');
  const form = tag === undefined ? schema : schema.oneOf?.find(isBranch);
  const { properties = {}, additionalProperties, propertyNames, items } = form ?? {};
  for (const [name, inside] of Object.entries(value)) {
    const here = [...path, name];
    const next = Object.hasOwn(properties, name) ? properties[name] : additionalProperties || items;
    if (propertyNames) held(propertyNames, name, here, say);
    if (next) within(next, inside, here, say);
  }
}

const table = Object.entries(forms) as [
  FormName,
  { pattern?: string; description?: string; 'x-code'?: string },
][];

/** A form is given by reference, or in full: then its pattern shows which it is. */
function held({ $ref, pattern }: Node, text: string, path: readonly string[], say: Say): void {
  const row = table.find(([name, form]) =>
    $ref === undefined ? pattern !== undefined && form.pattern === pattern : $ref === `#/definitions/${name}`,
  );
  if (!row) return;
  const [name, { 'x-code': code = 'WRONG_TYPE', description, pattern: expression = '' }] = row;
  const fault = checks[name]?.(text);
  if (fault) say(fault.code, path, fault.message, fault.hint);
  else if (!new RegExp(expression).test(text))
    say(code, path, `${excerpt(exactJsonText(text))} is not ${description}`);
}
