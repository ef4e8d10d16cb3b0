/**
 * Creates that leave out a field which the profile says they ask for (opening `records.required`): the one kind of
 * body of which a profile says that it is JSON, and not what the operation takes.
 */

import type { Answer } from '../../deployment/answer.ts';
import { shows } from '../../deployment/probing/evidence.ts';
import { bodyOf } from '../../deployment/reading/bodies.ts';
import { unlessUnreached } from '../../deployment/transport/failures.ts';
import { namesOf } from '../../kit/tables.ts';
import { familyOperations } from '../../specification/operations.ts';
import { isSelected } from '../run-options.ts';
import type { RunSession } from '../run-session.ts';

export interface IncompleteCreate {
  create: 'createGroup' | 'createUser';
  /** The field that was left out. */
  fact: string;
  answer: Answer;
  /** Tells whether a record came of it. */
  taken: boolean;
}

const judgedBeside = {
  group: 'groups/created-can-be-read',
  user: 'users/created-can-be-read',
} as const;

/** One for each family, where the profile says enough to know what comes of it. */
export function incompleteCreates(session: RunSession): Promise<IncompleteCreate[]> {
  return session.once('creates that leave out what is asked for', async () => {
    const sent = await Promise.all(namesOf(judgedBeside).map((resource) => incomplete(session, resource)));
    return sent.filter((one) => one !== undefined);
  });
}

async function incomplete(
  session: RunSession,
  resource: keyof typeof familyOperations,
): Promise<IncompleteCreate | undefined> {
  const { profile, lens, signal, options, probes, make } = session;
  const { create } = familyOperations[resource];
  const [fact] = profile.openings['records.required']?.[resource] ?? [];
  if (fact === undefined || signal.aborted || options.readOnly) return undefined;
  if (!isSelected(judgedBeside[resource], options)) return undefined;
  const known = await probes.known.served.get(create);
  // A record that is made without a name could not be found again by it.
  if (!known?.good || !shows(session, known) || lens.answer(create).kind === 'nothing') return undefined;
  const { [fact]: _, ...facts }: { [fact: string]: unknown } = make.facts(resource);
  const caller = session.as('calibration');
  const body = bodyOf(lens, 'body', resource, facts);
  const send = () => caller.call(create, { body, provoking: true });
  const sent = await caller.make.attempt(resource, facts, send).catch(unlessUnreached);
  return sent && { create, fact, answer: sent.answer, taken: sent.id !== undefined };
}
