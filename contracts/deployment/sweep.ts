/**
 * Undoes what crashed runs left, by their journal: removes what they made, puts back what they changed, and
 * lists what cannot be undone. A record that is not provably a run's own is left alone, and listed.
 */

import type { AnyId } from '../profile/facts.ts';
import { lastFirst, putBack } from './changes/putting-back.ts';
import { inWords, settings, undoer } from './changes/settings.ts';
import { Bounds } from './contact/bounds.ts';
import { checkOptions, makeContact, unlessBrokenOff } from './contact/first-contact.ts';
import { shortSecrets } from './contact/short-secrets.ts';
import { unlessStuck } from './contact/unless-stuck.ts';
import type { Deployment } from './deployment.ts';
import { type Makeable, Unreached } from './finding.ts';
import type { Host, JournalSink } from './host.ts';
import type { EntryOf, JournalEntry } from './journal/entries.ts';
import { Journal } from './journal/journal.ts';
import { lastingOf } from './journal/lasting.ts';
import { countOpen, isRemovable, type JournalRun, type OpenChange, readJournal } from './journal/reading.ts';
import { byHand, marked, remove, type Whose, whose } from './making/removing.ts';
import { openDeployment } from './open.ts';
import { ConfigurationError, type DeploymentOptions, OvertimeError } from './options.ts';
import { onInterruption } from './transport/interruption.ts';

export interface Swept {
  /** `group 17`. */
  removed: string[];
  /** `limits of device 7: dailyEmail 5`. */
  restored: string[];
  /** The things that a person has to decide about, with the reason and what to do. */
  left: string[];
  /** The effects that cannot be undone: devices, moves of the clock, messages. */
  lasting: string[];
  /** Lines of the journal that are none. */
  ignored: string[];
  /** Reasons why the sweep itself is less than sure, in sentences. */
  warnings: string[];
  /** Why it was ended before all of that could be decided: interrupted, or its time was up. */
  ended?: string;
  /** Why what was undone could not be noted in the journal. */
  journalLost?: string;
}

/** Reads a journal before anything is undone. */
export function beforeSweep(journal: string): { runs: JournalRun[]; open: JournalRun[]; swept: Swept } {
  const { runs, ignored } = readJournal(journal);
  const lasting = runs.flatMap(lastingOf);
  const swept: Swept = { removed: [], restored: [], left: [], lasting, ignored, warnings: [] };
  return { runs, open: runs.filter((run) => countOpen(run) > 0), swept };
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
  swept.warnings.push(...shortSecrets(options));
  const { journal: sink, ...others } = host;
  const bounds = new Bounds(host, options.signal);
  const deployment = openDeployment(target, options, others, bounds.signal, { ending: bounds.ending });
  for (const run of open) refuseAnother(run, deployment);
  const cleaning = deployment.as('clean-up');
  const sweepings = open.toReversed().map((run) => new Sweeping(cleaning, run, swept, sink));
  if (options.maxTimeMs !== undefined) bounds.limit(options.maxTimeMs, 'sweep');
  const stopListening = onInterruption(bounds.signal, () => bounds.ending.abort());
  try {
    await unlessStuck(host, bounds.signal, undoAll(sweepings, cleaning, swept));
  } catch (error) {
    if (!bounds.signal.aborted) throw error;
  } finally {
    stopListening();
    bounds.over();
  }
  if (bounds.signal.aborted) {
    for (const sweeping of sweepings) sweeping.giveUp(ENDED);
    const { reason } = bounds.signal;
    if (swept.left.length > 0)
      swept.ended = reason instanceof OvertimeError ? reason.message : 'The sweep was interrupted.';
  }
  const lost = sweepings.find(({ journalLost }) => journalLost !== undefined)?.journalLost;
  if (lost !== undefined) swept.journalLost = lost;
  return deployment.redactor.deep(swept);
}

async function undoAll(sweepings: readonly Sweeping[], deployment: Deployment, swept: Swept): Promise<void> {
  await unlessBrokenOff(deployment, async () => {
    await deployment.connect(false);
    // Without API access there is no token.
    for (const sweeping of sweepings) await sweeping.restore(isAccess);
    if (swept.left.length > 0) return;
    await makeContact(deployment);
  });
  deployment.signal.throwIfAborted();
  if (swept.left.length > 0) for (const sweeping of sweepings) sweeping.giveUp('API access comes first');
  else {
    for (const sweeping of sweepings) {
      await sweeping.removeAll();
      await sweeping.restore((change) => !isAccess(change));
    }
  }
}

const ENDED = 'the sweep was ended before';

const isAccess = ({ setting }: OpenChange) => setting === 'api-access';

function refuseAnother({ target, basePath }: JournalRun, deployment: Deployment): void {
  const here = deployment.target + deployment.lens.basePath;
  const there = target + (basePath ?? deployment.lens.basePath);
  if (here === there) return;
  throw new ConfigurationError({
    code: 'JOURNAL_OF_ANOTHER',
    message: `The journal is of a run against ${there}, not ${here}.`,
    hint: 'Sweep a deployment with a journal of runs against it alone, and with the profile of these runs; each begins with a line "entry":"run".',
  });
}

/** Why a record is left alone. */
const reasons: { readonly [W in Exclude<Whose, 'ours' | 'gone'>]: (nonce: string) => string } = {
  others: (nonce) => `the run's mark ${nonce} is not in it: others have changed it, or it is theirs`,
  unclear: () => 'it cannot be read, so that nothing shows that the run made it',
};

/** One run that is swept after. */
class Sweeping {
  readonly run: JournalRun;
  readonly #deployment: Deployment;
  readonly #swept: Swept;
  readonly #journal: Journal;
  /** The changes and records that were undone, or are among what is left. */
  readonly #decided = new Set<OpenChange | Standing>();

  constructor(deployment: Deployment, run: JournalRun, swept: Swept, sink: JournalSink | undefined) {
    this.#deployment = deployment;
    this.run = run;
    this.#swept = swept;
    const head: EntryOf<'sweep'> = { entry: 'sweep', nonce: run.nonce };
    this.#journal = new Journal(sink, head);
  }

  get journalLost(): string | undefined {
    return this.#journal.failure;
  }

  /** Puts back settings that are still what the run set. */
  async restore(isWanted: (change: OpenChange) => boolean): Promise<void> {
    const access = undoer(this.#deployment);
    for (const change of lastFirst(this.run.changes.filter(isWanted))) {
      this.#deployment.signal.throwIfAborted();
      const { outcome, words } = await putBack(change, access, true);
      this.#decided.add(change);
      if (outcome === 'left') this.#swept.left.push(words);
      else await this.#note({ entry: 'restored', number: change.number });
      if (outcome === 'restored') this.#swept.restored.push(words);
    }
  }

  async removeAll(): Promise<void> {
    const { made, intended } = this.run;
    await Promise.all(
      resources.map(async (resource) => {
        const own = made.filter((one) => one.resource === resource && isRemovable(one));
        await Promise.all(own.map((one) => this.#removeOne(resource, one.id, one)));
        const open = intended.filter((one) => one.resource === resource && isRemovable(one));
        if (open.length > 0) await this.#removeIntended(resource, open);
      }),
    );
  }

  async #removeOne(resource: Makeable, id: AnyId, known?: Standing): Promise<void> {
    const { nonce } = this.run;
    const { signal } = this.#deployment;
    let found: Whose;
    try {
      signal.throwIfAborted();
      found = await whose(this.#deployment, resource, id, nonce);
    } catch (error) {
      if (signal.aborted) return; // left, with all that is not decided
      if (!(error instanceof Unreached)) throw error;
      return this.#leave(resource, id, `it could not be read: ${error.message}`, known);
    }
    if (found === 'gone') return this.#removed(resource, id, known);
    if (found !== 'ours') return this.#leave(resource, id, reasons[found](nonce), known);
    const isRemoved = await remove(this.#deployment, resource, id, nonce).catch((error) => {
      if (!signal.aborted) throw error;
      return false;
    });
    if (!isRemoved && signal.aborted) return;
    if (!isRemoved) return this.#leave(resource, id, 'the deployment did not remove it', known);
    this.#swept.removed.push(`${resource} ${id}`);
    await this.#removed(resource, id, known);
  }

  async #removed(resource: Makeable, id: AnyId, known: Standing | undefined): Promise<void> {
    if (known) this.#decided.add(known);
    await this.#note({ entry: 'removed', resource, id });
  }

  /** A record that was announced and never confirmed has the run's nonce in its name, if it was made. */
  async #removeIntended(resource: Makeable, open: JournalRun['intended']): Promise<void> {
    const { nonce } = this.run;
    const { signal } = this.#deployment;
    const { ids: shown, complete } = await marked(this.#deployment, resource, nonce);
    const isOther = (id: AnyId) =>
      this.run.others.some((one) => one.resource === resource && String(one.id) === String(id));
    const ids = shown.filter((id) => !isOther(id));
    const before = this.#swept.left.length;
    await Promise.all(ids.map((id) => this.#removeOne(resource, id)));
    if (signal.aborted) return;
    for (const one of open) this.#decided.add(one);
    if (!complete) this.#mayBeMade(resource, `the list of ${resource}s cannot be read to its end`);
    else if (this.#swept.left.length === before) {
      for (const { number } of open) await this.#note({ entry: 'not-made', number });
    }
  }

  /** Nothing of what is not decided can be done. */
  giveUp(why: string): void {
    const { made, changes, intended } = this.run;
    const isOpen = (one: OpenChange | Standing) => !this.#decided.has(one);
    for (const one of made.filter(isOpen)) if (isRemovable(one)) this.#leave(one.resource, one.id, why, one);
    for (const { setting, id = '', was } of changes.filter(isOpen))
      this.#swept.left.push(`${settings[setting].name(id)}, to be restored to ${inWords(was)}: ${why}`);
    const unconfirmed = intended.filter((one) => isRemovable(one) && isOpen(one));
    for (const resource of resources)
      if (unconfirmed.some((one) => one.resource === resource)) this.#mayBeMade(resource, why);
    for (const one of [...made, ...changes, ...intended]) this.#decided.add(one);
  }

  #mayBeMade(resource: Makeable, why: string): void {
    this.#swept.left.push(`a ${resource} named with ${this.run.nonce} may have been made: ${why}`);
  }

  #leave(resource: Makeable, id: AnyId, why: string, known: Standing | undefined): void {
    if (known) this.#decided.add(known);
    this.#swept.left.push(
      `${resource} ${id} was not removed: ${why}. By hand: ${byHand(this.#deployment, resource, id)}`,
    );
  }

  #note(entry: JournalEntry): Promise<void> {
    return this.#journal.note(entry);
  }
}

const resources = ['group', 'user', 'device'] as const satisfies readonly Makeable[];

/** A record that the run made, or may have made. */
type Standing = JournalRun['made'][number] | JournalRun['intended'][number];
