/** Plays histories until one fails or the time is up, and shrinks what fails. */

import type { Deployment } from '../deployment/deployment.ts';
import { keptLicences } from '../deployment/undo/devices.ts';
import { messageOf } from '../deployment/visit.ts';
import { explain, Judge } from '../judge/judge.ts';
import { itemAt } from '../kit/items.ts';
import { type Played, play } from '../play/player.ts';
import type { Step } from '../play/steps.ts';
import { DeviceSupply } from '../play/supply.ts';
import type { JudgedId } from '../specification/judged.ts';
import { cutsOf } from '../verify/cutting.ts';
import { seenIn } from '../verify/shown.ts';
import { Drawing } from './drawing.ts';
import type { Exploration, Failure } from './exploration.ts';
import { following } from './following.ts';
import { pastBy } from './going-past.ts';
import type { ExploreOptions } from './options.ts';
import { type Fails, shrink } from './shrinking.ts';
import { Counts, cellsOf } from './states.ts';
import { failureOf } from './telling.ts';
import type { Allows, Theme } from './theme.ts';
import { allowing, themesFor } from './themes.ts';

const MINUTE = 60_000;
/** A failure has to come so often without exception. */
const CONFIRMING = 3;
/** A failure that does not is played so often, for its rate. */
const FOR_RATE = 5;
/** So many failures that do not come each time end a search. */
const MOST_SUSPECTS = 3;
export const MOST_DEVICES = 100;
/** Histories in a row that break off before the deployment is given up. */
const BROKEN_IN_A_ROW = 5;
/** Drawn histories may move time by this share of what the run may: the rest is for playing a failure again. */
const FOR_DRAWN = 2 / 3;
const WAITED =
  'Drawn histories brought time forward by two thirds of the days that the run may (--max-advance). Later ones did not wait: the rest is for playing a failure again.';
/** Why a failure is not played again. */
const NO_FURTHER = 'the run may not bring time forward so often (--max-advance)';

export class Search {
  readonly #session: Deployment;
  readonly #options: ExploreOptions;
  readonly #record: Exploration;
  #cells = new Counts();
  readonly #contexts = new Counts();
  /** Rules of failures that were gone past. */
  readonly #knownBroken = new Set<JudgedId>();
  readonly #began: number;
  /** By so much time may be moved for playing a failure again, in ms. */
  readonly #kept: number;

  constructor(session: Deployment, options: ExploreOptions, record: Exploration) {
    this.#session = session;
    this.#options = options;
    this.#record = record;
    this.#began = session.host.monotonic();
    this.#kept = session.clock.left * (1 - FOR_DRAWN);
  }

  /** Plays histories until one fails each time, or the time is up. */
  async go(): Promise<void> {
    const record = this.#record;
    const deployment = this.#session.as('explore');
    const most = this.#options.maxDevices ?? MOST_DEVICES;
    const kept = keptLicences(deployment.controls, this.#options.readOnly ? 0 : most);
    if (kept !== undefined) {
      this.#options.onProgress?.({ kind: 'notice', text: kept });
      record.warnings.push(kept);
    }
    const { bound } = this.#session.clock;
    if (bound !== undefined) this.#options.onProgress?.({ kind: 'notice', text: bound });
    const supply = new DeviceSupply(deployment, most);
    try {
      await this.#playAll(deployment, supply);
    } finally {
      record.coverage = Object.fromEntries(this.#cells.all);
      record.devices = supply.made;
      if (deployment.controls.has('advance') && !this.#maysWait && !this.#options.replay)
        record.warnings.push(WAITED);
      // Certain failures come first.
      record.failures.sort((one, other) => (one.verdict < other.verdict ? -1 : 1));
      for (const error of await deployment.end()) record.warnings.push(messageOf(error));
    }
  }

  async #playAll(deployment: Deployment, supply: DeviceSupply): Promise<void> {
    const record = this.#record;
    const themes = themesFor(deployment, this.#options);
    const allows = allowing(deployment);
    this.#cells = new Counts(cellsOf(themes, allows));
    const allowsNow: Allows = (kind) => allows(kind) && (kind !== 'wait' || this.#maysWait);
    const lead = { allows: allowsNow, cells: this.#cells, contexts: this.#contexts };
    record.themes = [...new Set(themes)];
    const { replay } = this.#options;
    // The failure of an earlier run was shrunk then.
    if (replay && !this.#isLost) await this.#try(supply, replay, [], false);
    let broken = 0;
    const last = new Map<Theme, readonly Step[]>();
    for (let number = 0; themes.length > 0 && !replay && !this.#isOver; number++) {
      const theme = itemAt(themes, number % themes.length);
      const drawing = new Drawing(record.seed, number, theme, lead);
      const { brokenOff } = record;
      if (await this.#try(supply, drawing, last.get(theme) ?? [])) return;
      last.set(theme, drawing.steps);
      broken = record.brokenOff > brokenOff ? broken + 1 : 0;
      if (broken < BROKEN_IN_A_ROW) continue;
      record.gaveUp = true;
      return;
    }
  }

  /** True while histories may be drawn that bring time forward. */
  get #maysWait(): boolean {
    return this.#session.clock.left > this.#kept;
  }

  get #requests(): number {
    return this.#session.transport.exchanges.length;
  }

  get #isOver(): boolean {
    const { timeMs = MINUTE, requests = Number.POSITIVE_INFINITY } = this.#options;
    const spent = this.#session.host.monotonic() - this.#began;
    return this.#session.signal.aborted || this.#isLost || spent >= timeMs || this.#requests >= requests;
  }

  /** Tells whether nothing more can be changed. */
  get #isLost(): boolean {
    return this.#session.journal.failure !== undefined;
  }

  /**
   * Tells whether the search is over: a history failed each time, or several failed now and then. Past a failure that is accepted
   * or of a rule that was not asked for it goes on, and holds nothing to that rule any more.
   */
  async #try(
    supply: DeviceSupply,
    drawn: readonly Step[] | Drawing,
    before: readonly Step[],
    shrinks = true,
  ): Promise<boolean> {
    const played = await this.#play(supply, drawn);
    const steps = drawn instanceof Drawing ? drawn.steps : drawn;
    if (played.wrongAbout === undefined) return false;
    const { failures, gonePast } = this.#record;
    const failure = await this.#look(supply, { steps, before, played, shrinks });
    const [likeliest = []] = failure.broken;
    const past = pastBy(likeliest, this.#options);
    if (past) {
      gonePast.push({ ...failure, past });
      for (const id of likeliest) this.#knownBroken.add(id);
      return false;
    }
    failures.push(failure);
    return failure.verdict === 'fail' || failures.length >= MOST_SUSPECTS;
  }

  async #play(supply: DeviceSupply, steps: readonly Step[] | Drawing): Promise<Played> {
    const record = this.#record;
    const counts = steps instanceof Drawing ? { counts: steps.countsLicences } : {};
    const script = steps instanceof Drawing ? steps.next.bind(steps) : steps;
    const played = await play(
      this.#session,
      supply,
      script,
      Judge.create({ knownBroken: this.#knownBroken }),
      counts,
    );
    record.histories++;
    record.steps += played.done.length;
    record.judged += played.judged;
    record.untaken += played.done.filter(({ event }) => !event).length;
    if (played.brokeOff !== undefined && !this.#session.signal.aborted) record.brokenOff++;
    record.warnings.push(...played.undone);
    this.#options.onHistory?.(record.histories, this.#requests, this.#cells.all);
    return played;
  }

  /** Finds out what a failure takes, shrinks it, and plays what is left once more and again. */
  async #look(supply: DeviceSupply, found: Found): Promise<Failure> {
    const requests = this.#requests;
    const until = this.#session.host.monotonic() + (this.#options.shrinkMs ?? MINUTE);
    const shrunk = await this.#shrink(found, supply, found.shrinks ? until : 0);
    const { steps, last, failed, played, unshrunk } = shrunk;
    const record = this.#session.transport.exchanges;
    const facts = {
      foundWith: found.played.taken,
      ...(unshrunk !== undefined && found.shrinks && { unshrunk }),
      ...{ failed, played, requests, shrinking: this.#requests - requests },
    };
    return { ...failureOf(steps, last, isSteady(shrunk), this.#knownBroken, record), ...facts };
  }

  async #shrink(
    { steps, before, played: first }: Found,
    supply: DeviceSupply,
    until: number,
  ): Promise<Shrunk> {
    const { host, signal, clock } = this.#session;
    let last = first;
    let ended: string | undefined;
    const fails = async (candidate: readonly Step[]) => {
      if (signal.aborted || host.monotonic() >= until) ended ??= 'the time for it was up';
      // Some is kept for playing it again.
      if (clock.left < last.waited * CONFIRMING) ended ??= NO_FURTHER;
      if (ended !== undefined) return undefined;
      const played = await this.#play(supply, candidate);
      if (!isAlike(first, played)) return false;
      last = played;
      return true;
    };
    const reached = steps.slice(0, first.taken);
    const alone = await fails(reached);
    const both = following(before, reached);
    const whole = alone ? reached : before.length > 0 && (await fails(both)) ? both : undefined;
    const cut = whole && (await this.#cut(last, whole, fails));
    const shortest = cut ? await shrink(cut, fails) : reached;
    let failed = 1;
    // It has passed since.
    let played = alone === false && !whole ? 2 : 1;
    while (played < (failed === played ? CONFIRMING : FOR_RATE) && !signal.aborted) {
      const again = await this.#play(supply, shortest);
      if (again.wrongAbout === undefined && lacksTime(again)) {
        ended ??= NO_FURTHER;
        break;
      }
      played++;
      if (again.wrongAbout === undefined) continue;
      failed++;
      last = again;
    }
    const unshrunk = ended ?? (whole ? undefined : 'it did not fail when it was played again');
    return { steps: shortest, last, failed, played, unshrunk };
  }

  /** A history that failed, cut by the judge over what was seen, as far as it fails so. */
  async #cut(played: Played, whole: readonly Step[], fails: Fails): Promise<readonly Step[]> {
    const seen = seenIn(played);
    const start = { knownBroken: this.#knownBroken };
    const explanation = explain(seen.facts, start);
    for (const steps of explanation ? cutsOf(seen, explanation, start) : [])
      if (await fails(steps)) return steps;
    return whole;
  }
}

/** Returns true where a step was left out, since time would have had to be moved too far. */
function lacksTime({ done }: Played): boolean {
  return done.some(({ untaken }) => untaken?.unlock.includes('max-advance'));
}

interface Shrunk {
  steps: readonly Step[];
  last: Played;
  /** How often it failed of the times that it was played as it is now. */
  failed: number;
  played: number;
  /** The reason why it may be longer than it need be; absent where no step can be spared. */
  unshrunk: string | undefined;
}

function isSteady({ failed, played }: Shrunk): boolean {
  return failed === played && played >= CONFIRMING;
}

/** A history that failed, and the one before it about the same. */
interface Found {
  steps: readonly Step[];
  before: readonly Step[];
  played: Played;
  shrinks: boolean;
}

/** Returns whether two histories are wrong about the same thing. */
function isAlike(one: Played, other: Played): boolean {
  return one.wrongAbout !== undefined && one.wrongAbout === other.wrongAbout;
}
