/** One channel of one device: what the cases of the daily limits send on, and how they judge. */
import type { AnyId } from '../../../profile/facts.ts';
import type { Channel } from '../../../specification/judged.ts';
import type { CaseContext } from '../../case-context.ts';
import type { LimitsChange } from '../../controls/api.ts';
import { type Finding, fail, type HasExchange, inconclusive, suspect, Unreached } from '../../finding.ts';
import { canRead, readLimits } from '../../reading/device.ts';
import { isInRange, limitOf, mustSet, usageOf } from './settings.ts';

export interface Sent extends HasExchange {
  sent: number;
  withheld: number;
}

/** What came of asking for more than there was room for. */
export interface Filling {
  sent: number;
  evidence: readonly Sent[];
}

/** A changed limit, and whether exactly as much was sent as it leaves. */
export interface Change extends Filling {
  limit: number | null;
  outcome: 'in force' | 'exceeded' | 'held back' | 'refused';
}

export interface ChangeOptions {
  /** Of what it leaves so many are not asked for. */
  spare?: number;
  /** What is set with it. */
  also?: LimitsChange;
  /** What is done once it is set, before anything is sent. */
  meanwhile?: () => Promise<void>;
}

export class Line {
  readonly context: CaseContext;
  readonly device: AnyId;
  readonly channel: Channel;
  /** Messages of the current day, by what was seen to be sent. */
  used: number;
  /** What that was when the line was taken. */
  readonly startedAt: number;

  constructor(context: CaseContext, device: AnyId, channel: Channel, used: number) {
    this.context = context;
    this.device = device;
    this.channel = channel;
    this.used = used;
    this.startedAt = used;
  }

  /** Limits the line to what was sent today and so many more. Answers with how many: more, where no limit so low is taken. */
  async leave(room: number): Promise<number> {
    const least = this.context.profile.openings['limits.range']?.min ?? 0;
    const limit = Math.max(this.used + room, least);
    await this.limitTo(limit);
    return limit - this.used;
  }

  /**
   * Changes the limit to what was sent today and so many more (fewer, below 0), and asks for one message more than
   * that leaves; `null`: to none, and asks for one.
   */
  async change(
    room: number | null,
    { spare = 0, also = {}, meanwhile }: ChangeOptions = {},
  ): Promise<Change> {
    const least = this.context.profile.openings['limits.range']?.min ?? 0;
    const limit = room === null ? null : Math.max(this.used + room, least);
    if ((await this.#tryChange(limit, also)) === 'refused')
      return { limit, outcome: 'refused', sent: 0, evidence: [] };
    await meanwhile?.();
    if (limit === null) {
      const { sent, evidence } = await this.#some(1);
      return { limit, outcome: sent > 0 ? 'in force' : 'held back', sent, evidence };
    }
    const left = Math.max(0, limit - this.used);
    const wanted = left > spare ? left - spare : left;
    const { sent, evidence } = wanted < left ? await this.#some(wanted) : await this.fill(left);
    const fate = sent > wanted ? 'exceeded' : sent < wanted ? 'held back' : 'in force';
    return { limit, outcome: fate, sent, evidence };
  }

  /** What else is to be set need not be taken in one request with it. */
  async #tryChange(limit: number | null, also: LimitsChange): Promise<'done' | 'refused'> {
    if (Object.keys(also).length === 0) return this.tryLimit(limit);
    const together = await this.context.controls.setLimits(this.device, {
      [limitOf[this.channel]]: limit,
      ...also,
    });
    return together.outcome === 'done' ? 'done' : this.tryLimit(limit);
  }

  /** Throws `Unreached` when the limit is refused. */
  limitTo(limit: number): Promise<void> {
    return mustSet(this.context, this.device, { [limitOf[this.channel]]: limit });
  }

  /** The same, and a refusal is an answer too. */
  async tryLimit(limit: number | null): Promise<'done' | 'refused'> {
    return (await this.context.controls.setLimits(this.device, { [limitOf[this.channel]]: limit })).outcome;
  }

  /**
   * Asks for one message more than the limit leaves. A deployment that sends several all or none, or
   * only some at a time, is then asked for what there is still room for, as long as it sends any.
   */
  async fill(room: number): Promise<Filling> {
    const evidence = [await this.send(room + 1)];
    const sent = () => evidence.reduce((sum, one) => sum + one.sent, 0);
    for (let before = -1; sent() < room && (before < 0 || sent() > before); ) {
      before = sent();
      evidence.push(await this.send(room - before));
    }
    return { sent: sent(), evidence };
  }

  async #some(count: number): Promise<Filling> {
    const sending = await this.send(count);
    return { sent: sending.sent, evidence: [sending] };
  }

  /** A day has ended: nothing has been sent on the present one. */
  beginDay(): void {
    this.used = 0;
  }

  async send(count: number): Promise<Sent> {
    const sending = await this.context.controls.send(this.device, this.channel, count);
    this.used += sending.sent;
    return sending;
  }

  async read(): Promise<Read> {
    const limits = await readLimits(this.context, this.device);
    return {
      limit: limits[limitOf[this.channel]],
      usage: limits[usageOf[this.channel]],
      exchange: limits.exchange,
    };
  }

  /** The same, once all that was sent is counted, or patience is at its end. */
  readSettled(): Promise<Read> {
    return this.context.eventually(
      () => this.read(),
      ({ usage }) => usage === undefined || usage === this.used,
    );
  }

  /** The same, where the counter must be read. */
  async readUsage(): Promise<{ usage: number } & HasExchange> {
    const { usage, exchange } = await this.read();
    if (usage !== undefined) return { usage, exchange };
    throw new Unreached(`the counter of ${words[this.channel]} cannot be read`, 'controls.readLimits');
  }

  /**
   * A failure, unless the limit that it is about was never in place: what was read of it meanwhile, or
   * can be read now, is looked at first. Where nothing can be read, a limit must have been seen to hold.
   */
  async broken(limit: number, { expected, observed, evidence, held, meanwhile }: Broken): Promise<Finding> {
    const read = meanwhile ?? (canRead(this.context, limitOf[this.channel]) ? await this.read() : undefined);
    const found = read?.limit;
    if (found === limit || (found === undefined && held)) return fail(expected, observed, ...evidence);
    const seen = found === undefined ? 'no limit was seen to hold' : `${found ?? 'none'} is read`;
    if (found !== undefined && isInRange(this.context, limit))
      return suspect(
        `A limit of ${limit} was set and taken, but ${seen}.`,
        ...evidence,
        ...(read ? [read] : []),
      );
    return inconclusive(
      `A limit of ${limit} was set, but ${seen}: the control may not have brought it about.`,
      'controls.setLimits',
      ...(found === undefined ? (['controls.readLimits'] as const) : []),
    );
  }
}

interface Broken {
  expected: string;
  observed: string;
  evidence: readonly HasExchange[];
  /** Whether a limit of this line was seen to hold something back. */
  held: boolean;
  /** What was read while the limit was set. */
  meanwhile?: Read | undefined;
}

/** The limit and the counter as they are read; `undefined` for what is not shown. */
export interface Read extends HasExchange {
  limit: number | null | undefined;
  usage: number | undefined;
}

export const words = { email: 'e-mails', sms: 'SMS messages' } as const;
export const otherChannel = { email: 'sms', sms: 'email' } as const satisfies { [C in Channel]: Channel };

/** Where the count of the day is taken from: what the run itself had sent, or the counter of the device. */
export type Reckoning = 'own' | 'counter';

/**
 * The line of a device's channel. What the run had sent is all there is on a device that it made, until
 * a day ends. Throws `Unreached` where what was sent today is not known.
 */
export async function lineOf(
  context: CaseContext,
  device: AnyId,
  channel: Channel,
  reckoning: Reckoning = 'own',
): Promise<Line> {
  const used = context.controls.sentByRun(device, channel);
  if (used === 0 || (used !== undefined && reckoning === 'own'))
    return new Line(context, device, channel, used);
  const { usage } = await new Line(context, device, channel, 0).readUsage();
  return new Line(context, device, channel, usage);
}
