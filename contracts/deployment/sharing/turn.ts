/**
 * The turn of a run that changes what all runs share: licences, API access, time. A group with the run's mark keeps the
 * others off until the moment in its name, by the deployment's own time; the run removes it last of all, a sweep does so
 * for one that was killed, and by that moment it ends by itself. Two that begin at once both see the other and step back.
 *
 * Where groups cannot be made or listed there are no turns: then settings are compared before they are put back.
 */
import { MINUTE, SECOND } from '../../kit/durations.ts';
import { isoUtc } from '../../kit/times.ts';
import { excerpt } from '../../kit/untrusted.ts';
import type { AnyId, EpochMs } from '../../profile/facts.ts';
import type { UndoLog } from '../changes/undo-log.ts';
import type { Host } from '../host.ts';
import type { Made } from '../making/made.ts';
import type { Maker } from '../making/maker.ts';
import { ConfigurationError, type DeploymentOptions } from '../options.ts';
import { bodyOf } from '../probing/bodies.ts';
import { readList } from '../reading/lists.ts';
import type { Caller } from '../session/caller.ts';
import type { Chance } from '../session/chance.ts';
import type { Dialect } from '../session/dialect.ts';
import { isUntold } from '../session/unbound.ts';
import type { DeploymentTime } from '../time/deployment-time.ts';

/** How long it is taken for, by the deployment's time. */
const LASTS = 30 * MINUTE;
/** Real time between two looks at the groups, and between two renewals. */
const LOOK = SECOND;
const RENEWAL = 2 * SECOND;
/** A turn whose moment has passed, and that is not renewed for so long in real time, is over. */
const GRACE = 5 * SECOND;
const DEFAULT_PATIENCE = 60 * SECOND;

/** The mark in the names of a run's records: `roadtest abcdefgh-1`. */
const MARK = /\b([a-z0-9]{6,32})-\d+ holds until (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)/i;

/** The turn of another run. */
interface OtherTurn {
  id: AnyId;
  nonce: string;
  until: EpochMs;
}

export interface TurnContext extends Dialect {
  readonly host: Host;
  readonly options: Pick<DeploymentOptions, 'patienceMs' | 'onProgress'>;
  readonly chance: Chance;
  readonly nonce: string;
  readonly target: string;
  readonly signal: AbortSignal;
  readonly time: Pick<DeploymentTime, 'now'>;
  readonly undoLog: Pick<UndoLog, 'isOpen'>;
  readonly maker: Pick<Maker, 'facts' | 'make'>;
  readonly made: Pick<Made, 'gone'>;
  renewalEnds(): boolean;
  background(purpose: 'set-up'): Caller;
}

export class Turn {
  readonly #context: TurnContext;
  #held: { id: AnyId; name: string; until: EpochMs } | undefined;
  #renewing: Promise<unknown> = Promise.resolve();
  #isRenewing = false;
  #reached = Number.NEGATIVE_INFINITY;
  /** Ends the wait for a renewal that is not needed any more. */
  #ending = new AbortController();
  #renewedAt = Number.NEGATIVE_INFINITY;
  /** The turns of others as they were last seen, and since when. */
  readonly #seen = new Map<string, { until: EpochMs; at: number }>();

  constructor(context: TurnContext) {
    this.#context = context;
  }

  /** The group that keeps others off. */
  get group(): AnyId | undefined {
    return this.#held?.id;
  }

  /** Whether a group is what keeps others off. */
  isGroup(id: AnyId): boolean {
    return this.#held !== undefined && String(this.#held.id) === String(id);
  }

  /**
   * Waits for the end of other turns, and takes one. Gives what is to be said of turns that ended without their run.
   *
   * @throws ConfigurationError TARGET_LOCKED where one is still held when patience is at its end
   */
  async take(): Promise<string[]> {
    for (let attempt = 0; ; attempt++) {
      const left = await this.await([], attempt);
      if (left === undefined || !(await this.#hold())) return [];
      const others = await this.#others([]);
      if (!others?.some((other) => this.#isHeld(other))) return left.map(leftBy);
      // Another that came at the same time has seen this one, too.
      await this.#stepBack();
    }
  }

  /**
   * Waits for the end of other turns; gives those that ended without their run, `undefined` where groups cannot be listed.
   *
   * @param swept the marks of runs whose turns are no hindrance
   * @throws ConfigurationError TARGET_LOCKED
   */
  async await(swept: readonly string[], attempt = 0): Promise<OtherTurn[] | undefined> {
    const { host, options, chance, nonce, signal, target } = this.#context;
    const patience = options.patienceMs ?? DEFAULT_PATIENCE;
    const began = host.monotonic();
    // Not in step with one that has stepped back as well.
    if (attempt > 0) await host.sleep(chance.number(`${nonce} ${attempt}`, LOOK), signal);
    for (let isSaid = false; ; isSaid = true) {
      const others = await this.#others(swept);
      const holder = others?.find((other) => this.#isHeld(other));
      if (!holder) return others;
      if (host.monotonic() - began >= patience) throw lockedBy(holder, target);
      if (!isSaid)
        options.onProgress?.({ kind: 'notice', text: `${wordsOf(holder)}: this run waits for it.` });
      await host.sleep(LOOK, signal);
    }
  }

  /**
   * After time has moved, and now and then: the moment in the name is to stay ahead.
   *
   * @param reached what the clock was brought to, where no answer has shown that yet
   */
  async renew(reached = Number.NEGATIVE_INFINITY): Promise<void> {
    const held = this.#held;
    const { host, undoLog, signal } = this.#context;
    this.#reached = Math.max(this.#reached, reached);
    const isAhead = held === undefined || this.#now() + LASTS / 2 < held.until;
    // Neither a new token nor a call that is refused is to come between the requests of a rule.
    const isUnfit = signal.aborted || this.#context.renewalEnds() || undoLog.isOpen('api-access');
    if (isAhead || isUnfit || this.#isRenewing) return;
    const wait = this.#renewedAt + RENEWAL - host.monotonic();
    this.#isRenewing = true;
    if (wait <= 0) this.#renewing = this.#write(held.id, held.name);
    else {
      const ending = AbortSignal.any([signal, this.#ending.signal]);
      this.#renewing = host.sleep(wait, ending).then(() => this.#write(held.id, held.name));
    }
    this.#renewing = this.#renewing
      .catch(() => undefined)
      .finally(() => {
        this.#isRenewing = false;
      });
    if (wait <= 0) await this.#renewing;
  }

  /** The group is one like others from now on: its removal lets others in. */
  async end(): Promise<void> {
    this.#held = undefined;
    this.#ending.abort();
    this.#ending = new AbortController();
    await this.#renewing;
  }

  async #stepBack(): Promise<void> {
    const id = this.#held?.id;
    await this.end();
    if (id === undefined) return;
    const { made } = this.#context;
    const { status } = await this.#context.background('set-up').call('deleteGroup', { id });
    if (status < 400) await made.gone('group', id);
  }

  #now(): EpochMs {
    return Math.max(this.#context.time.now(), this.#reached);
  }

  /** Whether it could be taken. */
  async #hold(): Promise<boolean> {
    const { maker, time } = this.#context;
    const until = time.now() + LASTS;
    try {
      const { name, ...facts } = maker.facts('group');
      if (typeof name !== 'string') return false;
      const named = { ...facts, name: nameOf(name, until) };
      const { id } = await maker.make(this.#context.background('set-up'), 'group', named);
      this.#held = { id, name, until };
      return true;
    } catch (error) {
      if (isUntold(error)) return false;
      throw error;
    }
  }

  async #write(id: AnyId, name: string): Promise<void> {
    const { lens, host } = this.#context;
    this.#renewedAt = host.monotonic();
    const until = this.#now() + LASTS;
    const body = bodyOf(lens, 'patch', 'group', { name: nameOf(name, until) });
    const { status } = await this.#context.background('set-up').call('updateGroup', { id, body });
    if (status < 300 && this.#held) this.#held.until = until;
  }

  async #others(swept: readonly string[]): Promise<OtherTurn[] | undefined> {
    const context = this.#context;
    try {
      const { records } = await readList(context, context.background('set-up'), 'groups');
      return records.flatMap(({ id, name }) => {
        const [, nonce = '', until = ''] = MARK.exec(String(name ?? '')) ?? [];
        const mark = nonce.toLowerCase();
        if (mark === '' || mark === context.nonce || swept.includes(mark)) return [];
        return id === undefined || id === null ? [] : [{ id, nonce: mark, until: Date.parse(until) }];
      });
    } catch (error) {
      if (isUntold(error)) return undefined;
      throw error;
    }
  }

  /** Its moment is ahead, or it may still be renewed: time may just have been moved. */
  #isHeld({ nonce, until }: OtherTurn): boolean {
    const { host, time } = this.#context;
    const seen = this.#seen.get(nonce);
    const at = seen?.until === until ? seen.at : host.monotonic();
    this.#seen.set(nonce, { until, at });
    return until > time.now() || host.monotonic() - at < GRACE;
  }
}

function nameOf(name: string, until: EpochMs): string {
  return `${name} holds until ${isoUtc(until).replace(/\.\d+/, '')}`;
}

function wordsOf({ id, nonce, until }: OtherTurn): string {
  return `Another run, ${nonce}, changes what all share of this deployment, as group ${excerpt(String(id))} says, until ${isoUtc(until)} by its clock`;
}

function leftBy({ id, nonce }: OtherTurn): string {
  return `The run ${nonce} ended without putting back what it changed, as group ${excerpt(String(id))} says: that is left as it is. roadtest sweep with its journal undoes it.`;
}

function lockedBy(other: OtherTurn, target: string): ConfigurationError {
  return new ConfigurationError({
    code: 'TARGET_LOCKED',
    message: `${wordsOf(other)}: ${target} was not touched.`,
    hint: `Wait until it has ended. If it was killed, roadtest sweep with its journal ends it; without the journal, delete group ${excerpt(String(other.id))} by hand.`,
  });
}
