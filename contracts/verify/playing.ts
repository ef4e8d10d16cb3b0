/**
 * Histories played on a deployment. Those that share nothing run beside each other, each in turn on devices that it alone
 * has: when all wait for a moment, the clock moves once for all of them. So do those that write groups beside those that
 * write users, one of each at a time: a write of one would hide what another left stale, so that histories of devices with
 * records wait for both. Those that count licences come last, one after the other, when nothing beside them may have a device
 * made. What fails beside others is played again alone.
 */
import type { History } from '../histories/history.ts';
import type { Family } from '../judge/event.ts';
import { stakesOf } from '../judge/stakes.ts';
import { Pool } from '../kit/pool.ts';
import { families, isOfRecords, type Kind, kindOfHistory } from './demands.ts';
import { knownBy } from './described.ts';
import { confirm, devicesIn, devicesOf, type Playing, type Shown, witness } from './witness.ts';

/** Histories of devices that run beside each other. */
const LANES = 4;

/** By history, with what a failure needs beside it; less than all where the run was ended. */
export async function playHistories(
  histories: readonly History[],
  playing: Playing,
): Promise<ReadonlyMap<History, readonly Shown[]>> {
  const { session, supply, further, tells = false } = playing;
  const { appointments, profile } = session;
  const shown = new Map<History, readonly Shown[]>();
  /** Histories that failed beside others: it may be the doing of these. */
  const again: Shown[] = [];

  /** Histories that tell rules apart run alone. */
  const of = (kind: Kind) =>
    histories.filter((history) => kind === (tells ? 'alone' : kindOfHistory(history, session)));
  // A history that needs devices which no other has had comes before those that leave some.
  const isNew = ({ isOfNew }: History) => isOfNew === true;
  const isUsual = (history: History) => !isNew(history);

  /** @param later takes it where it failed */
  const once = async (history: History, later = again): Promise<Shown | undefined> => {
    const played = await witness(history, playing);
    if (!played) return undefined;
    shown.set(history, [played]);
    if (played.failed > 0) {
      for (const device of devicesOf(played)) supply.kept.add(device);
      later.push(played);
      return played;
    }
    // It is worked out while others wait for the deployment. What failed is played again, and then only that counts.
    stakesOf(played.facts, knownBy(session));
    return undefined;
  };
  /** A failure that does not come again is shown as it was, unless what others do may end the token of a history. */
  const confirmed = async (failed: Shown): Promise<void> => {
    const { history } = failed;
    const seen = await confirm(failed, playing);
    const passed = seen.every((one) => one.failed < one.played);
    const anew =
      passed && kindOfHistory(history, session) === 'access'
        ? [await witness(history, playing, 'fresh')].flatMap((one) => one ?? seen)
        : seen;
    shown.set(history, anew);
  };
  const inTurn = async (these: readonly History[]): Promise<void> => {
    for (const history of these) {
      const failed = await once(history, []);
      if (failed) await confirmed(failed);
    }
  };
  const alone = async (these: readonly History[]): Promise<void> => {
    for (const history of these) if (!tells || further.hasRoom) await inTurn([history]);
  };

  /** Work that may wait for a moment of the deployment's time, once these are done. */
  const after = (these: readonly Promise<unknown>[], work: () => Promise<unknown>): Promise<void> =>
    appointments.attend(async () => {
      await appointments.idle(() => Promise.all(these));
      await work();
    });
  /** Records are new each time, so that a failure is played again at once. */
  const write = async (family: Family): Promise<void> => {
    // Time may move beside what does not depend on it.
    for (const history of of(family))
      if (history.steps.every(isOfRecords)) await inTurn([history]);
      else await appointments.attend(() => inTurn([history]));
  };
  /** Lanes of histories with devices of their own. Each takes the next one that waits, once there are devices for it. */
  const lanesOf = (waiting: History[], written: readonly Promise<void>[]): (() => Promise<void>)[] => {
    let stock: Promise<{ most: number; pool: Pool<never> }> | undefined;
    const stocked = async () => {
      const most = await supply.stock();
      return { most, pool: new Pool<never>([], most) };
    };
    // Devices that the profile names are held by one history at a time.
    const count = Math.min(session.controls.has('createDevice') ? LANES : 1, waiting.length);
    const lane = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        stock ??= stocked();
        const { most, pool } = await stock;
        const devices = Math.min(devicesIn(next), most);
        // A write of both families would hide what one of either left stale.
        const isOfRecord = next.steps.some((step) => 'family' in step);
        await appointments.idle(() => Promise.all(isOfRecord ? written : []));
        await appointments.idle(() => pool.take(devices));
        const played: Promise<unknown> = count > 1 ? once(next) : inTurn([next]);
        await played.finally(() => pool.give([], devices));
      }
    };
    return Array.from({ length: count }, () => lane);
  };

  await appointments.idle(() => {
    const counting = of('licences');
    // Histories that have a device anew come first, and those that leave devices expired last.
    const first = appointments.attend(async () => {
      await alone(of('alone').filter(isNew));
      await inTurn(counting.filter(isNew));
    });
    const records = families.map(write);
    const lanes = lanesOf(of('devices'), records).map((lane) => after([first], lane));
    const looks = of('looking').map((history) => after(lanes, () => once(history)));
    return Promise.all([
      ...records,
      after([first, ...lanes, ...looks, ...records], () => inTurn(counting.filter(isUsual))),
    ]);
  });
  // Calls of operations share a token. Each asks for another when it fails, which may end that of those beside it.
  const mayEnd = profile.openings['token.older'] !== 'works';
  const call = (history: History): Promise<unknown> => (mayEnd ? once(history) : inTurn([history]));
  await appointments.idle(() =>
    Promise.all(of('access').map((history) => appointments.attend(() => call(history)))),
  );
  for (const failed of again) await confirmed(failed);
  await alone(of('alone').filter(isUsual));
  return shown;
}
