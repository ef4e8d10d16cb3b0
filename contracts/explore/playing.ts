/**
 * A history played once, on fresh records. It ends at the first step that no reading of the document explains, or where
 * the deployment or a control broke off: whether a call without an answer happened is not known, and nothing is judged
 * after it.
 */
import { type Event, singleEvents } from '../model/event.ts';
import { Model } from '../model/model.ts';
import type { CaseContext } from '../suite/case-context.ts';
import { limitOf } from '../suite/cases/limits/settings.ts';
import { canRead, readLimits } from '../suite/reading/device.ts';
import type { Exchange } from '../suite/run.ts';
import { createCaseContext } from '../suite/session/create-context.ts';
import type { Session } from '../suite/session/session.ts';
import { unlessUnbound } from '../suite/session/unbound.ts';
import { breakOffIn, unlessUnreached } from '../suite/transport/failures.ts';
import { act, mayHaveHappened } from './acting.ts';
import { canBeJudged, isServed } from './judging.ts';
import type { Scene } from './scene.ts';
import { reads, type Step, targetOf } from './steps.ts';
import type { DeviceSupply } from './supply.ts';

/** A step and what came of it; nothing where it could not be taken. */
export interface Done {
  readonly step: Step;
  readonly event: Event | undefined;
}

export interface Played {
  /** So many steps of the history were taken, or tried. */
  readonly taken: number;
  readonly done: readonly Done[];
  /** So many of these steps could be judged. */
  readonly judged: number;
  /** Of a history that failed. */
  readonly exchanges: readonly Exchange[];
  /** What no reading explains: the name that the model gives it. */
  readonly wrongAbout: string | undefined;
  /** Where the deployment broke off, in words. */
  readonly brokeOff: string | undefined;
  /** What could not be undone, in words. */
  readonly undone: readonly string[];
}

export async function play(session: Session, supply: DeviceSupply, steps: readonly Step[]): Promise<Played> {
  const before = session.transport.exchanges.length;
  const began = session.host.monotonic();
  const caller = session.calling('explore', session.signal);
  const { context, end } = createCaseContext(session, caller);
  const stage = new Stage(context, supply, session);
  const served = () => isServed(context, session.transport.exchanges, before);
  let brokeOff: string | undefined;
  let taken = 0;
  try {
    for (const step of steps) {
      taken++;
      await stage.take(step);
      if (session.signal.aborted || stage.isOver || !stage.model.explains) break;
    }
    const isHeldAgainstIt = async () =>
      (await served()) && (await isHeld(context, stage.events)) && !(await session.time.wasMovedSince(began));
    if (!stage.model.explains && !(await isHeldAgainstIt())) stage.forgive();
  } catch (error) {
    const failure = breakOffIn(error);
    if (!failure && !session.signal.aborted) throw error;
    brokeOff = failure?.message ?? 'the run was interrupted';
    stage.forgive();
  }
  const fails = !stage.forgiven && !stage.model.explains;
  const exchanges = fails ? session.transport.exchanges.slice(before) : [];
  const judged =
    !session.signal.aborted && (await served())
      ? stage.done.filter(({ event }) => canBeJudged(event)).length
      : 0;
  const failures = await end();
  return {
    taken,
    done: stage.done,
    judged,
    exchanges,
    wrongAbout: fails ? stage.model.wrongAbout : undefined,
    brokeOff,
    undone: failures.map((error) => (error instanceof Error ? error.message : String(error))),
  };
}

class Stage {
  readonly #scene: Scene;
  readonly #requests: () => number;
  #last: { event: Event; before: Model; after: Model } | undefined;
  readonly done: Done[] = [];
  model = Model.create();
  /** Nothing is held against the deployment. */
  forgiven = false;
  /** Whether something may have changed that the model does not know. */
  isOver = false;

  constructor(context: CaseContext, supply: DeviceSupply, { time, transport }: Session) {
    this.#requests = () => transport.exchanges.length;
    const promised = context.profile.openings.consistency?.readableAfter;
    const settles = promised === undefined || !/^PT0+(\.0+)?S$/.test(promised);
    this.#scene = {
      ...{ context, supply, settles },
      reach: (moment) => time.reach(moment),
      records: new Map(),
      deleted: new Set(),
      devices: new Map(),
      tokens: [],
      accessOff: false,
      expiring: false,
      counted: false,
      alerts: 0,
      explains: (event) => this.#after(event).explains,
    };
  }

  /** The model after an event that was looked at last: what is asked about it and what is kept of it are the same. */
  #after(event: Event): Model {
    if (this.#last?.event !== event || this.#last.before !== this.model)
      this.#last = { event, before: this.model, after: this.model.after(event) };
    return this.#last.after;
  }

  get events(): Event[] {
    return this.done.flatMap(({ event }) => event ?? []);
  }

  forgive(): void {
    this.forgiven = true;
  }

  async take(step: Step): Promise<void> {
    const before = this.#requests();
    const event = await act(this.#scene, step).catch((error: unknown) => {
      unlessUnbound(error);
      const went = step.do === 'send' || this.#requests() > before || mayHaveHappened(error);
      this.isOver = went && !reads.has(step.do);
      return undefined;
    });
    this.#note(step, event);
    // A write that becomes readable a moment later is waited for, before another builds on it.
    if (!event || !this.#scene.settles || step.do === 'read') return;
    for (const reading of readingsOf(step)) {
      if (!this.model.explains) return;
      this.#note(reading, await act(this.#scene, reading).catch(unlessUnbound));
    }
  }

  #note(step: Step, event: Event | undefined): void {
    this.done.push({ step, event });
    if (event) this.model = this.#after(event);
  }
}

/** What shows the records that a step has written. */
function readingsOf(step: Step): Step[] {
  const calls: readonly Step[] = step.do === 'burst' ? step.calls : [step];
  const written = calls.flatMap((call): [string, Step][] =>
    'record' in call ? [[targetOf(call), { do: 'read', family: call.family, record: call.record }]] : [],
  );
  return [...new Map(written).values()];
}

/**
 * Whether what a failure rests on was brought about at all. A limit counts if it can be read, or was seen to hold
 * something back: otherwise the control may not have set it.
 */
async function isHeld(context: CaseContext, all: readonly Event[]): Promise<boolean> {
  const events = singleEvents(all);
  const last = events.at(-1);
  if (last?.kind !== 'sent') return true;
  const { device, channel } = last;
  const fact = limitOf[channel];
  const sets = events.flatMap((event) =>
    event.kind === 'set' && event.device === device ? [event.change[fact]] : [],
  );
  const limit = sets.findLast((value) => value !== undefined);
  if (!canRead(context, fact)) {
    return events.some(
      (event) =>
        event.kind === 'sent' &&
        event.device === device &&
        event.channel === channel &&
        event.sent < event.asked,
    );
  }
  const read = (await readLimits(context, device).catch(unlessUnreached))?.[fact];
  return read === limit;
}
