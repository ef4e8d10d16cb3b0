/**
 * Histories played on a deployment. Those that share nothing run beside each other, each in turn on devices that it alone
 * has: when all wait for a moment, the clock moves once for all of them. So do those that write groups beside those that
 * write users, one of each at a time: a write of one would hide what another left stale. Those that count licences come one
 * after the other, beside records alone. What fails beside others is played again alone.
 */
import type { History } from '../../histories/history.ts';
import type { Family } from '../../judge/event.ts';
import { stakesOf } from '../../judge/stakes.ts';
import { Pool } from '../../kit/pool.ts';
import { families, isOfRecords, type Kind, kindOfHistory } from './kinds.ts';
import { knownBy } from './known.ts';
import { confirm, devicesIn, type Playing, type Shown, witness } from './witness.ts';

/** Histories of devices that run beside each other. */
const LANES = 4;

/** By history, with what a failure needs beside it; less than all where the run was ended. */
export async function playHistories(
  histories: readonly History[],
  playing: Playing,
): Promise<ReadonlyMap<History, readonly Shown[]>> {
  const stages = new Stages(histories, playing);
  await stages.alone(isNew);
  await stages.besideEachOther();
  await stages.calls();
  await stages.again();
  await stages.alone((history) => !isNew(history));
  return stages.shown;
}

/** Returns whether a history needs devices that no other has had: it comes before those that leave some. */
function isNew({ isOfNew }: History): boolean {
  return isOfNew === true;
}

class Stages {
  readonly #histories: readonly History[];
  readonly #playing: Playing;
  readonly shown = new Map<History, readonly Shown[]>();
  /** Histories that failed beside others: it may be the doing of these. */
  readonly #again: Shown[] = [];
  /** Families of which histories are still to be played. */
  #writing = families.length;

  constructor(histories: readonly History[], playing: Playing) {
    this.#histories = histories;
    this.#playing = playing;
  }

  async alone(isDue: (history: History) => boolean): Promise<void> {
    for (const history of this.#of('alone').filter(isDue))
      if (!this.#playing.tells || this.#playing.further.hasRoom) await this.#one(history);
  }

  async again(): Promise<void> {
    for (const failed of this.#again) await this.#confirm(failed);
  }

  /** A failure that does not come again is shown as it was, unless what others do may end the token of a history. */
  async #confirm(failed: Shown): Promise<void> {
    const { history } = failed;
    const shown = await confirm(failed, this.#playing);
    const sharesTokens = kindOfHistory(history, this.#playing.session) === 'access';
    const passed = sharesTokens && shown.every((one) => one.failed < one.played);
    this.shown.set(
      history,
      passed ? [await witness(history, this.#playing, true)].flatMap((one) => one ?? []) : shown,
    );
  }

  /** Histories of devices, of licences and of records. When all of them wait for a moment, the clock moves. */
  async besideEachOther(): Promise<void> {
    const { appointments } = this.#playing.session;
    const [counting, waiting] = [this.#of('licences'), this.#of('devices')];
    const inTurn = async (these: readonly History[]) => {
      for (const history of these) await this.#one(history);
    };
    await appointments.idle(() => {
      const records = families.map((family) => this.#writeFamily(family));
      // Histories that have a device anew come first, and those that leave devices expired last.
      const first = appointments.attend(() => inTurn(counting.filter(isNew)));
      const lanes = this.#lanes(waiting).map((lane) => this.#after([first], lane));
      const looks = this.#of('looking').map((history) => this.#after(lanes, () => this.#once(history)));
      const last = () => inTurn(counting.filter((history) => !isNew(history)));
      return Promise.all([
        ...records,
        this.#after([first, ...lanes, ...looks], last),
        ...this.#of('refusals').map((history) => appointments.attend(() => this.#once(history))),
      ]);
    });
  }

  /** Calls of operations, which share a token. Each asks for another when it fails, which may end that of those beside it. */
  async calls(): Promise<void> {
    const { appointments, profile } = this.#playing.session;
    const mayEnd = profile.openings['token.older'] !== 'works';
    const play = (history: History): Promise<unknown> => (mayEnd ? this.#once(history) : this.#one(history));
    const calls = this.#of('access');
    await appointments.idle(() =>
      Promise.all(calls.map((history) => appointments.attend(() => play(history)))),
    );
  }

  /** Nothing runs beside histories that tell rules apart. */
  #of(kind: Kind): History[] {
    const { tells = false, session } = this.#playing;
    return this.#histories.filter((history) => kind === (tells ? 'alone' : kindOfHistory(history, session)));
  }

  /** Plays a history, and confirms what fails. */
  async #one(history: History): Promise<void> {
    const failed = await this.#once(history, []);
    if (failed) await this.#confirm(failed);
  }

  /** @param later takes it where it failed */
  async #once(history: History, later = this.#again): Promise<Shown | undefined> {
    const played = await witness(history, this.#playing);
    if (!played) return undefined;
    this.shown.set(history, [played]);
    if (played.failed > 0) {
      later.push(played);
      return played;
    }
    // It is worked out while others wait for the deployment. What failed is played again, and then only that counts.
    stakesOf(played.facts, knownBy(this.#playing.session));
    return undefined;
  }

  /** Lanes of histories with devices of their own. Each takes the next one that waits, once there are devices for it. */
  #lanes(waiting: History[]): (() => Promise<void>)[] {
    const { session, supply } = this.#playing;
    let room: Promise<{ most: number; pool: Pool<never> }> | undefined;
    const stocked = async () => {
      const most = await supply.stock();
      return { most, pool: new Pool<never>([], most) };
    };
    // Devices that the profile names are held by one history at a time.
    const count = Math.min(session.controls.has('createDevice') ? LANES : 1, waiting.length);
    const lane = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const history = next;
        room ??= stocked();
        const { most, pool } = await room;
        const devices = Math.min(devicesIn(history), most);
        await session.appointments.idle(() => pool.take(devices));
        const played: Promise<unknown> = count > 1 ? this.#once(history) : this.#one(history);
        await played.finally(() => pool.give([], devices));
      }
    };
    return Array.from({ length: count }, () => lane);
  }

  /** Records are new each time, so that a failure is played again at once. Those of both families come after each family. */
  async #writeFamily(family: Family): Promise<void> {
    const { appointments } = this.#playing.session;
    const write = async (these: readonly History[]) => {
      for (const history of these) {
        const one = () => this.#one(history);
        // Time may move beside what does not depend on it.
        await (history.steps.every(isOfRecords) ? one() : appointments.attend(one));
      }
    };
    await write(this.#of(family));
    if (--this.#writing === 0) await write(this.#of('records'));
  }

  /** Work that may wait for a moment of the deployment's time, once these are done. */
  async #after(these: readonly Promise<unknown>[], work: () => Promise<unknown>): Promise<void> {
    const { appointments } = this.#playing.session;
    await appointments.attend(async () => {
      await appointments.idle(() => Promise.all(these));
      await work();
    });
  }
}
