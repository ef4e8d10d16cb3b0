/**
 * The deployment's time by one rule: the `Date` of its answers where the `iat` of its newest token agrees with it, or where there is
 * but one of them; else the one that followed an advance of the run, since a proxy may write `Date` by a clock of its own. Between
 * two answers it goes on like ours, unless it stands still. It is moved by the control `advance`, or sat out.
 */
import { DAY, MINUTE, spokenDuration } from '../../kit/durations.ts';
import { inTurn } from '../../kit/in-turn.ts';
import { isoUtc } from '../../kit/times.ts';
import type { EpochMs } from '../../profile/facts.ts';
import type { Answer } from '../answer.ts';
import type { Controls } from '../controls/api.ts';
import { sleepUnlessInterrupted } from '../ending.ts';
import { Unreached } from '../finding.ts';
import type { Host } from '../host.ts';
import type { DeploymentOptions } from '../options.ts';
import { tokenTimes } from '../reading/tokens.ts';
import { isLost } from '../transport/failures.ts';

/** After so much real time without a new second the deployment's clock has stopped. */
const STOPPED_AFTER = 2_500;
/** `Date` gives whole seconds. */
const ROUNDING = 1_000;
/** A shorter step is not told from time that went by itself. */
const MIN_STEP = 10_000;
/** Clocks that differ by more do not show one time. */
const MAX_SKEW = MINUTE;
const ATTEMPTS = 3;
/** So long, by our own clock, others may come to a wait before time is moved for it. */
const GATHERING = 20;
/** The suite itself reads again after no longer pauses: that needs no patience. */
const OWN_WAITS = 5_000;
const PATIENCE = 60_000;
/** No run brings time forward by more, in all, unless it is told to. */
const MAX_ADVANCE = 400 * DAY;

type MovingControls = Pick<Controls, 'has' | 'advance' | 'simulator'>;

interface Parts {
  readonly options: Pick<DeploymentOptions, 'maxAdvanceMs' | 'patienceMs'>;
  readonly host: Pick<Host, 'monotonic' | 'wall' | 'sleep'>;
  /** Aborted when the run is interrupted. */
  readonly signal: AbortSignal;
  /** Sends a request that every deployment answers. */
  plainly(): Promise<Pick<Answer, 'date'>>;
  renewToken(): Promise<unknown>;
  /** Does work while no request is on its way but its own. */
  alone<T>(work: () => Promise<T>): Promise<T>;
}

interface Reading {
  readonly time: EpochMs;
  /** By our own clock: when this time was first shown, and when last. */
  readonly since: number;
  readonly at: number;
  /** How far the run had moved the clock by then, in ms. */
  readonly moved: number;
  /** Tells whether it followed the last advance of the run that it was read after; `undefined` before one. */
  readonly follows: boolean | undefined;
}

export type DeploymentTime = ReturnType<typeof timeOf>;

export function timeOf({ options, host, signal, plainly, renewToken, alone }: Parts) {
  const { maxAdvanceMs: max = MAX_ADVANCE, patienceMs: patience = PATIENCE } = options;
  const shown: { date?: Reading; iat?: Reading } = {};
  let controls: MovingControls | undefined;
  /** By how much `iat` and `Date` of one answer differed last. */
  let skew: number | undefined;
  let token: string | undefined;
  let [moved, left] = [0, max];
  /** When the last move began and ended, by our own clock. */
  let [movedFrom, movedAt] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let isTried = false;
  /** A wait that others may join. */
  let pausing: { readonly ms: number; readonly over: Promise<void> } | undefined;

  const canAdvance = () => controls?.has('advance') ?? false;
  const agree = () => skew !== undefined && skew <= MAX_SKEW;

  const read = (source: 'date' | 'iat', time: EpochMs): void => {
    const at = host.monotonic();
    const last = shown[source] ?? { time, since: at, at, moved, follows: undefined };
    const step = moved - last.moved;
    // A clock does not go back: this is the answer of a cache, or of a node that is behind.
    if (step === 0 && time < last.time) return;
    const isTelling = step >= MIN_STEP + (at - last.at);
    const follows = isTelling ? time - last.time >= step / 2 : last.follows;
    shown[source] = { time, at, moved, since: last.time === time ? last.since : at, follows };
  };

  /** The reading that counts: none where nothing shows the time, or where two differ and nothing tells them apart. */
  const counting = (): Reading | undefined => {
    const { iat, date } = shown;
    if (iat && date && !agree()) return iat.follows ? iat : date.follows ? date : undefined;
    return [date, iat].find((one) => one && one.follows !== false);
  };

  /** Tells whether waiting is in vain, or needless: a clock that has stopped, or that of a simulator. */
  const isFake = (): boolean => {
    const { date } = shown;
    const isStopped = date && date === counting() && date.at - date.since > STOPPED_AFTER;
    return controls?.simulator === true || (isStopped === true && canAdvance());
  };

  /** If nothing shows it for sure, as newly issued tokens have it, or else `Date`. */
  const now = (): EpochMs => {
    const reading = counting() ?? shown.iat ?? shown.date;
    if (!reading) return host.wall();
    return reading.time + moved - reading.moved + (isFake() ? 0 : host.monotonic() - reading.since);
  };

  /** By how much two clocks that both may be the deployment's differed, in ms. */
  const spread = (): number => {
    const isOne = [shown.date, shown.iat].some((one) => one?.follows === false);
    return agree() && !isOne ? (skew ?? 0) : 0;
  };

  /** Sentences for the reader of the verdicts about the deployment's clocks. */
  const doubts = (): string[] => {
    const notReached = 'rules that need time were not reached.';
    const isBehind = shown.date?.follows === false;
    if (counting())
      return isBehind
        ? [
            'The Date header does not follow the control advance, as where a proxy writes it: the time is taken from the iat of tokens.',
          ]
        : [];
    if (isBehind || shown.iat?.follows === false)
      return [
        `What shows the time does not follow the control advance: the deployment's clock stayed at ${isoUtc(now())}: ${notReached}`,
      ];
    if (skew === undefined || agree()) return [];
    return [`The Date header and the iat of tokens differ by more than a minute: ${notReached}`];
  };

  /** Returns whether that moment can be reached: by the control `advance`, or by a wait within the run's patience. */
  const canReach = (moment: EpochMs): boolean => {
    if (!counting()) return canAdvance() && !isTried && Object.keys(shown).length > 0;
    return moment - now() <= (canAdvance() ? left : patience);
  };

  /** Why a moment is out of reach: as given, unless nothing shows the time, or the run may not move it so far. */
  const outOfReach = (reason: string, ...unlock: ('controls.advance' | 'patience')[]): Unreached => {
    const [doubt = 'Nothing shows the time: there is no Date header and no iat in tokens.'] = doubts();
    const isUnknown = `the deployment's time is not known. ${doubt.replace(/\.$/, '')}`;
    if (!counting()) return new Unreached(isUnknown, canAdvance() ? 'clock' : 'controls.advance');
    if (!canAdvance()) return new Unreached(reason, ...unlock);
    const tooFar = `the deployment's time would have to be brought forward by more than ${max / DAY} days in all`;
    return new Unreached(tooFar, 'max-advance');
  };

  /** Moves the clock; where the answer was lost on its way, its `Date` shows whether it was moved, and if not it is moved once more. */
  const moveBy = async (by: number): Promise<void> => {
    const before = now();
    const move = () =>
      alone(async () => {
        // An answer that shows what the clock is moved to is not read before the move counts.
        [movedFrom, movedAt] = [host.monotonic(), Number.POSITIVE_INFINITY];
        await controls?.advance(by);
      });
    try {
      await move();
    } catch (error) {
      const isShown = shown.date !== undefined && shown.date === counting();
      const { date } = isLost(error) && isShown ? await plainly() : {};
      if (date === undefined) throw error;
      if (date <= before + by / 2) await move();
    }
    moved += by;
  };

  /** Time is moved by one at a time. */
  const advance = (by: number): Promise<void> =>
    inTurn(shown, async () => {
      if (by > left) throw outOfReach('');
      left -= by;
      await moveBy(by).finally(() => {
        movedAt = host.monotonic();
      });
    });

  /** Asks for the time, unless it is known without: by a `Date` that followed an advance, and was read just before this one. */
  const look = async (): Promise<void> => {
    const isSure = () => counting() && (skew === undefined || agree());
    if (shown.date?.follows && isSure() && movedFrom - shown.date.at <= ROUNDING) return;
    await plainly();
    const isShown = shown.date?.moved === moved && shown.date.follows !== false;
    if (!isShown || !isSure()) await renewToken();
  };

  return {
    ...{ now, doubts, canReach, outOfReach },
    get spread(): number {
      return spread();
    },
    /** The deployment's clock shows at least `from`, and less than `to`; `undefined` where nothing shows it. */
    range(): { readonly from: EpochMs; readonly to: EpochMs } | undefined {
      return counting() && { from: now() - spread(), to: now() + spread() + ROUNDING };
    },
    /** By how much the run may still move it, in ms. */
    get left(): number {
      return left;
    },
    /** A sentence about how far the run may move time, to be said before it begins; none where it cannot. */
    get bound(): string | undefined {
      if (!canAdvance()) return undefined;
      return `The run may bring the deployment's time forward, by at most ${max / DAY} days in all (--max-advance).`;
    },
    /** From now on time can be moved. */
    connect(these: MovingControls): void {
      controls = these;
    },

    /**
     * @param by the author of the answer: `other` handles requests that the document does not have
     * @param sent when the request went out, by our own clock: answers to requests from before a move show either time
     */
    observe(
      { date, headers, json }: Pick<Answer, 'date' | 'headers' | 'json'>,
      by: 'api' | 'control' | 'other',
      sent: number,
    ): void {
      // A control may be another machine's; that of a simulator shows the clock that it moves.
      const isOfClock = by === 'api' || (by === 'control' && controls?.simulator);
      if (!isOfClock || sent < movedAt) return;
      // A cached answer has the date at which it was stored.
      const dated = Number(headers.age ?? 0) > 0 ? undefined : date;
      if (dated !== undefined) read('date', dated);
      const { issued, value } = tokenTimes(json) ?? {};
      if (!issued || value === token) return;
      token = value;
      read('iat', issued.from);
      if (dated !== undefined) skew = Math.abs(issued.from - dated);
    },

    /** Returns when that moment is reached, for one alone; histories share it (`appointments.ts`). Throws `Unreached` when it is out of reach. */
    async move(moment: EpochMs): Promise<void> {
      for (let attempt = 0; attempt <= ATTEMPTS; attempt++) {
        const away = moment - now();
        // A `Date` in whole seconds may show a moment that is reached as one that is not.
        if (counting() && away <= (attempt > 0 ? ROUNDING : 0)) return;
        if (attempt === ATTEMPTS) break;
        const words = `the deployment's time would have to advance to ${isoUtc(moment)}, which is too long to wait for`;
        if (!canReach(moment)) throw outOfReach(words, 'controls.advance', 'patience');
        // A short step tells which of two clocks is the deployment's.
        isTried ||= !counting();
        const by = counting() ? away : Math.min(MINUTE, Math.max(MIN_STEP, away));
        if (canAdvance()) await advance(Math.ceil(by / ROUNDING) * ROUNDING);
        else await sleepUnlessInterrupted(host, by + ROUNDING, signal);
        await look();
      }
      if (!counting()) throw outOfReach('');
      const stayed = `the deployment's clock stayed at ${isoUtc(now())} and did not reach ${isoUtc(moment)}`;
      throw new Unreached(stayed, canAdvance() ? 'clock' : 'controls.advance');
    },

    /** Lets some of the deployment's time pass: for its rate limits, and for writes to become readable. Gives how much passed. */
    async pause(ms: number, until = signal): Promise<number> {
      // A clock is moved by whole seconds.
      const by = Math.ceil(ms / ROUNDING) * ROUNDING;
      // After an interruption time is not moved any more; what is cleaned up can still wait.
      if (!canAdvance() || !isFake() || by > left || signal.aborted) {
        const longest = Math.max(patience, OWN_WAITS);
        const words = `a wait of ${spokenDuration(ms)} would be needed, and the longest is ${spokenDuration(longest)}`;
        if (ms > longest) throw new Unreached(words, 'patience');
        await sleepUnlessInterrupted(host, ms, until);
        return ms;
      }
      // Parties that come to wait before it is moved, and for no longer, wait together.
      if (!pausing || pausing.ms < by) {
        const over = sleepUnlessInterrupted(host, GATHERING, until).then(() => {
          if (pausing === mine) pausing = undefined;
          return advance(by);
        });
        const mine = { ms: by, over };
        pausing = mine;
      }
      await pausing.over;
      return by;
    },
  };
}
