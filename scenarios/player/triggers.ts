/**
 * Entries that a condition sets off. A condition becomes true in the middle of something else, so its entry is
 * put on the timeline at the same moment: it comes when what is under way is done.
 *
 * `limit` counts for the entry, `cooldown` for each device, unless it says otherwise.
 */

import { itemAt } from '../../contracts/kit/items.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';
import type { PluginWorld } from '../../simulator/plugin.ts';
import { causeOf } from '../facts/conditions.ts';
import { deviceOf, type Happening } from '../facts/happening.ts';
import type { Condition, Moment, Story } from '../language/story.ts';
import { isAmong } from '../language/terms.ts';
import { PlayError } from './errors.ts';
import type { StoryState } from './state.ts';
import type { Watched } from './traffic/watching.ts';

const FIRING = 'story-firing';
/** Entries that set each other off at one moment: a longer chain, or more of them for each device, never ends. */
const MAX_CHAIN = 50;
const MAX_AT_ONCE = { all: 5_000, eachDevice: 20 };

interface Firing {
  entry: number;
  device: number;
  /** The entries that led here at this very moment, this one included. */
  chain: number[];
}

export interface TriggerParts {
  state: StoryState;
  perform(entry: number, device: number): void;
  /** Returns whether the facts on which an entry depends hold. */
  allows(entry: number, device: number): boolean;
  /** Entries set each other off without end: nothing is set off any more. */
  failed(error: PlayError): void;
}

export function createTriggers(
  story: Story,
  { fleet, timeline }: PluginWorld,
  { state, perform, allows, failed }: TriggerParts,
) {
  const awaited: { entry: number; devices: Condition['devices']; hears(happening: Happening): boolean }[] =
    [];
  const watching: { entry: number; when: When }[] = [];
  for (const [entry, { when }] of story.timeline.entries()) {
    if (when.kind !== 'when') continue;
    const { condition } = when;
    const cause = causeOf(condition);
    if ('hears' in cause)
      awaited.push({ entry, devices: condition.devices, hears: cause.hears(condition, fleet) });
    else watching.push({ entry, when });
  }
  let begun = false;
  /** The entries that led to the current one. */
  let chain: readonly number[] = [];

  timeline.on(FIRING, ({ payload }) => {
    const firing = payload as Firing;
    if (!isActive()) return;
    chain = firing.chain;
    try {
      perform(firing.entry, firing.device);
    } finally {
      chain = [];
    }
  });

  const isActive = () => begun && state.failure === null;

  function setOff(entry: number, device: number): void {
    const when = whenOf(story, entry);
    const last = `${entry} ${when.cooldownOf === 'all' ? 0 : device}`;
    if (!isActive() || !mayFire(entry, when, state.last[last]) || !allows(entry, device)) return;
    const { now } = timeline;
    const led = [...chain, entry];
    if (led.length > 1) state.burst = { at: now, count: state.burst.at === now ? state.burst.count + 1 : 1 };
    const max = MAX_AT_ONCE.all + MAX_AT_ONCE.eachDevice * story.devices;
    if (led.length > MAX_CHAIN || state.burst.count > max) {
      failed(triggerCycle(story, led));
      return;
    }
    state.fired[entry] = (state.fired[entry] ?? 0) + 1;
    if (when.cooldown > 0) state.last[last] = now;
    timeline.schedule(now, FIRING, { entry, device, chain: led } satisfies Firing);
  }

  function mayFire(entry: number, { from, until, limit, cooldown }: When, last: number | undefined): boolean {
    const { now } = timeline;
    if (now < from || now > until || (state.fired[entry] ?? 0) >= limit) return false;
    return cooldown === 0 || last === undefined || now - last >= cooldown;
  }

  return {
    /** The conditions that the reports of vehicles make true, in the order of the timeline. */
    watched: watching.map(({ when }): Watched => ({ ...when.condition, from: when.from })),
    /** The scene is set: before, nothing is set off. */
    begin(): void {
      begun = true;
    },
    /** Something happens: a condition may become true by it. */
    heard(happening: Happening): void {
      const device = deviceOf(happening);
      for (const { entry, devices, hears } of awaited)
        if (device !== undefined && isAmong(devices, device) && hears(happening)) setOff(entry, device);
    },
    /** A condition of `watched` became true of a device. */
    seen: (watched: number, device: number): void => setOff(itemAt(watching, watched).entry, device),
  };
}

type When = Extract<Moment, { kind: 'when' }>;

function whenOf({ timeline }: Story, entry: number): When {
  const { when } = itemAt(timeline, entry);
  if (when.kind !== 'when') throw new TypeError(`entry ${entry} waits for no condition`);
  return when;
}

/** The entries, by their places in the timeline, that set each other off: the last occurs in it twice. */
function triggerCycle(story: Story, chain: readonly number[]): PlayError {
  const before = chain.lastIndexOf(chain.at(-1) ?? -1, -2);
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
