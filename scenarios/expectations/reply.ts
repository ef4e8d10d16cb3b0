/** The public API's own answers, whatever the dialect: they are read by the lens. */
import { typed } from '../../contracts/kit/schema.ts';
import { didYouMeanOneOf } from '../../contracts/kit/suggest.ts';
import { mapTable } from '../../contracts/kit/tables.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';
import {
  type Operation,
  type OperationId,
  operations,
  readBy,
} from '../../contracts/specification/operations.ts';
import { plainFacts } from '../../contracts/specification/records/index.ts';
import type { Path } from '../language/problems.ts';
import type { Names } from '../language/resolve/names.ts';
import type { Reading } from '../language/resolve/reading.ts';
import { oneOf, option, text } from '../language/schema/builders.ts';
import { ref } from '../language/schema/forms.ts';
import { deviceName, numberInWords, pairs } from '../language/words.ts';
import { defineExpectation } from './define.ts';
import { checkReply } from './reply-on-simulator.ts';
import type { ReplyFacts, ReplyWanted } from './reply-wanted.ts';
import { wantedOf } from './wanted.ts';

const facts = typed<ReplyFacts>({
  type: 'object',
  minProperties: 1,
  additionalProperties: { type: ['string', 'number', 'boolean', 'null'] },
});

/** The facts that a reply can be held to, by the operation that returns a record. */
const factNames: { readonly [Id in OperationId]?: readonly string[] } = {
  issueToken: ['success'],
  ...mapTable(readBy, plainFacts),
};

const shownTokens = { token: '', 'first-token': ' with the first token', 'no-token': ' with no token' };

export const reply = defineExpectation({
  summary: 'What the public API answers to an operation such as listDevices.',
  value: text,
  beside: {
    of: option('Which device, group or user, by name, where the operation is about one.', text),
    with: option('The token to show; default the newest.', oneOf('token', 'first-token', 'no-token')),
    answered: option('Default served.', oneOf('served', 'refused')),
    items: option('The length of the list.', ref('wanted')),
    facts: option('Facts of the record, by name.', facts),
  },
  read(reading): ReplyWanted[] {
    const { path, names, fields } = reading;
    const operation = operationIn(reading);
    if (!operation) return [];
    const { of, items, facts } = fields;
    const about = subjectOf(operation, of, path, names);
    checkFacts(operation, facts, [...path, 'facts'], names);
    if (items !== undefined && operation.lists === undefined) {
      names.diagnostics.wrong('UNKNOWN_FIELD', [...path, 'items'], `${operation.id} does not return a list`);
    }
    return [
      {
        operation: operation.id,
        ...{ device: null, group: null, user: null, ...about },
        with: fields.with ?? 'token',
        answered: fields.answered ?? 'served',
        ...(items !== undefined && { items: wantedOf(items, [...path, 'items'], names) }),
        ...(facts && { facts }),
      },
    ];
  },
  words(wanted, names) {
    const about = wanted.device === null ? (wanted.group ?? wanted.user) : deviceName(wanted.device, names);
    const items = wanted.items ? `, items: ${numberInWords(wanted.items)}` : '';
    const facts = wanted.facts ? `, ${pairs(wanted.facts)}` : '';
    const call = `${wanted.operation}${about === null ? '' : ` of ${about}`}${shownTokens[wanted.with]}`;
    return `${call} is ${wanted.answered}${items}${facts}`;
  },
  check: (wanted, scene) => checkReply(wanted, scene),
});

type Given = Reading<string, object>;

/** An operation that reads, or the one that gives a token. */
function operationIn({ value, here, names: { diagnostics } }: Given): Operation | undefined {
  const found = operations.find(({ id }) => id === value);
  if (!found) {
    const hint = didYouMeanOneOf(
      value,
      operations.map(({ id }) => id),
    );
    return diagnostics.wrong('UNKNOWN_OPERATION', here, `there is no operation ${quoted(value)}`, hint);
  }
  if (found.method === 'GET' || found.id === 'issueToken') return found;
  const message = `only operations that read can be asked here; ${quoted(value)} changes something`;
  return diagnostics.wrong('OPERATION_CHANGES', here, message, 'let an action do it, with its outcome');
}

/** The device, group or user that the operation is about. */
function subjectOf({ id, pathId }: Operation, of: string | undefined, path: Path, names: Names) {
  if (pathId !== null && of === undefined) {
    return names.diagnostics.wrong('MISSING_FIELD', path, `"of" is missing: ${id} is about one ${pathId}`);
  }
  if (of === undefined) return undefined;
  const here = [...path, 'of'];
  if (pathId === null) {
    return names.diagnostics.wrong(
      'UNKNOWN_FIELD',
      here,
      `${id} is not about a single device, group or user`,
    );
  }
  if (pathId === 'device') return { device: names.one(of, here) ?? null };
  return pathId === 'group'
    ? { group: names.group(of, here) ?? null }
    : { user: names.user(of, here) ?? null };
}

function checkFacts(
  { id, lists }: Operation,
  facts: ReplyFacts | undefined,
  path: Path,
  { diagnostics }: Names,
): void {
  if (facts === undefined) return;
  const known = factNames[id] ?? [];
  if (known.length === 0) {
    const instead = lists === undefined ? undefined : 'say "items", the length of its list';
    diagnostics.wrong('UNKNOWN_FIELD', path, `${id} does not return a single record`, instead);
    return;
  }
  for (const fact of Object.keys(facts)) {
    if (!known.includes(fact)) diagnostics.unknown('fact', fact, known, [...path, fact]);
  }
}
