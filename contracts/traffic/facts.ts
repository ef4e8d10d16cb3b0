/**
 * The facts that a call of a client shows, as far as they are sure: tokens and what was served with them, groups and users as
 * they are written and read, devices as they are listed and read. All else is counted.
 */
import type { Answer } from '../deployment/answer.ts';
import { contentOf, isSuccess } from '../deployment/reading/answers.ts';
import { readPage } from '../deployment/reading/lists.ts';
import { isIssued, readToken } from '../deployment/reading/tokens.ts';
import type { Family, SingleEvent, Taken } from '../judge/event.ts';
import { fieldOf } from '../kit/json.ts';
import type { Step } from '../play/steps.ts';
import { entryTexts, readableTexts } from '../play/texts.ts';
import { formOf } from '../play/tokens.ts';
import { ProfileError } from '../profile/errors.ts';
import { type AnyId, isId } from '../profile/facts.ts';
import type { Lens } from '../profile/lens/lens.ts';
import type { Profile } from '../profile/profile.ts';
import { familyOperations, guardedOperations, type OperationId } from '../specification/operations.ts';
import type { Passed } from './passed.ts';

/** Facts are judged by subject: what happens to one says nothing of another. */
export type Subject = 'tokens' | Family | 'device';

/** A fact, and the step that a history would have taken for it. */
export interface Understood {
  readonly subject: Subject;
  readonly fact: SingleEvent;
  readonly step: Step;
}

/** Why nothing is said of a call, to be read after a number of calls. */
export type Unread =
  | 'with a token that was not issued here'
  | 'whose credentials are of another kind or left out'
  | 'that issued what is no token, or one that was left out'
  | 'that were refused or not answered'
  | 'of which the profile does not say how they are read'
  | 'about which nothing is judged';

export interface Reader {
  readonly lens: Lens<AnyId>;
  readonly profile: Pick<Profile, 'openings'>;
  /** The names of tokens by their values. */
  readonly tokens: Map<string, string>;
  /** The numbers of records and devices. */
  numberOf(subject: Subject, id: string): number;
}

interface OfFamily {
  readonly family: Family;
  readonly verb: keyof (typeof familyOperations)['group'];
}

const verbs: ReadonlyMap<OperationId, OfFamily> = new Map(
  (['group', 'user'] as const).flatMap((family) =>
    (['list', 'create', 'read', 'replace', 'update', 'delete'] as const).map(
      (verb): [OperationId, OfFamily] => [familyOperations[family][verb], { family, verb }],
    ),
  ),
);

/** The subjects that calls of an operation are about. */
export function subjectsOf(operation: OperationId): Subject[] {
  const own = verbs.get(operation)?.family;
  const isOfDevices = operation === 'listDevices' || operation === 'readDevice';
  return ['tokens', ...(own ? [own] : isOfDevices ? (['device'] as const) : [])];
}

export function factsOf(passed: Passed, reader: Reader): { facts: Understood[]; unread?: Unread } {
  if (passed.operation === 'issueToken') return tokenIn(passed, reader);
  const calls = callIn(passed, reader);
  try {
    const record = recordIn(passed, reader) ?? deviceIn(passed, reader);
    const facts = [...(calls.fact ? [calls.fact] : []), ...(record ? [record] : [])];
    if (facts.length > 0) return { facts };
    const answered = passed.answer && isSuccess(passed.answer);
    return {
      facts,
      unread:
        calls.unread ?? (answered ? 'about which nothing is judged' : 'that were refused or not answered'),
    };
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error;
    const unread = 'of which the profile does not say how they are read';
    return calls.fact ? { facts: [calls.fact] } : { facts: [], unread };
  }
}

/** The deployment's time, as far as an answer shows it. */
function timeOf({ answer, ended }: Passed): number {
  return answer?.date ?? ended;
}

/** Reads a token request: nothing but a token says that its credentials were good. */
function tokenIn(passed: Passed, { tokens }: Reader): { facts: Understood[]; unread?: Unread } {
  const { answer } = passed;
  if (!answer || !isIssued(answer)) return { facts: [], unread: 'that were refused or not answered' };
  const form = formOf(answer);
  // Whoever passes a recording on may have put a word in the place of a token.
  if (form.fault !== undefined)
    return { facts: [], unread: 'that issued what is no token, or one that was left out' };
  const { value, expires } = readToken(answer);
  const token = tokens.get(value) ?? `token ${tokens.size + 1}`;
  tokens.set(value, token);
  const fact: SingleEvent = {
    ...({ kind: 'issued', credentials: 'good' } as const),
    ...{ at: timeOf(passed), issued: true, token, form },
    ...(expires !== undefined && { expires }),
  };
  return { facts: [{ subject: 'tokens', fact, step: { do: 'token', credentials: 'good' } }] };
}

/** How a call was served: without a token only what shows data was. */
function callIn(passed: Passed, reader: Reader): { fact?: Understood; unread?: Unread } {
  const { bearer, answer, isOtherwise } = passed;
  const operation = guardedOperations.find(({ id }) => id === passed.operation)?.id;
  if (!operation || !answer) return { unread: 'that were refused or not answered' };
  const token = bearer === undefined ? undefined : reader.tokens.get(bearer);
  if (bearer !== undefined && token === undefined) return { unread: 'with a token that was not issued here' };
  if (bearer === undefined && isOtherwise)
    return { unread: 'whose credentials are of another kind or left out' };
  const isServed = isSuccess(answer) && (token !== undefined || showsData(passed, reader));
  const served = isServed ? 'yes' : answer.status === UNAUTHORIZED ? 'no' : 'unclear';
  const at = timeOf(passed);
  const by = token === undefined ? ('none' as const) : { token };
  const step = { do: 'call', operation, bearer: token === undefined ? 'none' : 'token', back: 0 } as const;
  return { fact: { subject: 'tokens', fact: { at, kind: 'called', operation, bearer: by, served }, step } };
}

const UNAUTHORIZED = 401;

/** Returns whether an answer shows a record of the account. */
function showsData({ operation, answer, id }: Passed, { lens }: Reader): boolean {
  if (!answer) return false;
  const lists = { listDevices: 'devices', listGroups: 'groups', listUsers: 'users' } as const;
  try {
    for (const [name, list] of Object.entries(lists))
      if (name === operation)
        return readPage(lens, list, answer.json).records.some((record) => isId(fieldOf(record, 'id')));
    const resource =
      operation === 'readDevice'
        ? 'device'
        : verbs.get(operation)?.verb === 'read'
          ? verbs.get(operation)?.family
          : undefined;
    return resource !== undefined && String(lens.reply(resource).read(answer.json).facts.id) === id;
  } catch (error) {
    if (error instanceof ProfileError) return false;
    throw error;
  }
}

function takenBy(answer: Answer | undefined): Taken {
  if (!answer || answer.status >= 500) return 'unanswered';
  if (isSuccess(answer)) return 'taken';
  // Too many requests, a conflict: what was asked for may come about by itself.
  return answer.status >= 400 ? 'unclear' : 'unanswered';
}

function recordIn(passed: Passed, reader: Reader): Understood | undefined {
  const { operation, id, answer, sent } = passed;
  const { lens } = reader;
  const { family, verb } = verbs.get(operation) ?? {};
  if (!family || !verb) return undefined;
  const at = timeOf(passed);
  const understood = (fact: SingleEvent, step: Step): Understood => ({ subject: family, fact, step });
  if (verb === 'list') {
    if (!answer || !isSuccess(answer)) return undefined;
    const name = family === 'group' ? 'groups' : 'users';
    const entries = readPage(lens, name, contentOf(answer)).records.map(entryTexts);
    const complete = !passed.isQuery && reader.profile.openings['operations.paging']?.by === 'none';
    return understood({ at, kind: 'listed', family, entries, complete }, { do: 'list', family });
  }
  if (verb === 'create') {
    if (!answer || !isSuccess(answer)) return undefined;
    const made = lens
      .answer(operation === 'createGroup' ? 'createGroup' : 'createUser')
      .read(answer.json).facts;
    const record = fieldOf(made, 'id');
    if (!isId(record)) return undefined;
    const texts = readableTexts(reader, family, lens.body(family).read(sent).facts);
    const number = reader.numberOf(family, String(record));
    return understood(
      { at, kind: 'created', family, record: String(record), texts },
      { do: 'create', family, record: number },
    );
  }
  if (id === undefined) return undefined;
  const own = { at, family, record: id };
  const step = { family, record: reader.numberOf(family, id) };
  if (verb === 'read') {
    if (!answer || answer.status === UNAUTHORIZED || answer.status === FORBIDDEN) return undefined;
    const { facts } = lens.reply(family).read(contentOf(answer));
    const isShown = isSuccess(answer) && (facts.id === undefined || String(facts.id) === id);
    const found = isShown ? true : answer.status === NOT_FOUND ? false : undefined;
    const texts = isShown ? readableTexts(reader, family, facts, true) : {};
    return understood({ ...own, kind: 'read', found, texts }, { do: 'read', ...step });
  }
  const taken = takenBy(answer);
  if (verb === 'delete') return understood({ ...own, kind: 'deleted', taken }, { do: 'delete', ...step });
  const kind = verb === 'replace' ? 'replaced' : 'updated';
  const read = verb === 'replace' ? lens.body(family).read(sent) : lens.patch(family).read({}, sent);
  const isRead = read.issues.length === 0;
  const fact: SingleEvent = {
    ...{ ...own, kind, texts: isRead ? readableTexts(reader, family, read.facts) : {} },
    taken: isRead ? taken : 'unanswered',
  };
  return understood(
    fact,
    verb === 'replace' ? { do: 'replace', ...step } : { do: 'update', fact: 'name', ...step },
  );
}

const FORBIDDEN = 403;
const NOT_FOUND = 404;

function deviceIn(passed: Passed, reader: Reader): Understood | undefined {
  const { operation, id, answer } = passed;
  if (!answer || !isSuccess(answer)) return undefined;
  const at = timeOf(passed);
  if (operation === 'listDevices') {
    const ids = readPage(reader.lens, 'devices', contentOf(answer)).records.flatMap((record) => {
      const one = fieldOf(record, 'id');
      return isId(one) ? [String(one)] : [];
    });
    const listed = [...new Set(ids)];
    const repeated = listed.filter((one) => ids.indexOf(one) !== ids.lastIndexOf(one));
    const fact = { at, kind: 'devices', listed, repeated, complete: false } as const;
    return { subject: 'device', fact, step: { do: 'devices' } };
  }
  if (operation !== 'readDevice' || id === undefined) return undefined;
  const { facts } = reader.lens.reply('device').read(contentOf(answer));
  const shown = isId(facts.id) ? { shown: String(facts.id) } : {};
  const step = { do: 'visit', device: reader.numberOf('device', id) } as const;
  return { subject: 'device', fact: { at, kind: 'visited', device: id, found: true, ...shown }, step };
}
