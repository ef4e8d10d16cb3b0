/** Removes what crashed runs left behind, by their journal. */
import { Unreached } from './case.ts';
import type { Host } from './host.ts';
import { ConfigurationError, type VerifyOptions } from './options.ts';
import { checkOptions, meetDeployment } from './runner/first-contact.ts';
import type { Caller } from './session/caller.ts';
import { type LeftByRun, leftInJournal } from './session/journal.ts';
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
 * would have ended with exit code 2, or when one of the journal's runs left something at another deployment:
 * there an id may be that of a record that no run has made.
 */
export async function sweep(journal: string, options: VerifyOptions, host: Host): Promise<Swept> {
  const runs = leftInJournal(journal).filter(({ made, intended }) => made.length + intended.length > 0);
  const target = checkOptions(options);
  const elsewhere = runs.find((run) => run.target !== target);
  if (elsewhere) {
    throw new ConfigurationError({
      code: 'JOURNAL_OF_ANOTHER',
      message: `The journal is of a run against ${elsewhere.target}, not ${target}.`,
      hint: 'Sweep a deployment with a journal of runs against it alone; each run begins with a line "entry":"run".',
    });
  }
  const session = new Session(target, options, host, options.signal ?? new AbortController().signal);
  await meetDeployment(session);
  const caller = session.background('clean-up');
  const swept: Swept = { removed: [], left: [] };
  for (const run of runs) await sweepRun(caller, run, swept);
  return session.redactor.deep(swept);
}

async function sweepRun(caller: Caller, { nonce, made, intended }: LeftByRun, swept: Swept): Promise<void> {
  const { maker } = caller.session;
  for (const { resource, id } of made) {
    if (resource === 'device') swept.left.push(`device ${id}: the API has no operation that removes one`);
    else if (await maker.remove(caller, resource, id)) swept.removed.push(`${resource} ${id}`);
    else swept.left.push(`${resource} ${id}: it could not be removed`);
  }
  for (const resource of new Set(intended.map((one) => one.resource))) {
    if (resource === 'device')
      swept.left.push('a device may have been made: look for it in the user interface');
    else await sweepMarked(caller, resource, nonce, swept);
  }
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
