/** Undoes what crashed runs left, by their journal, and lists what cannot be undone. */

import type { Deployment } from './deployment.ts';
import { Deadlines, onInterruption, unlessStuck } from './ending.ts';
import { checkOptions, makeContact, unlessBrokenOff } from './first-contact.ts';
import type { Host } from './host.ts';
import { Journal } from './journal/journal.ts';
import { lastingOf } from './journal/lasting.ts';
import { type Ledger, readJournal } from './journal/ledger.ts';
import { openDeployment } from './open.ts';
import { ConfigurationError, type DeploymentOptions, OvertimeError } from './options.ts';
import { type Undoing, type Undone, undoingOf } from './undo/undo.ts';

export interface Swept extends Undone {
  /** The effects that cannot be undone: devices, moves of the clock, messages. */
  lasting: string[];
  /** Lines of the journal that are none. */
  ignored: string[];
  /** Why it was ended before all of that could be decided: interrupted, or its time was up. */
  ended?: string;
  /** Why what was undone could not be noted in the journal. */
  journalLost?: string;
}

/** Reads a journal before anything is undone. */
export function beforeSweep(journal: string): { runs: Ledger[]; open: Ledger[]; swept: Swept } {
  const { runs, ignored } = readJournal(journal);
  const lasting = runs.flatMap(lastingOf);
  const swept: Swept = { removed: [], restored: [], left: [], lasting, ignored };
  return { runs, open: runs.filter(({ left }) => left > 0), swept };
}

/**
 * Sweeps after all runs of a journal, the newest first. `options` as for the run. Each change undone is noted in
 * the host's journal, for a sweep to come. Throws a ConfigurationError where that run would have ended with exit
 * code 2, or when one of the journal's runs left something at another deployment: there an id may be that of a
 * record that no run has made. Where it is interrupted, or `maxTimeMs` is over, the rest is left, and listed.
 */
export async function sweep(journal: string, options: DeploymentOptions, host: Host): Promise<Swept> {
  const { open, swept } = beforeSweep(journal);
  const target = checkOptions(options);
  if (open.length === 0) return swept;
  const { journal: sink, ...others } = host;
  const deadlines = new Deadlines(host, options.signal);
  const run = openDeployment(target, options, others, deadlines.signal, { ending: deadlines.ending });
  for (const { head } of open) refuseAnother(head, run);
  const deployment = run.as('clean-up');
  const journals = open
    .toReversed()
    .map((ledger) => new Journal(sink, { entry: 'sweep', nonce: ledger.head.nonce }, ledger));
  const all = journals.map((one) => undoingOf(deployment, one, swept, true));
  if (options.maxTimeMs !== undefined) deadlines.limit(options.maxTimeMs, 'sweep');
  const stopListening = onInterruption(deadlines.signal, () => deadlines.ending.abort());
  try {
    await unlessStuck(host, deadlines.signal, undoEach(all, deployment, swept));
  } catch (error) {
    if (!deadlines.signal.aborted) throw error;
  } finally {
    stopListening();
    deadlines.over();
  }
  const { aborted, reason } = deadlines.signal;
  if (aborted) for (const one of all) one.giveUp('the sweep was ended before');
  if (aborted && swept.left.length > 0)
    swept.ended = reason instanceof OvertimeError ? reason.message : 'The sweep was interrupted.';
  const lost = journals.find(({ failure }) => failure !== undefined)?.failure;
  if (lost !== undefined) swept.journalLost = lost;
  return run.redactor.deep(swept);
}

async function undoEach(all: readonly Undoing[], deployment: Deployment, swept: Swept): Promise<void> {
  await unlessBrokenOff(deployment, async () => {
    await deployment.connect(false);
    // Without API access there is no token.
    for (const one of all) await one.access();
    if (swept.left.length === 0) await makeContact(deployment);
  });
  deployment.signal.throwIfAborted();
  const isOpen = swept.left.length === 0;
  for (const one of all) await (isOpen ? one.others() : one.giveUp('API access comes first'));
}

function refuseAnother({ target, basePath }: Ledger['head'], deployment: Deployment): void {
  const here = deployment.target + deployment.lens.basePath;
  const there = target + (basePath ?? deployment.lens.basePath);
  if (here === there) return;
  throw new ConfigurationError({
    code: 'JOURNAL_OF_ANOTHER',
    message: `The journal is of a run against ${there}, not ${here}.`,
    hint: 'Sweep a deployment with a journal of runs against it alone, and with the profile of these runs; each begins with a line "entry":"run".',
  });
}
