/**
 * Entries that a condition sets off. A condition becomes true in the middle of something else, so its entry is
 * put on the timeline at the same moment: it comes when what is under way is done.
 *
 * `limit` counts for the entry, `cooldown` for each device, unless it says otherwise.
 */
import { itemAt } from '../../contracts/kit/items.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';
import type { PluginWorld } from '../../simulator/plugin.ts';
import { holdsAlready, type Watch, watchOf } from '../conditions/condition.ts';
import type { Happening } from '../conditions/index.ts';
import type { Moment, Story } from '../language/story.ts';
import type { Devices } from '../language/terms.ts';
import { PlayError } from './errors.ts';
import type { Recipients } from './recipients.ts';
import { idsOf, isAmong } from './scene.ts';
import type { TriggersState } from './state.ts';
import type { Watched } from './traffic/watching.ts';

const FIRING = 'story-firing';
/** In place of a device. */
const ALL = 0;
/** Entries that set each other off at one moment: a longer chain, or more of them for each device, never ends. */
const MAX_CHAIN = 50;
const MAX_AT_ONCE = { all: 5_000, eachDevice: 20 };

type When = Extract<Moment, { kind: 'when' }>;

/** A condition that what happens in the service makes true. */
interface Awaited {
  entry: number;
  devices: Devices;
  becameTrueOf: Extract<Watch, { becameTrueOf: unknown }>['becameTrueOf'];
}

interface Firing {
  entry: number;
  device: number;
  /** The entries that led here at this very moment, this one included. */
  chain: number[];
}

export interface TriggerParts {
  recipients: Recipients;
  perform(entry: number, device: number): void;
  /** Returns whether the facts on which an entry depends hold. */
  allows(entry: number, device: number): boolean;
  /** Entries set each other off without end: nothing is set off any more. */
  failed(error: PlayError): void;
}

export class Triggers {
  /** The conditions that the reports of vehicles make true, in the order of the timeline. */
  readonly watched: readonly Watched[];
  readonly #story: Story;
  readonly #world: PluginWorld;
  readonly #parts: TriggerParts;
  /** The entries that `watched` sets off. */
  readonly #watching: readonly number[];
  #fired: number[];
  /** By entry and device: when it was last set off; where that matters. */
  #last = new Map<number, Map<number, number>>();
  #burst = { at: 0, count: 0 };
  /** The entries that led to the current one. */
  #chain: readonly number[] = [];
  /** Setting the scene sets nothing off. */
  #stopped = true;

  constructor(story: Story, world: PluginWorld, parts: TriggerParts) {
    this.#story = story;
    this.#world = world;
    this.#parts = parts;
    this.#fired = story.timeline.map(() => 0);
    const watched: { entry: number; condition: Watched }[] = [];
    const awaited: Awaited[] = [];
    for (const [entry, { when }] of story.timeline.entries()) {
      if (when.kind !== 'when') continue;
      const { condition, from } = when;
      const watch = watchOf(condition);
      if ('becameTrueOf' in watch) awaited.push({ entry, devices: condition.devices, ...watch });
      else watched.push({ entry, condition: { ...condition, from } });
    }
    this.watched = watched.map(({ condition }) => condition);
    this.#watching = watched.map(({ entry }) => entry);
    this.#listen(awaited);
    world.timeline.on(FIRING, ({ payload }) => this.#fire(payload as Firing));
  }

  /** The scene is set. */
  begin(): void {
    this.#stopped = false;
  }

  /** The time of an entry begins: its condition is met by each device of which it holds already. */
  opened(entry: number): void {
    const { condition } = this.#when(entry);
    for (const device of idsOf(condition.devices, null)) {
      const { fleet } = this.#world;
      if (fleet.devices.has(device) && holdsAlready(condition, device, fleet)) this.#setOff(entry, device);
    }
  }

  /** Notes that an entry comes: its condition was met, or its facts held at its time. */
  came(entry: number): void {
    this.#fired[entry] = (this.#fired[entry] ?? 0) + 1;
  }

  /** Returns whether an entry that depends on something never came. */
  isWaiting(entry: number): boolean {
    return this.#fired[entry] === 0;
  }

  /** A condition of `watched` became true of a device. */
  seen(watched: number, device: number): void {
    this.#setOff(itemAt(this.#watching, watched), device);
  }

  /** Ends all triggers. */
  stop(): void {
    this.#stopped = true;
  }

  save(): TriggersState {
    const last = [...this.#last].flatMap(([entry, times]) =>
      [...times].map(([device, at]): [number, number, number] => [entry, device, at]),
    );
    return { fired: [...this.#fired], last, burst: { ...this.#burst } };
  }

  restore({ fired, last, burst }: TriggersState): void {
    this.#fired = [...fired];
    this.#last.clear();
    for (const [entry, device, at] of last) this.#timesOf(entry).set(device, at);
    this.#burst = { ...burst };
    this.#stopped = false;
  }

  #listen(awaited: readonly Awaited[]): void {
    if (awaited.length === 0) return;
    const { fleet } = this.#world;
    const { recipients } = this.#parts;
    const happened = (happening: Happening) => {
      for (const { entry, devices, becameTrueOf } of awaited) {
        const device = becameTrueOf(happening, fleet);
        if (device !== undefined && isAmong(devices, device)) this.#setOff(entry, device);
      }
    };
    fleet.log.onEvent(happened);
    fleet.outbox.onAdded((message) => happened({ kind: 'messages', message, recipients }));
  }

  #setOff(entry: number, device: number): void {
    if (this.#stopped || !this.#mayFire(entry, device)) return;
    const { now } = this.#world.timeline;
    const chain = [...this.#chain, entry];
    if (chain.length > 1) this.#countBurst(now);
    const max = MAX_AT_ONCE.all + MAX_AT_ONCE.eachDevice * this.#story.devices;
    if (chain.length > MAX_CHAIN || this.#burst.count > max) {
      this.stop();
      this.#parts.failed(triggerCycle(this.#story, chain));
      return;
    }
    this.came(entry);
    const { cooldown, cooldownOf } = this.#when(entry);
    if (cooldown > 0) this.#timesOf(entry).set(cooldownOf === 'all' ? ALL : device, now);
    this.#world.timeline.schedule(now, FIRING, { entry, device, chain } satisfies Firing);
  }

  #mayFire(entry: number, device: number): boolean {
    const { from, until, limit, cooldown, cooldownOf } = this.#when(entry);
    const { now } = this.#world.timeline;
    if (now < from || now > until || (this.#fired[entry] ?? 0) >= limit) return false;
    const last = cooldown > 0 ? this.#last.get(entry)?.get(cooldownOf === 'all' ? ALL : device) : undefined;
    return (last === undefined || now - last >= cooldown) && this.#parts.allows(entry, device);
  }

  #fire({ entry, device, chain }: Firing): void {
    if (this.#stopped) return;
    this.#chain = chain;
    try {
      this.#parts.perform(entry, device);
    } finally {
      this.#chain = [];
    }
  }

  #countBurst(now: number): void {
    this.#burst = { at: now, count: this.#burst.at === now ? this.#burst.count + 1 : 1 };
  }

  #timesOf(entry: number): Map<number, number> {
    const times = this.#last.get(entry) ?? new Map<number, number>();
    this.#last.set(entry, times);
    return times;
  }

  #when(entry: number): When {
    const { when } = itemAt(this.#story.timeline, entry);
    if (when.kind !== 'when') throw new TypeError(`entry ${entry} waits for no condition`);
    return when;
  }
}

/** The entries, by their places in the timeline, that set each other off: the last occurs in it twice. */
function triggerCycle(story: Story, chain: readonly number[]): PlayError {
  const last = chain.at(-1);
  const before = chain.lastIndexOf(last ?? -1, -2);
  const round = before < 0 ? chain.slice(-8) : chain.slice(before + 1);
  const entries = [...new Set(round)].flatMap((index) => story.timeline[index] ?? []);
  const named = entries.map(({ label, place }) => `${quoted(label)} (line ${place.line})`).join(', ');
  const message =
    entries.length === 1
      ? `The entry ${named} sets itself off without end, at one and the same moment.`
      : `Entries set each other off without end, at one and the same moment: ${named}.`;
  return new PlayError('STORY_TRIGGER_CYCLE', message, {
    hint: 'Give one of them "limit" or "cooldown", or let it wait for something else.',
    places: entries.map(({ place }) => place),
  });
}
