/**
 * A story in one world: its moments, its vehicles and its conditions lead to entries, which are reported, performed and
 * looked at. All of it follows from the story and its seed; all that it has to know is in snapshots.
 */

import { itemAt } from '../../contracts/kit/items.ts';
import type { PluginWorld } from '../../simulator/plugin.ts';
import type { Subject } from '../actions/define.ts';
import { actionName, devicesOf, performAction, repeatsOf } from '../actions/index.ts';
import { check } from '../facts/expectations.ts';
import { listen } from '../facts/happening.ts';
import type { Action, Story } from '../language/story.ts';
import { idsOf } from '../language/terms.ts';
import { captionOf } from './captions.ts';
import { createClient } from './client.ts';
import { createCounters } from './counters.ts';
import { PlayError, refusalIn } from './errors.ts';
import { createLedger } from './ledger.ts';
import { momentsOf, nextMoment } from './moments.ts';
import { checkTold, newState } from './new-state.ts';
import type { Scene } from './scene.ts';
import { setScene } from './setting.ts';
import { createInjections } from './stage/inject.ts';
import type { StoryState } from './state.ts';
import { createTraffic } from './traffic/create.ts';
import type { TrafficHooks } from './traffic/road.ts';
import { createTriggers } from './triggers.ts';
import type { Watcher } from './watcher.ts';

export interface StoryPluginParts {
  story: Story;
  service: Scene['service'];
  watcher?: Watcher | undefined;
  reported?: TrafficHooks['reported'] | undefined;
}

export type StoryPlugin = ReturnType<typeof createStoryPlugin>;

/** An action of an entry that is done again. */
const AGAIN = 'story-again';

/** An action that is done later, so many times. */
interface Again {
  entry: number;
  action: number;
  device: number;
  left: number;
}

export function createStoryPlugin(
  world: PluginWorld,
  { story, service, watcher, reported }: StoryPluginParts,
) {
  const { fleet, timeline, faults } = world;
  const state = newState(story);
  let restored = 0;
  const ledger = createLedger(story, state);
  const asked = story.timeline.flatMap(({ expectations, onlyIf, values }) =>
    [...expectations, ...onlyIf, ...Object.values(values)].flatMap((each) =>
      'sought' in each ? [each.sought] : [],
    ),
  );
  const counters = createCounters(asked, state);
  const client = createClient(world, service, state, (call) => watcher?.call(call));
  const beginMoments = momentsOf(story, timeline, { reached, ended });
  const triggers = createTriggers(story, world, { state, perform, allows, failed });
  listen(fleet, (happening, times) => {
    counters.note(happening, times);
    triggers.heard(happening);
  });
  timeline.on(AGAIN, ({ payload }) => again(payload as Again));
  const traffic = createTraffic(story, world, triggers.watched, {
    fired: triggers.seen,
    ...(reported && { reported }),
  });
  const injections = createInjections(world, { story, traffic });
  const scene: Scene = {
    story,
    fleet,
    timeline,
    faults,
    service,
    traffic,
    client,
    counters,
    happened,
    watcher,
    inject: injections.inject,
  };

  function happened(kind: string): number {
    const counts: { readonly [kind: string]: number } = fleet.log.counts;
    return Object.hasOwn(counts, kind) ? (counts[kind] ?? 0) - (state.before[kind] ?? 0) : 0;
  }

  /** An entry whose moment has come is performed where its facts hold. */
  function reached(entry: number): void {
    if (!allows(entry, null)) return;
    state.fired[entry] = (state.fired[entry] ?? 0) + 1;
    perform(entry, null);
  }

  function ended(): void {
    for (const [entry, { when }] of story.timeline.entries()) if (when.kind === 'end') reached(entry);
    state.ended = true;
  }

  function failed({ code, message, hint, places }: PlayError): void {
    state.failure = { code, message, places: [...places], ...(hint !== undefined && { hint }) };
    fleet.log.append('story-refusal', { code, reason: message, met: false });
  }

  /** Returns whether the facts on which an entry depends hold. */
  function allows(entry: number, it: number | null): boolean {
    return itemAt(story.timeline, entry).onlyIf.every((fact) => check(fact, scene, it).met);
  }

  /** Reports an entry, performs its actions, and checks its expectations. */
  function perform(entry: number, it: number | null): void {
    const { chapter, caption, values, actions, expectations } = itemAt(story.timeline, entry);
    const who = it === null ? {} : { deviceId: it };
    if (chapter !== undefined) fleet.log.append('story-chapter', { entry, title: chapter });
    if (caption !== undefined) {
      const text = captionOf(caption, values, it, scene);
      fleet.log.append('story-caption', { entry, text, ...who });
    }
    for (const [place, action] of actions.entries()) act(entry, place, action, it);
    for (const expectation of expectations) {
      const found = check(expectation, scene, it);
      ledger.note(expectation, found, timeline.now, it);
      fleet.log.append('story-expectation', { entry, label: expectation.label, ...found, ...who });
    }
  }

  function act(entry: number, place: number, action: Action, it: number | null): void {
    const devices = devicesOf(action);
    if (devices === null) {
      attempt(entry, action, { device: null, it, left: 0 });
      return;
    }
    const { times, stagger } = repeatsOf(action);
    for (const [index, device] of idsOf(devices, it).entries()) {
      const turn = { entry, action: place, device, left: times };
      if (stagger > 0 && index > 0) later(turn, stagger * index);
      else again(turn, it);
    }
  }

  function again({ left, ...turn }: Again, it: number | null = null): void {
    const action = itemAt(itemAt(story.timeline, turn.entry).actions, turn.action);
    attempt(turn.entry, action, { device: turn.device, it, left: left - 1 });
    if (left > 1) later({ ...turn, left: left - 1 }, repeatsOf(action).apart);
  }

  function later(turn: Again, after: number): void {
    timeline.schedule(timeline.now + after, AGAIN, turn);
  }

  function attempt(entry: number, action: Action, subject: Subject): void {
    const { device, it } = subject;
    const { outcome } = action;
    const refusal = refusalOf(action, subject);
    const met = outcome === 'any' || outcome === (refusal ? 'refused' : 'done');
    const found = { met, wanted: outcome, actual: refusal ? `refused: ${refusal.reason}` : 'done' };
    if (outcome !== 'any') ledger.note(action, found, timeline.now, device ?? it);
    if (!refusal) return;
    const who = device !== null && { deviceId: device };
    fleet.log.append('story-refusal', { entry, action: actionName(action), ...who, ...refusal, met });
  }

  function refusalOf(action: Action, subject: Subject): { code: string; reason: string } | undefined {
    try {
      if (action.kind !== 'alert') watcher?.action(actionName(action));
      performAction(action, subject, scene);
      return undefined;
    } catch (error) {
      return refusalIn(error);
    }
  }

  return {
    injections,
    /** The vehicles of the story. */
    traffic,
    drives: traffic.drives,
    /** True if the last moment has been played. */
    get ended(): boolean {
      return state.ended;
    },
    /** Why the story could not go on as it should; entries that conditions set off do not come any more. */
    get failure(): PlayError | undefined {
      if (state.failure === null) return undefined;
      const { code, message, ...facts } = state.failure;
      return new PlayError(code, message, facts);
    },
    /** How often another state took the place of this one: by a reset, a snapshot, a keyframe. */
    get restored(): number {
      return restored;
    },
    /** The expectations and their results so far, in the order of the story. */
    results: ledger.results,
    /** The entries that never came until the end, by their places in the timeline. */
    neverSetOff(): number[] {
      if (!state.ended) return [];
      const { timeline: entries, clock } = story;
      return [...entries.keys()].filter((entry) => {
        const { when, onlyIf } = itemAt(entries, entry);
        if (when.kind === 'when' || onlyIf.length > 0) return state.fired[entry] === 0;
        return when.kind !== 'end' && nextMoment(when, clock.timeZone, clock.start - 1) === undefined;
      });
    },
    /** How many events of each kind there were since the story began; kinds without any are left out. */
    counts(): { [kind: string]: number } {
      const counted = Object.keys(fleet.log.counts).map((kind) => [kind, happened(kind)] as const);
      return Object.fromEntries(counted.filter(([, count]) => count > 0));
    },
    /** Messages since the story began; a fixture may say that some were sent before. */
    messages() {
      const { sent, withheld } = fleet.outbox;
      return { sent: sent - state.sentBefore, withheld };
    },

    begin(): void {
      setScene(story, fleet);
      state.sentBefore = fleet.outbox.sent;
      state.before = { ...fleet.log.counts };
      triggers.begin();
      beginMoments();
      traffic.begin();
    },
    save: () => ({ ...structuredClone(state), traffic: traffic.save() }),
    restore(saved: unknown): void {
      const { traffic: vehicles, ...own }: StoryState & { traffic: unknown } = Object(saved);
      checkTold(own, state);
      restored++;
      Object.assign(state, structuredClone(own));
      triggers.begin();
      traffic.restore(vehicles);
    },
  };
}
