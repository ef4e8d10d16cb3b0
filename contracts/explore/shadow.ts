/**
 * In which state a deployment that follows the document would be after the steps drawn so far. It leads the drawing
 * alone: values at the edges of what is set, and steps in states that were seldom reached. Nothing is judged by it.
 */

import { reads, type Step, targetOf } from '../play/steps.ts';
import type { Channel } from '../specification/judged.ts';
import { channelIds } from '../specification/records/values.ts';

export interface Line {
  /** `undefined`: never set. */
  limit: number | null | undefined;
  used: number;
  /** Changes of the limit. */
  changes: number;
  /** Whether something was sent beyond the limit since it was set, and since the day began. */
  tried: boolean;
}

interface Target {
  /** The step before. */
  past: string;
  /** All that changed it, the newest last. */
  writes: string[];
  /** How often each kind of step was taken. */
  times: Map<string, number>;
  /** Writes of a record; nights of a device. */
  count: number;
  /** A deleted record, or an expired device. */
  gone: boolean;
  lines: { readonly [C in Channel]: Line };
  /** Days until a device expires, and until a date after Expires was switched off; how often it has expired. */
  days: number | undefined;
  off: number | undefined;
  lapses: number;
}

/** More of anything counts as so many. */
const MANY = 4;
const OFTEN = 9;

export class Shadow {
  readonly #targets = new Map<string, Target>();
  /** All that changed anything, with its target, the newest last. */
  readonly #writes: { name: string; said: string }[] = [];
  #last = '';

  /** What a step follows: the state of its target, the step before it, and whether something else came between. */
  keyOf(step: Step): string {
    const target = this.#of(targetOf(step));
    const between = this.#last === targetOf(step) ? '' : ' elsewhere';
    return [target.past, `${stateOf(target, step)}${between}`, spoken(step, this)].join(' > ');
  }

  /** What a step follows, in short contexts and in long ones: of its own target, and of all. */
  contextsOf(step: Step): string[] {
    const name = targetOf(step);
    const { past, writes, times } = this.#of(name);
    const said = spoken(step, this);
    const all = this.#writes
      .slice(-3)
      .map((write) => `${write.name === name ? 'own' : 'other'} ${write.said}`);
    return [
      this.keyOf(step),
      `after reading ${past} > ${said}`,
      `time ${Math.min(times.get(said) ?? 0, OFTEN)} > ${said}`,
      `write ${Math.min(writes.length, OFTEN)} > ${said}`,
      ...[1, 2, 3, 4].map((length) => `own ${writes.slice(-length).join(', ')} > ${said}`),
      ...[1, 2, 3].map((length) => `all ${all.slice(-length).join(', ')} > ${said}`),
    ];
  }

  line(device: number, channel: Channel): Line {
    return this.#of(`device ${device}`).lines[channel];
  }

  /** How many messages may still go out; `undefined` where nothing limits them. */
  room(device: number, channel: Channel): number | undefined {
    const { limit, used } = this.line(device, channel);
    return typeof limit === 'number' ? Math.max(0, limit - used) : undefined;
  }

  /** Days until the next device expires, or would if Expires were on. */
  get nextExpiry(): number | undefined {
    const days = [...this.#targets.values()].flatMap(({ days, off }) => days ?? off ?? []);
    return days.length === 0 ? undefined : Math.min(...days);
  }

  /** Whether a date is the first of a device, or earlier or later than the one before. */
  turn({ device, days }: { device: number; days: number | null }): string {
    const before = this.#of(`device ${device}`).days;
    if (days === null) return 'without a date';
    if (before === undefined) return 'anew';
    return days < before ? 'earlier' : 'later';
  }

  isGone(name: string): boolean {
    return this.#of(name).gone;
  }

  note(step: Step): void {
    const name = targetOf(step);
    const target = this.#of(name);
    const said = spoken(step, this);
    target.past = said;
    target.times.set(said, (target.times.get(said) ?? 0) + 1);
    this.#last = name;
    if (!reads.has(step.do)) {
      target.writes.push(said);
      this.#writes.push({ name, said });
    }
    this.#perform(step, target);
  }

  #perform(step: Step, target: Target): void {
    switch (step.do) {
      case 'replace':
      case 'update':
        target.count++;
        return;
      case 'delete':
        target.gone = true;
        return;
      case 'burst':
        for (const call of step.calls) this.#perform(call, this.#of(targetOf(call)));
        return;
      case 'limit':
        setLimit(target.lines[step.channel], step.to);
        return;
      case 'limits':
        for (const channel of channelIds) setLimit(target.lines[channel], step.to);
        return;
      case 'send': {
        const room = this.room(step.device, step.channel) ?? step.count;
        if (step.count > room) target.lines[step.channel].tried = true;
        target.lines[step.channel].used += step.atOnce
          ? Math.min(room, step.count)
          : sentOf(step.count, room);
        return;
      }
      case 'expiry':
        target.off = step.on ? undefined : (target.days ?? target.off);
        target.days = step.on ? (step.days ?? undefined) : undefined;
        return;
      case 'activate':
        target.gone = false;
        target.days = undefined;
        target.off = undefined;
        return;
      case 'wait':
        for (const each of this.#targets.values()) pass(each, step.hours);
        return;
      default:
    }
  }

  #of(name: string): Target {
    const known = this.#targets.get(name);
    if (known) return known;
    const line = (): Line => ({ limit: undefined, used: 0, changes: 0, tried: false });
    const made: Target = {
      ...{ past: '', writes: [], times: new Map() },
      count: 0,
      gone: false,
      off: undefined,
      lines: { email: line(), sms: line() },
      days: undefined,
      lapses: 0,
    };
    this.#targets.set(name, made);
    return made;
  }
}

function setLimit(line: Line, to: number | null): void {
  line.changes++;
  line.tried = false;
  if (to === null || to >= 0) line.limit = to;
}

/** Several messages may go out all or none. */
function sentOf(count: number, room: number): number {
  return count <= room ? count : 0;
}

const HOURS_OF_DAY = 24;
const CERTAIN = -3;

function pass(target: Target, hours: number): void {
  if (hours >= HOURS_OF_DAY) {
    target.count++;
    for (const channel of channelIds) Object.assign(target.lines[channel], { used: 0, tried: false });
  }
  target.off = after(hours, target.off);
  if (target.days === undefined) return;
  target.days = after(hours, target.days);
  if (target.days !== undefined) return;
  target.gone = true;
  target.lapses++;
}

/** Days that are left of some; `undefined` once an expiry is certain, which is a few days later. */
function after(hours: number, days: number | undefined): number | undefined {
  const left = days === undefined ? undefined : days - hours / HOURS_OF_DAY;
  return left !== undefined && left > CERTAIN ? left : undefined;
}

function stateOf({ count, gone, lines, lapses }: Target, step: Step): string {
  if ('record' in step) return `${gone ? 'deleted' : 'there'} ${Math.min(count, MANY)}`;
  if (step.do === 'send' || step.do === 'limit') {
    const { limit, used, changes } = lines[step.channel];
    const reached = typeof limit === 'number' && used >= limit ? ' reached' : used > 0 ? ' used' : '';
    return `${limitClass(limit)}${reached} ${Math.min(changes, MANY)}`;
  }
  return `${gone ? 'expired' : ''} ${Math.min(lapses, 2)}`;
}

function limitClass(limit: Line['limit']): string {
  if (limit === undefined) return 'unset';
  if (limit === null) return 'none';
  return limit > 1 ? 'several' : String(limit);
}

/** A step without what names its target. */
function spoken(step: Step, shadow: Shadow): string {
  switch (step.do) {
    case 'create':
    case 'replace':
    case 'delete':
    case 'read':
    case 'list':
      return `${step.do} ${step.family}`;
    case 'update':
      return `update ${step.family} ${step.fact}`;
    case 'expiry':
      return step.on ? `expires ${shadow.turn(step)}` : 'expires not';
    case 'token':
      return `token ${step.credentials}`;
    case 'call':
      return `call ${step.bearer}`;
    case 'limit':
      return `${direction(shadow.line(step.device, step.channel).limit, step.to)} limit`;
    case 'burst':
      return `at once ${[...new Set(step.calls.map((call) => call.do))].sort().join(' ')}`;
    case 'send':
      return step.atOnce ? 'send at once' : 'send';
    default:
      return step.do;
  }
}

function direction(from: Line['limit'], to: number | null): string {
  if (to === null) return 'remove';
  if (to < 0) return 'negative';
  if (to === 0) return 'zero';
  if (from === undefined) return 'set';
  if (from === null || to < from) return 'lower';
  return to > from ? 'raise' : 'repeat';
}
