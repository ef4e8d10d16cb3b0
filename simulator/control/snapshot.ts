/**
 * The whole world as JSON, out and in. A restored world goes on exactly as the one it was taken of.
 *
 * A snapshot is untrusted data. It carries a digest of itself: an edited one is refused, and so is one of another form. A
 * world is made of it that no caller sees, and only then it is loaded into the one that is served, which so cannot fail.
 */

import { digestOf } from '../../contracts/kit/digest.ts';
import { fieldsOf } from '../../contracts/kit/fields.ts';
import { formOf } from '../../contracts/kit/form.ts';
import { checkOptions, OptionError } from '../../contracts/kit/option-names.ts';
import { count, instant, ordinal } from '../../contracts/kit/saved.ts';
import {
  constant,
  each,
  integer,
  list,
  object,
  optional,
  orNull,
  type Static,
  string,
  tuple,
  typed,
  yesNo,
} from '../../contracts/kit/schema.ts';
import { namesOf } from '../../contracts/kit/tables.ts';
import { excerpt, quoted, shortened } from '../../contracts/kit/untrusted.ts';
import { chosenResources, type OuterId } from '../../contracts/profile/lens/chosen-ids.ts';
import { faultState } from '../faults/index.ts';
import { limitState } from '../faults/limit.ts';
import type { SaveOptions } from '../fleet/fleet.ts';
import { fleetState } from '../fleet/state.ts';
import { delayedReadsState } from '../http/consistency.ts';
import type { Speed } from '../time/clock.ts';
import { ClockError } from '../time/errors.ts';
import { mustHold, StateError } from '../time/saved.ts';
import { timelineState } from '../time/timeline.ts';
import type { WorldState } from '../world-state.ts';
import { ControlError } from './errors.ts';

const FORMAT = 'roadtest-snapshot';
const VERSION = 1;

const chosenOfOne = list(
  tuple([ordinal, typed<OuterId>({ type: ['string', 'integer'], minimum: 1, maxLength: 100 })]),
);
const chosenIds = object(each(chosenResources, optional(chosenOfOne)));

const snapshotForm = object({
  format: constant(FORMAT),
  version: constant(VERSION),
  /** Name of the profile that the world speaks. */
  profile: string(),
  seed: integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }),
  clock: object({
    speed: typed<Speed>({ type: ['number', 'string'] }),
    frozen: yesNo,
    until: orNull(instant),
  }),
  timeline: timelineState,
  fleet: fleetState,
  /** The ids that were chosen for records; left out where none was. */
  ids: optional(chosenIds),
  tokensIssued: count,
  /** The places of the tokens that were revoked; left out where none was. */
  tokensRevoked: optional(list(ordinal)),
  rateLimit: orNull(limitState),
  delayedReads: delayedReadsState,
  faults: faultState,
  /** The state of the plugin, which knows its form; `null` without a plugin. */
  companion: typed<unknown>({}),
  /** The digest of all the rest but the API key; kept in the process, a snapshot has none. */
  digest: optional(string()),
});
export type Snapshot = Static<typeof snapshotForm>;

/** The facts that a world and a snapshot must share for the world to go on from it. */
export type Origin = Pick<Snapshot, 'profile' | 'seed'>;

const readForm = formOf(snapshotForm);

/** Shares nothing with the world: it stays as it is while the world goes on. */
export function takeSnapshot(origin: Origin, state: WorldState, options?: SaveOptions): Snapshot {
  const { speed, frozen, until } = state.clock.view();
  return {
    format: FORMAT,
    version: VERSION,
    profile: origin.profile,
    seed: origin.seed,
    clock: { speed, frozen, until },
    timeline: state.timeline.save(),
    fleet: state.fleet.save(options),
    ...(!state.ids.isEmpty && { ids: state.ids.save() }),
    tokensIssued: state.tokens.issued,
    ...(state.tokens.revoked.size > 0 && { tokensRevoked: [...state.tokens.revoked] }),
    rateLimit: state.rateLimit?.save() ?? null,
    delayedReads: state.delayedReads.save(),
    faults: state.faults.save(),
    companion: state.companion?.save() ?? null,
  };
}

export interface SnapshotOptions {
  /** Default `omit`: a world that restores the snapshot keeps its own key, which is a secret, while a snapshot is shared. */
  apiKey?: 'include' | 'omit';
}

type Account = Snapshot['fleet']['account'];

/** A snapshot as it leaves the world: with a digest of itself, and with its key only when that was asked for. */
export interface ExportedSnapshot extends Omit<Snapshot, 'fleet'> {
  fleet: Omit<Snapshot['fleet'], 'account'> & {
    account: Omit<Account, 'apiKey'> & Partial<Pick<Account, 'apiKey'>>;
  };
}

export function exportedSnapshot(snapshot: Snapshot, options: SnapshotOptions = {}): ExportedSnapshot {
  checkOptions(options, { apiKey: true }, 'snapshot');
  const { apiKey = 'omit' } = options;
  const digest = snapshotDigest(snapshot);
  if (apiKey === 'include') return { ...snapshot, digest };
  if (apiKey !== 'omit') {
    const message = `apiKey can be include or omit, not ${quoted(apiKey)}.`;
    throw new OptionError(message, 'Default: omit.', 'apiKey');
  }
  const { apiKey: _secret, ...account } = snapshot.fleet.account;
  return { ...snapshot, fleet: { ...snapshot.fleet, account }, digest };
}

/** The digest of a snapshot, with or without its API key. */
export function snapshotDigest(snapshot: object): string {
  const { digest: _, fleet: whole, ...others } = fieldsOf(snapshot);
  const { account, ...fleet } = fieldsOf(whole);
  const { apiKey: _secret, ...known } = fieldsOf(account);
  return digestOf([others, fleet, known]);
}

/**
 * Reads a snapshot of this origin that is as it was taken. Whoever makes the digest anew is not found out: it keeps
 * mistakes away, and is no signature.
 *
 * @throws ControlError
 */
export function readSnapshot(given: unknown, { profile, seed }: Origin): Snapshot {
  const snapshot = fieldsOf(given);
  const shown = (name: string) => shortened(JSON.stringify(snapshot[name]) ?? 'undefined', 200);
  const wanted = { format: FORMAT, version: VERSION, profile, seed, digest: snapshotDigest(snapshot) };
  const wrong = namesOf(wanted).find((name) => snapshot[name] !== wanted[name]);
  if (wrong !== undefined) {
    const [code, message, hint] = (
      {
        format: [
          'SNAPSHOT_INVALID',
          'This is not a snapshot of Roadtest.',
          'GET /_control/snapshot gives one.',
        ],
        version: [
          'SNAPSHOT_VERSION',
          `The snapshot has version ${shown(wrong)}; this Roadtest reads ${VERSION}.`,
          'Use the version that it was taken with.',
        ],
        profile: [
          'SNAPSHOT_PROFILE',
          `The snapshot speaks the profile ${shown(wrong)}, this simulator ${quoted(profile)}.`,
          'Start the simulator with the profile that the snapshot was taken with.',
        ],
        seed: [
          'SNAPSHOT_INVALID',
          `The snapshot was taken at seed ${shown(wrong)}, this simulator has ${seed}.`,
          'Start the simulator with the seed of the snapshot.',
        ],
        digest: [
          'SNAPSHOT_INVALID',
          'The snapshot was edited after it was taken.',
          'Use a snapshot unchanged. To make a world of your own, use a fixture: --fixture, or PUT /_control/fixture.',
        ],
      } as const
    )[wrong];
    throw new ControlError(code, message, { field: wrong, hint });
  }
  const read = readForm(given);
  if ('problem' in read) throw invalid(read.problem.pointer, read.problem.message);
  return read.value;
}

/**
 * Puts what was saved of a world in place of what is in this one; listeners stay.
 *
 * @throws ControlError for what a world cannot go on from; the world is then not to be used any more
 */
export function loadState(state: WorldState, saved: Snapshot): void {
  const { timeline, fleet, ids, delayedReads, rateLimit, faults, companion, clock } = saved;
  const parts: { readonly [pointer: string]: () => void } = {
    '/timeline': () => state.timeline.restore(timeline),
    '/fleet': () => state.fleet.restore(fleet),
    '/ids': () => state.ids.restore(ids ?? {}),
    '/tokensIssued': () => state.tokens.restore(saved.tokensIssued, saved.tokensRevoked),
    '/rateLimit': () => rateLimit && state.rateLimit?.restore(rateLimit),
    '/delayedReads': () => state.delayedReads.restore(delayedReads, timeline.now),
    '/faults': () => state.faults.restore(faults),
    '/companion'() {
      const isHere = state.companion !== undefined || companion === null;
      mustHold(isHere, '', 'belongs to a story, but no story is being played here');
      state.companion?.restore(companion);
    },
    '/clock': () => state.clock.restore(clock),
  };
  for (const [pointer, restore] of Object.entries(parts)) {
    try {
      restore();
    } catch (error) {
      if (error instanceof StateError) throw invalid(pointer + error.pointer, error.problem);
      const isOfPart = error instanceof ControlError || error instanceof ClockError;
      // A plugin has errors of its own.
      if (!isOfPart && !(pointer === '/companion' && error instanceof Error)) throw error;
      const { field } = fieldsOf(error);
      const at = field === undefined ? pointer : `${pointer}/${String(field)}`;
      throw invalid(at, `cannot be: ${error.message.replace(/\.$/, '')}`);
    }
  }
}

function invalid(pointer: string, problem: string): ControlError {
  return new ControlError(
    'SNAPSHOT_INVALID',
    `The snapshot cannot be restored: ${excerpt(pointer)} ${problem}.`,
    { field: pointer, hint: 'Use a snapshot as it was taken.' },
  );
}
