/** Matchers: what they look for, held against what there is, and the words of a failure. */
import type { MatcherState } from 'vitest';
import { ajvWith } from '../../contracts/kit/ajv.ts';
import { integer, orNull, string, type TSchema, text, typed } from '../../contracts/kit/schema.ts';
import { suggestion } from '../../contracts/kit/suggest.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';
import { journalEntry } from '../control/schemas/calls.ts';
import { message } from '../control/schemas/fleet.ts';
import { id } from '../control/schemas/shared.ts';

export type State = Pick<MatcherState, 'equals' | 'isNot'>;
export interface Result {
  pass: boolean;
  message: () => string;
}

/** A condition that is not that a fact has a value. */
export interface Condition {
  readonly name: string;
  holds(entry: { readonly sequence?: number }): boolean;
}

/** How many entries a message about them lists. */
const LISTED = 20;

const nothingLost = { count: 0, hides: () => false };

interface Kind {
  what: string;
  /** The facts of a call or message that can be asked, and their possible values. */
  fields: { readonly [name: string]: TSchema };
}

export const messageKind: Kind = {
  what: 'message',
  fields: {
    ...message.properties,
    at: string({ pattern: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.source }),
  },
};
export const callKind: Kind = {
  what: 'call',
  fields: {
    operation: journalEntry.properties.operation,
    method: string({ pattern: /^[A-Z]+$/.source }),
    target: string({ pattern: /^\//.source }),
    body: string(),
    status: orNull(integer({ minimum: 100, maximum: 599 })),
    device: id,
    path: text,
    field: text,
    since: typed<string | number>({ type: ['string', 'number'] }),
  },
};
const ajv = ajvWith({});

/** A field that there is not, and a value that it never has, would match nothing: `not` would hold whatever happens. */
export function refuseUnknown(sought: object, { what, fields }: Kind): void {
  const known: Kind['fields'] = { count: integer({ minimum: 0 }), within: text, ...fields };
  for (const [name, value] of Object.entries(sought)) {
    const schema = Object.hasOwn(known, name) ? known[name] : undefined;
    if (!schema) {
      const hint = suggestion(name, Object.keys(known)) ?? `It has ${Object.keys(fields).join(', ')}.`;
      throw new TypeError(`A ${what} has no ${quoted(name)}. ${hint}`);
    }
    if (value === undefined || isMatcher(value) || ajv.validate(schema, value)) continue;
    throw new TypeError(`The ${name} of a ${what} is never ${quoted(value)}. ${possible(schema, value)}`);
  }
}

/** Such as `expect.stringContaining('x')`. */
function isMatcher(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'asymmetricMatch' in value;
}

function possible(schema: TSchema, value: unknown): string {
  const {
    enum: given,
    pattern,
    type,
  }: { enum?: unknown[]; pattern?: string; type?: string | string[] } = { ...schema };
  if (given) return suggestion(String(value), given.map(String)) ?? `It is one of ${given.join(', ')}.`;
  return pattern === undefined
    ? `It is ${[type ?? 'another value'].flat().join(' or ')}.`
    : `It matches ${pattern}.`;
}

/**
 * Holds entries against what is sought.
 *
 * @param sought the facts, and how many entries
 * @param conditions beside the facts
 * @param wanted all that is sought, as a failure says it
 * @param lost how many older ones are no longer kept, and those that may have lost what they miss: a denial or a number fails by them
 */
export function found<Entry extends object>(
  { equals, isNot }: State,
  kind: Kind,
  sought: { readonly count?: number },
  entries: readonly Entry[],
  shown: (entry: Entry) => string,
  conditions: readonly Condition[] = [],
  { count: _count, ...wanted }: { readonly count?: number } = sought,
  lost: { count: number; hides(entry: Entry, missed: readonly string[]): boolean } = nothingLost,
): Result {
  const { count, ...facts } = sought;
  const looked = entries.map((entry) => {
    const has = new Map<string, unknown>(Object.entries(entry));
    const others = Object.entries(facts).filter(([name, value]) => !equals(has.get(name), value));
    const unmet = conditions.filter(({ holds }) => !holds(entry));
    return { entry, missed: [...others.map(([name]) => name), ...unmet.map(({ name }) => name)] };
  });
  const matching = looked.filter(({ missed }) => missed.length === 0).length;
  const pass = count === undefined ? matching > 0 : matching === count;
  const hidden = lost.count + looked.filter(({ entry, missed }) => lost.hides(entry, missed)).length;
  const isUnknown = hidden > 0 && (count !== undefined || matching === 0);
  return {
    pass: isUnknown ? isNot : pass,
    message() {
      const number = `${isNot ? 'not ' : ''}${count ?? 'at least 1'}`;
      const like = Object.keys(wanted).length === 0 ? '' : ` like ${JSON.stringify(wanted)}`;
      // The sort is stable: of those that miss as little, the newest come first.
      const nearest = looked.toReversed().sort((a, b) => a.missed.length - b.missed.length);
      const lines = nearest.slice(0, LISTED).map(({ entry, missed }) => {
        return `\n  ${shown(entry)}${missed.length === 0 ? '' : ` (another ${missed.join(', another ')})`}`;
      });
      const which =
        entries.length > LISTED ? `The nearest ${LISTED} of ${entries.length}:` : `All ${entries.length}:`;
      const list = lines.length === 0 ? ' none' : lines.join('');
      const gone = isUnknown
        ? `\nThis cannot be known: of ${hidden} older calls the journal no longer keeps enough. Give since, the sequence before the part that is tested.`
        : '';
      return `Expected ${number} ${kind.what}${like}, found ${matching}.${gone}\n${which}${list}`;
    },
  };
}
