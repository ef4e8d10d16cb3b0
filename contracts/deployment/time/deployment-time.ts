/**
 * The deployment's time by one rule: the `Date` of its answers where the `iat` of its newest token agrees with it, or where there is
 * but one of them; else `iat`, since a proxy may write `Date` by a clock of its own. Between two answers it goes on like ours, unless
 * it stands still. It is moved by the control `advance`, or sat out.
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
}

export type DeploymentTime = ReturnType<typeof timeOf>;

export function timeOf({ options, host, signal, plainly, renewToken, alone }: Parts) {
  const { maxAdvanceMs: max = MAX_ADVANCE, patienceMs: patience = PATIENCE } = options;
  const shown: { date?: Reading; iat?: Reading } = {};
  let controls: MovingControls | undefined;
  /** By how much `iat` and `Date` of one answer differed last. */
  let skew = 0;
  /** Tells whether these are two clocks. */
  let apart = false;
  let token: string | undefined;
  let [moved, left] = [0, max];
  /** When the last move ended, by our own clock: an answer that shows what the clock is moved to is not read before. */
  let movedAt = Number.NEGATIVE_INFINITY;
  /** Tells whether the clock did not follow the control `advance`, and whether `Date` did. */
  let [stays, follows] = [false, false];
  /** A wait that others may join. */
  let pausing: { readonly ms: number; readonly over: Promise<void> } | undefined;

  const canAdvance = () => controls?.has('advance') ?? false;

  const read = (source: 'date' | 'iat', time: EpochMs): void => {
    const at = host.monotonic();
    const last = shown[source];
    // A clock does not go back: this is the answer of a cache, or of a node that is behind.
    if (last?.moved === moved && time < last.time) return;
    shown[source] = { time, at, moved, since: last?.time === time ? last.since : at };
  };

  /** The reading that counts: none where nothing shows the time, or where two differ and no move of it can confirm one. */
  const counting = (): Reading | undefined => {
    const { iat, date } = shown;
    if (iat && date && apart) return canAdvance() ? iat : undefined;
    return date ?? iat;
  };

  /** Tells whether waiting is in vain, or needless: a clock that has stopped, or that of a simulator. */
  const isFake = (): boolean => {
    const { date } = shown;
    const isStopped = date && date === counting() && date.at - date.since > STOPPED_AFTER;
    return controls?.simulator === true || (isStopped === true && canAdvance());
  };

  const timeBy = ({ time, moved: before, since }: Reading): EpochMs =>
    time + moved - before + (isFake() ? 0 : host.monotonic() - since);

  /** If nothing shows it for sure, as newly issued tokens have it, or else `Date`. */
  const now = (): EpochMs => {
    const reading = counting() ?? shown.iat ?? shown.date;
    return reading ? timeBy(reading) : host.wall();
  };

  /** By how much two clocks that both may be the deployment's differed, in ms. */
  const spread = (): number => (apart ? 0 : skew);

  /** Sentences for the reader of the verdicts about the deployment's clocks. */
  const doubts = (): string[] => {
    const notReached = 'rules that need time were not reached.';
    if (stays)
      return [
        `What shows the time does not follow the control advance: the deployment's clock stayed at ${isoUtc(now())}: ${notReached}`,
      ];
    const sofar = counting() ? 'the time is taken from the iat of tokens.' : notReached;
    return apart ? [`The Date header and the iat of tokens show two clocks: ${sofar}`] : [];
  };

  /** Returns whether that moment can be reached: by the control `advance`, or by a wait within the run's patience. */
  const canReach = (moment: EpochMs): boolean =>
    counting() !== undefined && !stays && moment - now() <= (canAdvance() ? left : patience);

  /** Why a moment is out of reach: as given, unless nothing shows the time, or the run may not move it so far. */
  const outOfReach = (reason: string, ...unlock: ('controls.advance' | 'patience')[]): Unreached => {
    const [doubt = 'Nothing shows the time: there is no Date header and no iat in tokens.'] = doubts();
    const isUnknown = `the deployment's time is not known. ${doubt.replace(/\.$/, '')}`;
    if (!counting() || stays) return new Unreached(isUnknown, canAdvance() ? 'clock' : 'controls.advance');
    if (!canAdvance()) return new Unreached(reason, ...unlock);
    const tooFar = `the deployment's time would have to be brought forward by more than ${max / DAY} days in all`;
    return new Unreached(tooFar, 'max-advance');
  };

  /** Looks until the time is shown that it is moved to, at least half of the way; returns whether it was. */
  const look = async (from: EpochMs, by: number): Promise<boolean> => {
    const shows = (one?: Reading) => one?.moved === moved && timeBy(one) >= from + by / 2 - ROUNDING;
    if (!shows(counting())) await plainly();
    follows ||= canAdvance() && !apart && shows(shown.date);
    if (!shows(counting())) await renewToken();
    const { date, iat } = shown;
    apart ||= date !== undefined && shows(iat) && !shows(date);
    return shows(counting());
  };

  /** Time is moved by one at a time. If the answer was lost, the clock shows whether it was moved, and if not it is moved once more. */
  const advance = (by: number): Promise<void> =>
    inTurn(shown, async () => {
      if (by > left) throw outOfReach('');
      left -= by;
      const from = now();
      const move = async () => {
        movedAt = Number.POSITIVE_INFINITY;
        await controls?.advance(by).finally(() => {
          movedAt = host.monotonic();
        });
        moved += by;
      };
      await alone(move).catch(async (error: unknown) => {
        if (!isLost(error)) throw error;
        moved += by;
        if (await look(from, by)) return;
        moved -= by;
        await alone(move);
      });
    });

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
      if (dated === undefined) return;
      skew = Math.abs(issued.from - dated);
      apart ||= skew > MAX_SKEW;
    },

    /** Returns when that moment is reached, for one alone; histories share it (`appointments.ts`). Throws `Unreached` when it is out of reach. */
    async move(moment: EpochMs): Promise<void> {
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const from = now();
        const away = moment - from;
        // A `Date` in whole seconds may show a moment that is reached as one that is not.
        if (counting() && !stays && away <= (attempt > 0 ? ROUNDING : 0)) return;
        const words = `the deployment's time would have to advance to ${isoUtc(moment)}, which is too long to wait for`;
        if (!canReach(moment)) throw outOfReach(words, 'controls.advance', 'patience');
        // A `Date` that followed other moves, and was read just before this one, need not be read again.
        const isSure = follows && !apart && host.monotonic() - (shown.date?.at ?? 0) <= ROUNDING;
        if (canAdvance()) await advance(Math.ceil(away / ROUNDING) * ROUNDING);
        else await sleepUnlessInterrupted(host, away + ROUNDING, signal);
        stays = !isSure && !(await look(from, away)) && canAdvance();
      }
      throw new Unreached(
        `the deployment's clock did not reach ${isoUtc(moment)}`,
        canAdvance() ? 'clock' : 'controls.advance',
      );
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
