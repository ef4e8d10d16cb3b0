/**
 * A history as a story, where the language of stories can say it: its steps at their times, and what a deployment that
 * follows the document shows after each. The file is JSON, which is YAML too: what comes from outside is in it as quoted
 * literals and comments only.
 */
import { DAY, HOUR, MINUTE } from '../kit/durations.ts';
import { commentOf, literalOf } from '../kit/literals.ts';
import type { Step } from '../play/steps.ts';
import type { Channel } from '../specification/judged.ts';
import { channelIds } from '../specification/records/values.ts';
import type { Exploration, Failure } from './exploration.ts';

/** As a story file has it. */
type Entry = { readonly [name: string]: unknown };

/** The outcome of one step: actions, and what holds after them. */
interface Said {
  do?: readonly Entry[];
  expect?: readonly Entry[];
}

/**
 * The text of a story file that plays a history: its expectations hold where the document is followed.
 *
 * @returns the text; where the language cannot say a step, that step
 *
 * @example
 * const story = renderStory({ tool: 'roadtest' }, failure);
 * if ('text' in story) await playStory(story.text);
 */
export function renderStory(
  { tool }: Pick<Exploration, 'tool'>,
  failure: Pick<Failure, 'broken' | 'expected' | 'observed' | 'steps'>,
): { text: string } | { unwritten: Step } {
  const writing = new StoryWriting();
  for (const step of failure.steps) if (!writing.add(step)) return { unwritten: step };
  const name = failure.broken[0]?.join(' and ') ?? 'a history that no reading of the document explains';
  const story = { title: name, summary: failure.expected, ...writing.story };
  return {
    text: [
      commentOf(`${name}: ${failure.expected}`).replace('//', '#'),
      commentOf(`observed: ${failure.observed}`).replace('//', '#'),
      commentOf(`Written by ${tool}: roadtest play FILE`).replace('//', '#'),
      literalOf(story),
      '',
    ].join('\n'),
  };
}

const START = Date.UTC(2026, 2, 2, 8);
/** Expiry is certain so long after the start of its date, and cannot be so long before. */
const SURELY = 2 * DAY;

interface Line {
  limit: number | null;
  today: number;
  sent: number;
}

interface Device {
  readonly name: string;
  readonly lines: { readonly [C in Channel]: Line };
  expires: boolean;
  date: number | undefined;
  /** `undefined`: near its date, or where the document leaves it open. */
  licence: 'used' | 'expired' | undefined;
}

interface Record {
  /** A story calls a record by the name that it has. */
  name: string;
  description: string;
  there: boolean;
}

/** The story so far, and what a simulator that follows the document would show. */
class StoryWriting {
  #now = START;
  #texts = 0;
  readonly #devices = new Map<number, Device>();
  readonly #records = new Map<string, Record>();
  readonly #timeline: Entry[] = [];

  get story(): Entry {
    const fleet = [...this.#devices.values()].map(({ name }) => [name, { label: name }]);
    return {
      clock: { start: timeOf(START), end: timeOf(this.#now + HOUR), timeZone: 'UTC' },
      fleet: fleet.length > 0 ? Object.fromEntries(fleet) : { spare: { label: 'spare' } },
      timeline: this.#timeline,
    };
  }

  /** Whether the language can say a step. */
  add(step: Step): boolean {
    this.#pass(step.do === 'wait' ? step.hours * HOUR : MINUTE);
    const said = this.#say(step);
    if (!said) return false;
    if (said.do || said.expect) this.#timeline.push({ at: timeOf(this.#now), ...said });
    return true;
  }

  #say(step: Step): Said | undefined {
    switch (step.do) {
      case 'create':
      case 'replace':
      case 'update':
      case 'delete':
        return this.#write(step);
      case 'read':
        return { expect: this.#recordShown(step.family, step.record) };
      case 'list':
        return { expect: this.#recordsShown(step.family) };
      case 'device':
        if (step.foreign) return undefined;
        this.#devices.set(step.device, blank(step.device));
        return {};
      case 'limit':
      case 'limits':
        return this.#limit(step);
      case 'send':
        return step.atOnce ? undefined : this.#send(step);
      case 'settings':
        return this.#shown(step.device);
      case 'expiry':
        return this.#expire(step);
      case 'activate':
        return this.#activate(step.device);
      case 'token':
        return step.credentials === 'good' ? { do: [{ getToken: 'api' }] } : undefined;
      case 'wait':
      case 'licences':
        return {};
      default:
        return undefined;
    }
  }

  #write(step: Extract<Step, { do: 'create' | 'replace' | 'update' | 'delete' }>): Said | undefined {
    const { family, record: number } = step;
    const key = `${family} ${number}`;
    const kind = family === 'group' ? 'Group' : 'User';
    const record = this.#records.get(key);
    const fresh = `${family} ${number} text ${++this.#texts}`;
    const describes = family === 'group';
    if (step.do === 'create') {
      const description = describes ? `about ${fresh}` : '';
      this.#records.set(key, { name: key, description, there: true });
      return { do: [{ [`create${kind}`]: key, ...(describes && { description }) }] };
    }
    // It is open what comes of a write to a deleted record.
    if (!record?.there) return undefined;
    if (step.do === 'delete') {
      record.there = false;
      return { do: [{ [`delete${kind}`]: record.name }] };
    }
    const called = record.name;
    const isOther = step.do === 'update' && step.fact === 'other' && describes;
    if (!isOther) record.name = fresh;
    if (step.do === 'replace' || isOther) record.description = describes ? `about ${fresh}` : '';
    const { name, description } = record;
    const facts = isOther
      ? { description }
      : step.do === 'update'
        ? { name }
        : { name, ...(describes && { description }) };
    return { do: [{ [`${step.do === 'replace' ? 'replace' : 'patch'}${kind}`]: called, ...facts }] };
  }

  #recordShown(family: 'group' | 'user', number: number): Entry[] {
    const record = this.#records.get(`${family} ${number}`);
    if (!record) return [];
    const { name, description, there } = record;
    if (!there) return [{ [family]: name, exists: 'off' }];
    const facts = family === 'group' ? { name, description } : { name };
    return [{ reply: family === 'group' ? 'readGroup' : 'readUser', of: name, facts }];
  }

  #recordsShown(family: 'group' | 'user'): Entry[] {
    const records = [...this.#records].filter(([key]) => key.startsWith(family));
    return records.map(([, { name, there }]) => ({ [family]: name, exists: there ? 'on' : 'off' }));
  }

  #limit(step: Extract<Step, { do: 'limit' | 'limits' }>): Said | undefined {
    const device = this.#devices.get(step.device);
    // It is open what a limit below zero is taken for.
    if (!device || (step.to !== null && step.to < 0)) return undefined;
    const set = step.do === 'limit' ? [step.channel] : channelIds;
    for (const channel of set) device.lines[channel].limit = step.to;
    const facts = set.map((channel) => [channel === 'email' ? 'dailyEmail' : 'dailySms', step.to]);
    return { do: [{ setLimits: device.name, ...Object.fromEntries(facts) }] };
  }

  #send({ device: number, channel, count }: Extract<Step, { do: 'send' }>): Said | undefined {
    const device = this.#devices.get(number);
    // It is open what an expired device may send.
    if (device?.licence !== 'used') return undefined;
    const line = device.lines[channel];
    const goes = Math.min(count, line.limit === null ? count : Math.max(0, line.limit - line.today));
    line.today += goes;
    line.sent += goes;
    return {
      do: [{ send: device.name, channel, count }],
      expect: [{ sent: line.sent, channel, from: device.name }],
    };
  }

  #shown(number: number): Said | undefined {
    const device = this.#devices.get(number);
    if (!device) return undefined;
    const { email, sms } = device.lines;
    const licence = device.licence === undefined ? {} : { licence: device.licence };
    return {
      expect: [{ device: device.name, ...licence, usage: { email: email.today, sms: sms.today } }],
    };
  }

  #expire({ device: number, on, days }: Extract<Step, { do: 'expiry' }>): Said | undefined {
    const device = this.#devices.get(number);
    // It is open what ends the expired state, and what comes of no date, or of one in the past.
    if (device?.licence !== 'used' || (on && (days === null || days < 0))) return undefined;
    device.expires = on;
    if (!on || days === null) return { do: [{ setLimits: device.name, expires: 'off' }] };
    device.date = Math.floor(this.#now / DAY + days) * DAY;
    const expirationDate = new Date(device.date).toISOString().slice(0, 10);
    return { do: [{ setLimits: device.name, expires: 'on', expirationDate }] };
  }

  #activate(number: number): Said | undefined {
    const device = this.#devices.get(number);
    if (device?.licence !== 'expired') return undefined;
    device.expires = false;
    device.licence = 'used';
    const expirationDate = new Date(this.#now + 400 * DAY).toISOString().slice(0, 10);
    return { do: [{ activate: device.name, expirationDate }] };
  }

  #pass(ms: number): void {
    const before = Math.floor(this.#now / DAY);
    this.#now += ms;
    for (const device of this.#devices.values()) {
      if (Math.floor(this.#now / DAY) > before)
        for (const channel of channelIds) device.lines[channel].today = 0;
      if (!device.expires || device.date === undefined || this.#now < device.date - DAY) continue;
      device.licence = this.#now >= device.date + SURELY ? 'expired' : undefined;
    }
  }
}

function blank(number: number): Device {
  const line = (): Line => ({ limit: null, today: 0, sent: 0 });
  const lines = { email: line(), sms: line() };
  return { name: `device-${number}`, lines, expires: false, date: undefined, licence: 'used' };
}

function timeOf(moment: number): string {
  return new Date(moment).toISOString().replace('.000', '');
}
