/**
 * Undoes what crashed runs left, by their journal: removes what they made, puts back what they changed, and
 * lists what cannot be undone. What is not provably a run's own is left alone, and listed.
 */

import type { AnyId } from '../profile/facts.ts';
import { putBack } from './changes/putting-back.ts';
import { inWords, settings } from './changes/settings.ts';
import { type Makeable, Unreached } from './finding.ts';
import type { Host, JournalSink } from './host.ts';
import type { EntryOf, JournalEntry } from './journal/entries.ts';
import { Journal } from './journal/journal.ts';
import { lastingOf } from './journal/lasting.ts';
import { countOpen, isRemovable, type JournalRun, type OpenChange, readJournal } from './journal/reading.ts';
import { ConfigurationError, type VerifyOptions } from './options.ts';
import { checkOptions, makeContact, unlessBrokenOff } from './runner/first-contact.ts';
import type { Caller } from './session/caller.ts';
import { byHand, marked, remove, type Whose, whose } from './session/removing.ts';
import { Session } from './session/session.ts';

export interface Swept {
  /** `group 17`. */
  removed: string[];
  /** `limits of device 7: dailyEmail 5`. */
  restored: string[];
  /** What a person has to decide about, with the reason and what to do. */
  left: string[];
  /** What cannot be undone: devices, moves of the clock, messages. */
  lasting: string[];
  /** Lines of the journal that are none. */
  ignored: string[];
  /** Why what was undone could not be noted in the journal. */
  journalLost?: string;
}

/** What a journal says before anything is undone. */
export function beforeSweep(journal: string): { runs: JournalRun[]; open: JournalRun[]; swept: Swept } {
  const { runs, ignored } = readJournal(journal);
  const swept: Swept = { removed: [], restored: [], left: [], lasting: runs.flatMap(lastingOf), ignored };
  return { runs, open: runs.filter((run) => countOpen(run) > 0), swept };
}

/**
 * Sweeps after all runs of a journal, the newest first. `options` as for the run. What was undone is noted in
 * the host's journal, for a sweep to come. Throws a ConfigurationError where that run would have ended with exit
 * code 2, or when one of the journal's runs left something at another deployment: there an id may be that of a
 * record that no run has made.
 */
export async function sweep(journal: string, options: VerifyOptions, host: Host): Promise<Swept> {
  const { open, swept } = beforeSweep(journal);
  const target = checkOptions(options);
  if (open.length === 0) return swept;
  const { journal: sink, ...others } = host;
  const session = new Session(target, options, others, options.signal ?? new AbortController().signal);
  for (const run of open) refuseAnother(run, session);
  const caller = session.background('clean-up');
  const sweepings = open.toReversed().map((run) => new Sweeping(session, caller, run, swept, sink));
  await unlessBrokenOff(session, async () => {
    await session.connect(false);
    // Without API access there is no token.
    for (const sweeping of sweepings) await sweeping.restore(isAccess);
    if (swept.left.length > 0) return;
    await makeContact(session);
    const isShared = open.some(({ changes }) => changes.some(({ setting }) => setting === 'licences'));
    if (isShared) await session.turn.await(open.map(({ nonce }) => nonce));
  });
  if (swept.left.length > 0) for (const sweeping of sweepings) sweeping.giveUp('API access comes first');
  else {
    for (const sweeping of sweepings) {
      await sweeping.removeAll();
      await sweeping.restore((change) => !isAccess(change));
    }
  }
  const lost = sweepings.find(({ journalLost }) => journalLost !== undefined)?.journalLost;
  if (lost !== undefined) swept.journalLost = lost;
  return session.redactor.deep(swept);
}

const isAccess = ({ setting }: OpenChange) => setting === 'api-access';

function refuseAnother({ target, basePath }: JournalRun, session: Session): void {
  const here = session.target + session.lens.basePath;
  const there = target + (basePath ?? session.lens.basePath);
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
  readonly #session: Session;
  readonly #caller: Caller;
  readonly #run: JournalRun;
  readonly #swept: Swept;
  readonly #journal: Journal;

  constructor(
    session: Session,
    caller: Caller,
    run: JournalRun,
    swept: Swept,
    sink: JournalSink | undefined,
  ) {
    this.#session = session;
    this.#caller = caller;
    this.#run = run;
    this.#swept = swept;
    const head: EntryOf<'sweep'> = { entry: 'sweep', nonce: run.nonce };
    this.#journal = new Journal(sink, head);
  }

  get journalLost(): string | undefined {
    return this.#journal.failure;
  }

  /** Puts back settings that are still what the run set, the last change first. */
  async restore(isWanted: (change: OpenChange) => boolean): Promise<void> {
    const access = this.#session.settingAccess(this.#caller);
    for (const change of this.#run.changes.filter(isWanted).toReversed()) {
      const { outcome, words } = await putBack(change, access, true);
      if (outcome === 'left') this.#swept.left.push(words);
      else await this.#note({ entry: 'restored', number: change.number });
      if (outcome === 'restored') this.#swept.restored.push(words);
    }
  }

  async removeAll(): Promise<void> {
    const { made, intended } = this.#run;
    await Promise.all(
      (['group', 'user', 'device'] as const).map(async (resource) => {
        const own = made.filter((one) => one.resource === resource && isRemovable(one));
        await Promise.all(own.map(({ id }) => this.#removeOne(resource, id)));
        const open = intended.filter((one) => one.resource === resource && isRemovable(one));
        if (open.length > 0) await this.#removeIntended(resource, open);
      }),
    );
  }

  async #removeOne(resource: Makeable, id: AnyId): Promise<void> {
    const { nonce } = this.#run;
    let found: Whose;
    try {
      found = await whose(this.#session, this.#caller, resource, id, nonce);
    } catch (error) {
      if (!(error instanceof Unreached)) throw error;
      return this.#leave(resource, id, `it could not be read: ${error.message}`);
    }
    if (found === 'gone') return this.#note({ entry: 'removed', resource, id });
    if (found !== 'ours') return this.#leave(resource, id, reasons[found](nonce));
    if (!(await remove(this.#session, this.#caller, resource, id, nonce)))
      return this.#leave(resource, id, 'the deployment did not remove it');
    this.#swept.removed.push(`${resource} ${id}`);
    await this.#note({ entry: 'removed', resource, id });
  }

  /** What was announced and never confirmed has the run's nonce in its name, if it was made. */
  async #removeIntended(resource: Makeable, open: JournalRun['intended']): Promise<void> {
    const { nonce } = this.#run;
    const { ids, complete } = await marked(this.#session, this.#caller, resource, nonce);
    const before = this.#swept.left.length;
    await Promise.all(ids.map((id) => this.#removeOne(resource, id)));
    if (!complete) {
      const why = `the list of ${resource}s cannot be read to its end`;
      this.#swept.left.push(`a ${resource} named with ${nonce} may have been made: ${why}`);
    } else if (this.#swept.left.length === before) {
      for (const { number } of open) await this.#note({ entry: 'not-made', number });
    }
  }

  /** Nothing of it can be done. */
  giveUp(why: string): void {
    const { made, changes } = this.#run;
    for (const one of made) if (isRemovable(one)) this.#leave(one.resource, one.id, why);
    for (const { setting, id = '', was } of changes.filter((change) => !isAccess(change)))
      this.#swept.left.push(`${settings[setting].name(id)}, to be put back to ${inWords(was)}: ${why}`);
  }

  #leave(resource: Makeable, id: AnyId, why: string): void {
    this.#swept.left.push(
      `${resource} ${id} was not removed: ${why}. By hand: ${byHand(this.#session, resource, id)}`,
    );
  }

  #note(entry: JournalEntry): Promise<void> {
    return this.#journal.note(entry);
  }
}
