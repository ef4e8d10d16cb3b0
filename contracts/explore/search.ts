/** Plays histories until one fails or the time is up, and shrinks what fails. */

import type { Deployment } from '../deployment/deployment.ts';
import { keptLicences } from '../deployment/undo/records.ts';
import { messageOf } from '../deployment/visit.ts';
import { explain, Judge } from '../judge/judge.ts';
import { MINUTE } from '../kit/durations.ts';
import { itemAt } from '../kit/items.ts';
import { type Played, play } from '../play/player.ts';
import type { Step } from '../play/steps.ts';
import { DeviceSupply } from '../play/supply.ts';
import type { JudgedId } from '../specification/judged.ts';
import type { Explored, FailedHistory } from '../verify/run.ts';
import { isSelected } from '../verify/run-options.ts';
import { cutsOf, seenIn } from '../verify/shown.ts';
import { type Allows, Drawing } from './drawing.ts';
import type { Theme } from './moves.ts';
import { type ExploreOptions, MAX_DEVICES } from './options.ts';
import { type Fails, following, shrink } from './shrinking.ts';
import { CONFIRMING, type Found, failureOf, isSteady } from './telling.ts';
import { allowing, themesFor } from './themes.ts';

/** The record of a search, written as it comes. */
interface Findings {
  readonly explored: Explored;
  readonly found: Found[];
  readonly warnings: string[];
}

/** A failure that does not come each time is played so often, for its rate. */
const FOR_RATE = 5;
/** So many failures that do not come each time end a search. */
const MAX_SUSPECTS = 3;
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
  readonly #findings: Findings;
  /** Rules of failures that were gone past: nothing is held to them any more. */
  readonly #knownBroken = new Set<JudgedId>();
  readonly #began: number;
  /** By so much time may be moved for playing a failure again, in ms. */
  readonly #kept: number;
  readonly #supply: DeviceSupply;

  constructor(session: Deployment, options: ExploreOptions, findings: Findings) {
    this.#session = session;
    this.#options = options;
    this.#findings = findings;
    this.#began = session.host.monotonic();
    this.#kept = session.clock.left * (1 - FOR_DRAWN);
    this.#supply = new DeviceSupply(session.as('explore'), options.maxDevices ?? MAX_DEVICES);
  }

  /** Plays histories until one fails each time, or the time is up. */
  async go(): Promise<void> {
    const { replay, onProgress, readOnly, maxDevices = MAX_DEVICES } = this.#options;
    const { explored, found, warnings } = this.#findings;
    const deployment = this.#session.as('explore');
    const kept = keptLicences(deployment.controls, readOnly ? 0 : maxDevices);
    if (kept !== undefined) warnings.push(kept);
    for (const text of [kept, this.#session.clock.bound])
      if (text !== undefined) onProgress?.({ kind: 'notice', text });
    const allows = allowing(deployment);
    const themes = themesFor(deployment, this.#options);
    explored.themes = [...new Set(themes)];
    try {
      // The failure of an earlier run was shrunk then.
      if (!replay) await this.#draw(themes, (kind) => allows(kind) && (kind !== 'wait' || this.#mayWait));
      else if (!this.#isLost) await this.#try(replay);
    } finally {
      explored.devices = this.#supply.made;
      if (deployment.controls.has('advance') && !this.#mayWait && !replay) warnings.push(WAITED);
      // Certain failures come first.
      found.sort((one, other) => (one.verdict < other.verdict ? -1 : 1));
      for (const error of await deployment.end()) warnings.push(messageOf(error));
    }
  }

  async #draw(themes: readonly Theme[], allows: Allows): Promise<void> {
    const { explored } = this.#findings;
    const counts = new Map<string, number>();
    const before = new Map<Theme, readonly Step[]>();
    let broken = 0;
    for (let number = 0; themes.length > 0 && !explored.gaveUp && !this.#isOver; number++) {
      const { brokenOff } = explored;
      const theme = itemAt(themes, number % themes.length);
      const drawing = new Drawing(this.#session.chance.seed, number, theme, allows, counts);
      if (await this.#try(drawing, before.get(theme) ?? [])) return;
      before.set(theme, drawing.steps);
      broken = explored.brokenOff > brokenOff ? broken + 1 : 0;
      explored.gaveUp = broken === BROKEN_IN_A_ROW;
    }
  }

  /** True while histories may be drawn that bring time forward. */
  get #mayWait(): boolean {
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
  async #try(drawn: readonly Step[] | Drawing, before?: readonly Step[]): Promise<boolean> {
    const played = await this.#play(drawn);
    if (played.wrongAbout === undefined) return false;
    const { found } = this.#findings;
    const failure = await this.#look(drawn instanceof Drawing ? drawn.steps : drawn, played, before);
    const [likeliest = []] = failure.broken;
    const past = pastBy(likeliest, this.#options);
    found.push({ ...failure, ...(past && { past }) });
    if (past) for (const id of likeliest) this.#knownBroken.add(id);
    const held = found.filter((one) => one.past === undefined).length;
    return !past && (failure.verdict === 'fail' || held >= MAX_SUSPECTS);
  }

  async #play(steps: readonly Step[] | Drawing): Promise<Played> {
    const { explored, warnings } = this.#findings;
    const isDrawn = steps instanceof Drawing;
    const played = await play(
      this.#session,
      this.#supply,
      isDrawn ? steps.next.bind(steps) : steps,
      Judge.create({ knownBroken: this.#knownBroken }),
      isDrawn ? { counts: steps.countsLicences } : {},
    );
    explored.histories++;
    explored.steps += played.done.length;
    explored.judged += played.judged;
    explored.untaken += played.done.filter(({ event }) => !event).length;
    if (played.brokeOff !== undefined && !this.#session.signal.aborted) explored.brokenOff++;
    warnings.push(...played.undone);
    return played;
  }

  /**
   * Finds out what a failure takes, shrinks it, and plays what is left once more and again.
   *
   * @param before the history before it; nothing for one that is not to be shrunk
   */
  async #look(steps: readonly Step[], first: Played, before?: readonly Step[]): Promise<Found> {
    const { host, signal, clock, transport } = this.#session;
    const requests = this.#requests;
    const until = host.monotonic() + (before ? (this.#options.shrinkMs ?? MINUTE) : 0);
    let last = first;
    let unshrunk: string | undefined;
    const fails: Fails = async (candidate) => {
      if (signal.aborted || host.monotonic() >= until) unshrunk ??= 'the time for it was up';
      // Some is kept for playing it again.
      if (clock.left < last.waited * CONFIRMING) unshrunk ??= NO_FURTHER;
      if (unshrunk !== undefined) return undefined;
      const again = await this.#play(candidate);
      if (again.wrongAbout !== first.wrongAbout) return false;
      last = again;
      return true;
    };
    const reached = steps.slice(0, first.taken);
    const alone = await fails(reached);
    const both = before && before.length > 0 ? following(before, reached) : undefined;
    const whole = alone ? reached : both && (await fails(both)) ? both : undefined;
    if (!whole) unshrunk ??= 'it did not fail when it was played again';
    const cut = whole && (await firstThat(fails, this.#cutsOf(last), whole));
    let rate = await this.#rateOf(cut ? await shrink(cut, fails) : reached, last, alone === false && !whole);
    if (!isSteady(rate) && unshrunk === undefined) {
      // A part may fail by what other attempts left behind: then the history is long enough where it fails twice in a row.
      const twice: Fails = async (candidate) => (await fails(candidate)) && (await fails(candidate));
      const longer = await this.#rateOf(await shrink(both ?? reached, twice), last, false);
      if (isSteady(longer)) rate = longer;
    }
    unshrunk ??= rate.unproven;
    const { failed, played } = rate;
    const effort = {
      ...{ foundWith: first.taken, failed, played, requests, shrinking: this.#requests - requests },
      ...(unshrunk !== undefined && before && { unshrunk }),
    };
    return failureOf(rate.steps, rate.last, effort, this.#knownBroken, transport.exchanges);
  }

  /** Plays a history that failed again and again, until it is known how often it fails. @param hasPassed since */
  async #rateOf(steps: readonly Step[], found: Played, hasPassed: boolean) {
    let [last, failed, played] = [found, 1, hasPassed ? 2 : 1];
    let unproven: string | undefined;
    while (played < (failed === played ? CONFIRMING : FOR_RATE) && !this.#session.signal.aborted) {
      const again = await this.#play(steps);
      const isAlike = again.wrongAbout !== undefined;
      // A step may be left out, since time would have had to be moved too far.
      if (!isAlike && again.done.some(({ untaken }) => untaken?.unlock.includes('max-advance'))) {
        unproven = NO_FURTHER;
        break;
      }
      played++;
      if (isAlike) [last, failed] = [again, failed + 1];
    }
    return { steps, last, failed, played, unproven };
  }

  /** Cuts of a history that failed, by the judge over what was seen, the shortest first. */
  #cutsOf(played: Played): (readonly Step[])[] {
    const seen = seenIn(played);
    const start = { knownBroken: this.#knownBroken };
    const explanation = explain(seen.facts, start);
    return explanation ? cutsOf(seen, explanation, start) : [];
  }
}

/** Why the search goes past a failure that breaks these rules; `undefined` where it does not. */
function pastBy(
  broken: readonly JudgedId[],
  { accepted = [], ...asked }: ExploreOptions,
): FailedHistory['past'] {
  if (broken.length === 0) return undefined;
  const isAccepted = (id: JudgedId) => accepted.some((one) => id === one || id.startsWith(`${one}/`));
  if (broken.every(isAccepted)) return 'accepted';
  return broken.some((id) => isSelected(id, asked) && !isAccepted(id)) ? undefined : 'not-selected';
}

/** The first of some cuts that fails alike; the whole history where none does. */
async function firstThat(
  fails: Fails,
  cuts: readonly (readonly Step[])[],
  whole: readonly Step[],
): Promise<readonly Step[]> {
  for (const cut of cuts) if (await fails(cut)) return cut;
  return whole;
}
