/**
 * The facts that a call of a client shows, as far as they are sure: tokens and what was served with them, groups and users as
 * they are written and read, devices as they are listed and read. All else is counted.
 */
import type { Answer } from '../deployment/answer.ts';
import { contentOf, isSuccess } from '../deployment/reading/answers.ts';
import { readPage } from '../deployment/reading/lists.ts';
import { isIssued, readToken } from '../deployment/reading/tokens.ts';
import { whereBound } from '../deployment/sharing/unbound.ts';
import type { Family, SingleEvent } from '../judge/event.ts';
import { fieldOf } from '../kit/json.ts';
import { entriesOf, nameIn } from '../kit/tables.ts';
import { entryTexts, readableTexts } from '../play/texts.ts';
import { formOf } from '../play/tokens.ts';
import { type AnyId, type EpochMs, isId } from '../profile/facts.ts';
import type { Lens } from '../profile/lens/lens.ts';
import type { Profile } from '../profile/profile.ts';
import {
  familyOperations,
  guardedOperations,
  listedBy,
  type OperationId,
  readBy,
} from '../specification/operations.ts';

/** One call of a client. */
export interface Call {
  readonly operation: OperationId;
  /** The id in the path. */
  readonly id: string | undefined;
  /** Tells whether its address has a query. */
  readonly isQuery: boolean;
  /** The value behind `Bearer` in its header; absent without one. */
  readonly bearer: string | undefined;
  /** Tells whether it may have other credentials: a cookie, a query, another header, or one that the recording leaves out. */
  readonly isOtherwise: boolean;
  /** The body as JSON. */
  readonly sent: unknown;
  /** Absent where it was not answered. */
  readonly answer: Answer | undefined;
  /** Index into the exchanges of the record. */
  readonly exchange: number;
  /** Real times: the earliest, and the latest. */
  readonly began: EpochMs;
  readonly ended: EpochMs;
}

/** Facts are judged by subject: what happens to one says nothing of another. */
export type Subject = 'tokens' | Family | 'device';

export interface Understood {
  readonly call: Call;
  readonly facts: readonly SingleEvent[];
  /** Why nothing is said of it, to be read after a number of calls. */
  readonly unread?: string | undefined;
}

export interface Reader {
  readonly lens: Lens<AnyId>;
  readonly profile: Pick<Profile, 'openings'>;
  /** The names of tokens by their values. */
  readonly tokens: Map<string, string>;
}

const REFUSED = 'that were refused or not answered';
const [UNAUTHORIZED, FORBIDDEN, NOT_FOUND] = [401, 403, 404];

/** The family that an operation is about, and what it does to it. */
const ofFamilies = new Map(
  entriesOf(familyOperations).flatMap(([family, verbs]) =>
    entriesOf<keyof typeof verbs, OperationId>(verbs).map(([verb, id]) => [id, { family, verb }] as const),
  ),
);

/** The subjects that calls of an operation are about. */
export function subjectsOf(operation: OperationId): Subject[] {
  const isOfDevices = operation === 'listDevices' || operation === 'readDevice';
  return ['tokens', ofFamilies.get(operation)?.family ?? (isOfDevices ? 'device' : [])].flat() as Subject[];
}

export function subjectOf(fact: SingleEvent): Subject {
  if ('family' in fact) return fact.family;
  return fact.kind === 'issued' || fact.kind === 'called' ? 'tokens' : 'device';
}

export function understood(call: Call, reader: Reader): Understood {
  if (call.operation === 'issueToken') return tokenIn(call, reader);
  const open = 'of which the profile does not say how they are read';
  const inBody = (): SingleEvent | string | undefined =>
    ofFamilies.has(call.operation) ? recordIn(call, reader) : deviceIn(call, reader);
  const found = [servedIn(call, reader), whereBound(open, inBody)];
  return {
    ...{ call, facts: found.filter((one) => typeof one === 'object') },
    unread: found.findLast((one) => typeof one === 'string'),
  };
}

/** The deployment's time, as far as an answer shows it. */
function timeOf({ answer, ended }: Call): number {
  return answer?.date ?? ended;
}

/** Reads a token request: nothing but a token says that its credentials were good. */
function tokenIn(call: Call, { tokens }: Reader): Understood {
  const { answer } = call;
  if (!answer || !isIssued(answer)) return { call, facts: [], unread: REFUSED };
  const form = formOf(answer);
  // A recording that was passed on may have a word in the place of a token.
  if (form.fault !== undefined)
    return { call, facts: [], unread: 'that issued what is no token, or one that was left out' };
  const { value, expires } = readToken(answer);
  const token = tokens.get(value) ?? `token ${tokens.size + 1}`;
  tokens.set(value, token);
  const issued = { kind: 'issued', credentials: 'good', issued: true } as const;
  const ends = expires === undefined ? {} : { expires };
  return { call, facts: [{ ...issued, at: timeOf(call), token, form, ...ends }] };
}

/** Tells how a call was served, or why that is not known: without a token only what shows data was. */
function servedIn(call: Call, reader: Reader): SingleEvent | string {
  const { bearer, answer, isOtherwise } = call;
  const operation = guardedOperations.find(({ id }) => id === call.operation)?.id;
  if (!operation || !answer) return REFUSED;
  const token = bearer === undefined ? undefined : reader.tokens.get(bearer);
  if (bearer !== undefined && token === undefined) return 'with a token that was not issued here';
  if (bearer === undefined && isOtherwise) return 'whose credentials are of another kind or left out';
  const isServed = isSuccess(answer) && (token !== undefined || showsData(call, reader));
  const served = isServed ? 'yes' : answer.status === UNAUTHORIZED ? 'no' : 'unclear';
  return { at: timeOf(call), kind: 'called', operation, bearer: token ? { token } : 'none', served };
}

/** Returns whether an answer shows a record of the account. */
function showsData({ operation, answer, id }: Call, { lens }: Reader): boolean {
  const list = nameIn(listedBy, operation);
  const read = nameIn(readBy, operation);
  return whereBound(false, () => {
    if (list && /Devices|Groups|Users/.test(list))
      return readPage(lens, listedBy[list], answer?.json).records.some((one) => isId(fieldOf(one, 'id')));
    if (!read || read === 'lastLocation') return false;
    return String(fieldOf(lens.reply(readBy[read]).read(answer?.json).facts, 'id')) === id;
  });
}

/** Reads what a call did to a group or a user, or showed of it. */
function recordIn(call: Call, reader: Reader): SingleEvent | undefined {
  const { id, answer, sent } = call;
  const { lens, profile } = reader;
  const { family, verb } = ofFamilies.get(call.operation) ?? {};
  if (!family) return undefined;
  const of = { at: timeOf(call), family };
  const isGood = answer !== undefined && isSuccess(answer);
  const texts = (facts: object, whole = false) => readableTexts(reader, family, facts, whole);
  if (verb === 'list') {
    if (!isGood) return undefined;
    const { records } = readPage(lens, family === 'group' ? 'groups' : 'users', answer.json);
    const complete = !call.isQuery && profile.openings['operations.paging']?.by === 'none';
    return { ...of, kind: 'listed', entries: records.map(entryTexts), complete };
  }
  if (verb === 'create') {
    const made = isGood && lens.answer(familyOperations[family].create).read(answer.json).facts;
    const record = fieldOf(made, 'id');
    if (!isId(record)) return undefined;
    return { ...of, kind: 'created', record: `${record}`, texts: texts(lens.body(family).read(sent).facts) };
  }
  if (id === undefined) return undefined;
  const own = { ...of, record: id };
  if (verb === 'read') {
    if (!answer || answer.status === UNAUTHORIZED || answer.status === FORBIDDEN) return undefined;
    const { facts } = lens.reply(family).read(contentOf(answer));
    const isShown = isGood && (facts.id === undefined || String(facts.id) === id);
    const found = isShown ? true : answer.status === NOT_FOUND ? false : undefined;
    return { ...own, kind: 'read', found, texts: isShown ? texts(facts, true) : {} };
  }
  // Too many requests, a conflict: what was asked for may come about by itself.
  const isRefused = answer !== undefined && answer.status >= 400 && answer.status < 500;
  const taken = isGood ? 'taken' : isRefused ? 'unclear' : 'unanswered';
  if (verb === 'delete') return { ...own, kind: 'deleted', taken };
  const isWhole = verb === 'replace';
  const { facts, issues } = isWhole ? lens.body(family).read(sent) : lens.patch(family).read({}, sent);
  const kind = isWhole ? 'replaced' : 'updated';
  if (issues.length > 0) return { ...own, kind, texts: {}, taken: 'unanswered' };
  return { ...own, kind, texts: texts(facts), taken };
}

function deviceIn(call: Call, { lens }: Reader): SingleEvent | string {
  const { operation, id, answer } = call;
  if (!answer || !isSuccess(answer)) return REFUSED;
  const at = timeOf(call);
  if (operation === 'listDevices') {
    const { records } = readPage(lens, 'devices', answer.json);
    const ids = records.map((record) => fieldOf(record, 'id')).filter(isId);
    const listed = [...new Set(ids.map(String))];
    const repeated = listed.filter((one) => ids.filter((id) => String(id) === one).length > 1);
    return { at, kind: 'devices', listed, repeated, complete: false };
  }
  if (operation !== 'readDevice' || id === undefined) return 'about which nothing is judged';
  const { facts } = lens.reply('device').read(answer.json);
  const shown = isId(facts.id) ? { shown: String(facts.id) } : {};
  return { at, kind: 'visited', device: id, found: true, ...shown };
}
