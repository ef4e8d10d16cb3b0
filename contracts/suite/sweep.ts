/** Removes what a crashed run left behind, by its journal. */
import { Unreached } from './case.ts';
import type { Host } from './host.ts';
import { ConfigurationError, type VerifyOptions } from './options.ts';
import { checkOptions, makeContact } from './runner/first-contact.ts';
import type { Caller } from './session/caller.ts';
import { leftInJournal } from './session/journal.ts';
import type { Resource } from './session/maker.ts';
import { Session } from './session/session.ts';

export interface Swept {
  /** `group 17`, `user roadtest ab12cd34-3`. */
  removed: string[];
  /** What is left all the same, and why. */
  left: string[];
}

/**
 * Removes what the journal says was made and not removed, and looks for what was announced and then
 * never told of, by its name. `options` as for the run; throws a ConfigurationError where that run
 * would have ended with exit code 2, or when the journal is of another deployment.
 */
export async function sweep(journal: string, options: VerifyOptions, host: Host): Promise<Swept> {
  const left = leftInJournal(journal);
  const target = checkOptions(options);
  if (left.target !== undefined && left.target !== target) {
    throw new ConfigurationError({
      code: 'JOURNAL_OF_ANOTHER',
      message: `The journal is of a run against ${left.target}, not ${target}.`,
      hint: 'Name the deployment that the run was against.',
    });
  }
  const session = new Session(target, options, host, options.signal ?? new AbortController().signal);
  await session.connect();
  await makeContact(session);
  const caller = session.background('clean-up');
  const swept: Swept = { removed: [], left: [] };

  for (const { resource, id } of left.made) {
    if (resource === 'device') swept.left.push(`device ${id}: the API has no operation that removes one`);
    else if (await session.maker.remove(caller, resource, id)) swept.removed.push(`${resource} ${id}`);
    else swept.left.push(`${resource} ${id}: it could not be removed`);
  }
  for (const resource of new Set(left.intended.map((one) => one.resource))) {
    if (resource === 'device')
      swept.left.push('a device may have been made: look for it in the user interface');
    else await sweepMarked(caller, resource, left.nonce ?? '', swept);
  }
  return session.redactor.deep(swept);
}

/** What was announced and never told of again has the run's nonce in its name. */
async function sweepMarked(caller: Caller, resource: Resource, nonce: string, swept: Swept): Promise<void> {
  try {
    const { removed, left } = await caller.session.maker.removeMarked(caller, resource, nonce);
    swept.removed.push(...removed.map((id) => `${resource} ${id}`));
    swept.left.push(...left.map((id) => `${resource} ${id}: it could not be removed`));
  } catch (error) {
    if (!(error instanceof Unreached)) throw error;
    swept.left.push(`a ${resource} named with ${nonce} may have been made: ${error.message}`);
  }
}
