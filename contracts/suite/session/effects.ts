/**
 * The effects of requests that must be refused, read back with a good token. An operation that had its effect was
 * carried out, whatever it answered. Each such request carries a value of its own, by which its effect is recognised.
 */
import { durationMs } from '../../kit/durations.ts';
import { fieldOf } from '../../kit/json.ts';
import { type AnyId, isId } from '../../profile/facts.ts';
import { familyOperations, listedBy } from '../../specification/operations.ts';
import type { Answer } from '../answer.ts';
import type { Effect, Trace } from '../case-context.ts';
import type { HasExchange } from '../finding.ts';
import { contentOf } from '../reading/success.ts';
import type { Calibration } from './calibration.ts';
import type { Caller } from './caller.ts';
import type { Dialect } from './dialect.ts';
import { readList } from './lists.ts';
import type { Made } from './made.ts';
import type { Resource } from './maker.ts';
import type { DeploymentTime } from './time.ts';
import { unlessUnbound } from './unbound.ts';

/** The result of a look. `read`: whether the effect would have been seen. */
export interface Found {
  effect?: Effect;
  read: boolean;
  /** Whether the record is no longer there. */
  isGone?: true;
}

type Facts = { readonly [fact: string]: unknown };

export interface EffectsContext extends Dialect {
  readonly made: Pick<Made, 'adopt'>;
  readonly calibration: Pick<Calibration, 'kind'>;
  readonly time: Pick<DeploymentTime, 'pause'>;
  /** Milliseconds until the slowest write of the run could be read. */
  readonly slowestWrite: number;
  eventually<T>(read: () => Promise<T>, done: (value: T) => boolean): Promise<T>;
}

/** A place that was rounded on the way is still the same, in degrees. */
const ROUNDING = 0.0006;
/** A write is read this much later than it has to be readable. */
const MARGIN = 100;
const UNREAD: Found = { read: false };

export class Effects {
  readonly #context: EffectsContext;

  constructor(context: EffectsContext) {
    this.#context = context;
  }

  /** Whether a record can be read, at once or a moment later. */
  async reads(caller: Caller, resource: Resource, id: AnyId): Promise<boolean> {
    const read = async () => isAt((await this.#record(caller, resource, id)).facts, id);
    return (await this.#context.eventually(read, (is) => is).catch(unlessUnbound)) ?? false;
  }

  /** Reads back once for all these traces, which are at one place. */
  async find(caller: Caller, traces: readonly Trace[]): Promise<Found> {
    const [first] = traces;
    if (!first) return UNREAD;
    await this.#untilReadable();
    const found = await this.#read(caller, first, traces).catch(unlessUnbound);
    return found ?? UNREAD;
  }

  #read(caller: Caller, first: Trace, traces: readonly Trace[]): Promise<Found> {
    if (first.left === 'location') return this.#lastLocation(caller, first.device, traces);
    if (first.left === 'alert') return this.#alertOf(caller, first.device, traces);
    return first.id === undefined
      ? this.#listed(caller, first.resource, traces)
      : this.#changed(caller, first.resource, first.id, traces);
  }

  /** A record of that content is in the list. It is the run's from now on, and removed at the end. */
  async #listed(caller: Caller, resource: Resource, traces: readonly Trace[]): Promise<Found> {
    const { made } = this.#context;
    const name = listedBy[familyOperations[resource].list];
    const { records, pages, complete } = await readList(this.#context, caller, name);
    const held = (records as Facts[]).filter((record) => traces.some((trace) => isRecordOf(record, trace)));
    for (const { id } of held) if (isId(id)) await made.adopt(resource, id);
    if (held.length === 0) return { read: complete && records.length > 0 };
    return seen(`the list then holds the ${resource} that it sent`, pages.at(-1));
  }

  /** The caller makes sure that a record that is gone was there before. */
  async #changed(caller: Caller, resource: Resource, id: AnyId, traces: readonly Trace[]): Promise<Found> {
    const { facts, answer } = await this.#record(caller, resource, id);
    const isChanged = traces.some((trace) => isRecordOf(facts, trace));
    if (isChanged) return seen(`the ${resource} then holds what it sent`, answer);
    if (isAt(facts, id)) return { read: true };
    if (traces.every(({ left }) => left !== 'no record')) return UNREAD;
    const kind = await this.#context.calibration.kind(familyOperations[resource].read, answer);
    if (kind !== 'absent' && ![404, 410].includes(answer.status)) return UNREAD;
    return { ...seen(`the ${resource} is then gone`, answer), isGone: true };
  }

  async #record(caller: Caller, resource: Resource, id: AnyId): Promise<{ facts: Facts; answer: Answer }> {
    const lens = this.#context.lens.reply(resource);
    const answer = await caller.call(familyOperations[resource].read, { id });
    return { facts: lens.read(contentOf(answer)).facts, answer };
  }

  async #lastLocation(caller: Caller, device: AnyId, traces: readonly Trace[]): Promise<Found> {
    const lens = this.#context.lens.reply('location');
    const answer = await caller.call('lastLocation', { id: device });
    const { latitude, longitude } = lens.read(contentOf(answer)).facts;
    const isThere = traces.some(
      (trace) =>
        trace.left === 'location' && isNear(trace.latitude, latitude) && isNear(trace.longitude, longitude),
    );
    if (isThere) return seen('the last location is then the one that it sent', answer);
    return { read: typeof latitude === 'number' && typeof longitude === 'number' };
  }

  /** No operation reads alerts; some deployments show them with the device. Their absence there shows nothing. */
  async #alertOf(caller: Caller, device: AnyId, traces: readonly Trace[]): Promise<Found> {
    const answer = await caller.call('readDevice', { id: device });
    const text = answer.text.toLowerCase();
    const isShown = traces.some((trace) => trace.left === 'alert' && text.includes(trace.mark.toLowerCase()));
    return isShown ? seen('the device then shows the alert that it sent', answer) : UNREAD;
  }

  async #untilReadable(): Promise<void> {
    const { profile, slowestWrite, time } = this.#context;
    const promised = profile.openings.consistency?.readableAfter;
    const delay = Math.max(slowestWrite, promised === undefined ? 0 : durationMs(promised));
    if (delay > 0) await time.pause(delay + MARGIN);
  }
}

function seen(what: string, answer: HasExchange | undefined): Found {
  return { effect: { what, exchange: answer?.exchange }, read: true };
}

/** Traces of one place are read back together. */
export function placeOf(trace: Trace): string {
  if (trace.left === 'location' || trace.left === 'alert') return `${trace.left} of ${trace.device}`;
  return trace.id === undefined ? `${trace.resource}s` : `${trace.resource} ${trace.id}`;
}

/** Whether a record holds one of the facts that a request sent, each of which no other request sent. */
function isRecordOf(record: Facts, trace: Trace): boolean {
  if (trace.left !== 'record') return false;
  return Object.entries(trace.facts).some(([fact, sent]) => {
    const held = fieldOf(record, fact);
    return typeof sent === 'string' && typeof held === 'string' && held.toLowerCase() === sent.toLowerCase();
  });
}

function isAt({ id }: Facts, wanted: AnyId): boolean {
  return id !== undefined && id !== null && String(id) === String(wanted);
}

function isNear(sent: number, found: unknown): boolean {
  return typeof found === 'number' && Math.abs(found - sent) <= ROUNDING;
}
