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

/** A fact about the answer to a write. */
interface Shared {
  readonly operation: WriteOperationId;
  readonly value: Json;
  readonly evidence?: string;
}

/**
 * @param isEach whether both groups and users are known to be made: what one alone shows is said of it alone
 * @param located the creates that are known to have a `Location` header, or none
 */
export function sayAnswers(
  answers: readonly Answered[],
  isEach: boolean,
  located: readonly Shared[],
  drafts: Drafts,
): void {
  const silent = answers.filter((one) => one.is === 'nothing');
  // Answers with nothing in them have no body, if others of them have constants.
  const isSaid = silent.some(({ constants }) => constants !== undefined);
  for (const { operation, is, constants, evidence } of answers) {
    const isEmpty = isSaid && is === 'nothing' && constants === undefined;
    drafts.say('operations.envelope', ['answers', operation], isEmpty ? 'empty' : is, evidence);
  }
  const valued = (is: Answered['is'], valueIn: (one: Answered) => Json | undefined) =>
    answers.flatMap((one) => {
      const value = one.is === is ? valueIn(one) : undefined;
      return value === undefined ? [] : [{ ...one, value }];
    });
  const parts: { readonly [part: string]: readonly Shared[] } = {
    id: valued('id', ({ at = '', constants }) => ({ at, ...(constants && { constants: { ...constants } }) })),
    nothing: valued('nothing', ({ constants }) => constants && { constants: { ...constants } }),
    locationHeader: located,
  };
  for (const [part, given] of Object.entries(parts)) {
    const say = (way: readonly string[], some: readonly Shared[]) => {
      const value = same(some.map((one) => one.value));
      const evidence = some[0]?.evidence ?? 'headers of replies to creates';
      drafts.say('operations.envelope', [...way, part], value, evidence);
      return value !== undefined;
    };
    // Headers are told of creates alone: one of the two shows nothing of the other.
    if (isEach && (part !== 'locationHeader' || given.length > 1) && say([], given)) continue;
    for (const family of new Set(given.map(({ operation }) => writtenBy[operation])))
      say(
        ['families', family],
        given.filter(({ operation }) => writtenBy[operation] === family),
      );
  }
}
