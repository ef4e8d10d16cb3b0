/** The answers to writes, said once where all families of records have them in common, and otherwise for each. */
import type { Json } from '../kit/json.ts';
import { type WriteOperationId, writtenBy } from '../specification/operations.ts';
import { type Constants, type Drafts, same } from './finding.ts';

/** The answer to a write. */
export interface Answered {
  readonly operation: WriteOperationId;
  readonly is: 'record' | 'id' | 'nothing';
  /** The place of the id, where that is all. */
  readonly at?: string;
  /** Fixed values beside, or in place of all; absent where there is no body. */
  readonly constants?: Constants | undefined;
  readonly evidence: string;
}

/** @param isEach whether both groups and users are known to be made: what one alone shows is said of it alone */
export function sayAnswers(answers: readonly Answered[], isEach: boolean, drafts: Drafts): void {
  const silent = answers.filter((one) => one.is === 'nothing');
  // Answers with nothing in them have no body, if others of them have constants.
  const isSaid = silent.some(({ constants }) => constants !== undefined);
  for (const { operation, is, constants, evidence } of answers) {
    const isEmpty = isSaid && is === 'nothing' && constants === undefined;
    drafts.say('operations.envelope', ['answers', operation], isEmpty ? 'empty' : is, evidence);
  }
  const written = (one: Answered) => one.constants && { constants: one.constants };
  sayShared(
    'id',
    answers.flatMap((one) =>
      one.is === 'id' ? [{ ...one, value: { at: one.at ?? '', ...written(one) } }] : [],
    ),
    isEach,
    drafts,
  );
  sayShared(
    'nothing',
    silent.flatMap((one) => (one.constants ? [{ ...one, value: { ...written(one) } }] : [])),
    isEach,
    drafts,
  );
}

interface Shared {
  readonly operation: WriteOperationId;
  readonly value: Json;
  readonly evidence: string;
}

/** A fact about the answers to writes, for all or for each family. */
export function sayShared(part: string, given: readonly Shared[], isEach: boolean, drafts: Drafts): void {
  const all = same(given.map(({ value }) => value));
  if (all !== undefined && isEach) {
    drafts.say('operations.envelope', [part], all, given[0]?.evidence ?? '');
    return;
  }
  for (const family of new Set(given.map(({ operation }) => writtenBy[operation]))) {
    const own = given.filter(({ operation }) => writtenBy[operation] === family);
    const value = same(own.map((one) => one.value));
    drafts.say('operations.envelope', ['families', family, part], value, own[0]?.evidence ?? '');
  }
}
