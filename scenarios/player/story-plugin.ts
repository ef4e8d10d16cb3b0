/**
 * A story in one world: its moments, its vehicles and its conditions lead to entries, which are reported, performed and
 * looked at. All of it follows from the story and its seed; all that it has to know is in snapshots.
 */
import { itemAt } from '../../contracts/kit/items.ts';
import { hashOf } from '../../contracts/kit/random.ts';
import type { Drives } from '../../simulator/drives.ts';
import type { PluginWorld } from '../../simulator/plugin.ts';
import type { Simulator } from '../../simulator/simulator.ts';
import { actionName, devicesOf, performAction, repeatsOf } from '../actions/action.ts';
import type { Subject } from '../actions/define.ts';
import { check, recipientsAsked } from '../expectations/expectation.ts';
import type { Action, Story } from '../language/story.ts';
import { captionOf } from './captions.ts';
import { ApiClient } from './client.ts';
import { Counters } from './counters.ts';
import { PlayError } from './errors.ts';
import { type ExpectationResult, Ledger } from './ledger.ts';
import { Moments, nextMoment } from './moments.ts';
import { Recipients } from './recipients.ts';
import { refusalIn } from './refusal.ts';
import { idsOf, type Scene } from './scene.ts';
import { setScene } from './setting.ts';
import { type Injectable, Injections } from './stage/inject.ts';
import type { Failure, StoryState } from './state.ts';
import type { StepListener } from './steps.ts';
import { createTraffic, type PlayedTraffic } from './traffic/create.ts';
import type { TrafficHooks } from './traffic/road.ts';
import { Triggers } from './triggers.ts';

export interface StoryPluginParts {
  story: Story;
  service: Scene['service'];
  /** Absent: what is done here is not repeated elsewhere. */
  onStep?: StepListener | undefined;
  reported?: TrafficHooks['reported'] | undefined;
}

/** An action of an entry that is done again. */
const AGAIN = 'story-again';

/** An action that is done later, so many times. */
interface Again {
  entry: number;
  action: number;
  device: number;
  left: number;
}

export class StoryPlugin implements Injectable {
  readonly injections: Injections;
  /** The vehicles of the story. */
  readonly traffic: PlayedTraffic;
  readonly #story: Story;
  readonly #world: PluginWorld;
  readonly #scene: Scene;
  readonly #moments: Moments;
  readonly #triggers: Triggers;
  readonly #ledger: Ledger;
  readonly #asked: ReadonlySet<string>;
  readonly #counters: Counters;
  readonly #client: ApiClient;
  readonly #onStep: StepListener | undefined;
  #before: { [kind: string]: number } = {};
  #sentBefore = 0;
  #ended = false;
  #failure: Failure | null = null;
  #restored = 0;

  constructor(world: PluginWorld, { story, service, onStep, reported }: StoryPluginParts) {
    const { fleet, timeline, faults } = world;
    this.#story = story;
    this.#world = world;
    this.#onStep = onStep;
    this.#ledger = new Ledger(story);
    const recipients = new Recipients(fleet);
    this.#asked = recipientsAsked(
      story.timeline.flatMap(({ expectations, onlyIf }) => [...expectations, ...onlyIf]),
    );
    this.#counters = new Counters(fleet, recipients, this.#asked);
    this.#client = new ApiClient(world, service, (call) =>
      onStep?.({ kind: 'call', at: timeline.now, ...call }),
    );
    this.#moments = new Moments(story, timeline, {
      reached: (entry) => {
        if (itemAt(story.timeline, entry).when.kind === 'when') this.#triggers.opened(entry);
        else this.#performIf(entry);
      },
      ended: () => this.#end(),
    });
    this.#triggers = new Triggers(story, world, {
      recipients,
      perform: (entry, device) => this.#perform(entry, device),
      allows: (entry, device) => this.#allows(entry, device),
      failed: (error) => this.#fail(error),
    });
    timeline.on(AGAIN, ({ payload }) => this.#again(payload as Again));
    this.traffic = createTraffic(story, world, this.#triggers.watched, {
      fired: (watched, device) => this.#triggers.seen(watched, device),
      ...(reported && { reported }),
    });
    this.injections = new Injections(world, { story, traffic: this.traffic });
    this.#scene = {
      story,
      fleet,
      timeline,
      faults,
      service,
      traffic: this.traffic,
      client: this.#client,
      counters: this.#counters,
      happened: (kind) => this.happened(kind),
      noted: onStep && ((alert) => onStep({ at: timeline.now, ...alert })),
      inject: (device, kind) => this.injections.inject(device, kind),
    };
  }

  /** The one in the world that a simulator serves. */
  static of({ companion }: Pick<Simulator, 'companion'>): StoryPlugin {
    if (companion instanceof StoryPlugin) return companion;
    throw new TypeError('this simulator plays no story');
  }

  /** Returns whether the last moment has been played. */
  get ended(): boolean {
    return this.#ended;
  }

  /** Why the story could not go on as it should; entries that conditions set off do not come any more. */
  get failure(): PlayError | undefined {
    if (this.#failure === null) return undefined;
    const { code, message, hint, places } = this.#failure;
    return new PlayError(code, message, { places, ...(hint !== undefined && { hint }) });
  }

  get drives(): Drives | undefined {
    return this.traffic.drives;
  }

  /** How often another state took the place of this one: by a reset, a snapshot, a keyframe. */
  get restored(): number {
    return this.#restored;
  }

  /** The expectations and their results so far, in the order of the story. */
  results(): ExpectationResult[] {
    return this.#ledger.results(this.#ended);
  }

  /** The entries that never came until the end, by their places in the timeline. */
  neverSetOff(): number[] {
    const { timeline, clock } = this.#story;
    if (!this.#ended) return [];
    return [...timeline.keys()].filter((entry) => {
      const { when, onlyIf } = itemAt(timeline, entry);
      if (when.kind === 'when' || onlyIf.length > 0) return this.#triggers.isWaiting(entry);
      return when.kind !== 'end' && nextMoment(when, clock.timeZone, clock.start - 1) === undefined;
    });
  }

  /** Events of a kind since the story began. */
  happened(kind: string): number {
    const counts: { readonly [kind: string]: number } = this.#world.fleet.log.counts;
    return Object.hasOwn(counts, kind) ? (counts[kind] ?? 0) - (this.#before[kind] ?? 0) : 0;
  }

  /** How many events of each kind there were since the story began; kinds without any are left out. */
  counts(): { [kind: string]: number } {
    const kinds = Object.keys(this.#world.fleet.log.counts);
    const counted = kinds.map((kind) => [kind, this.happened(kind)] as const);
    return Object.fromEntries(counted.filter(([, count]) => count > 0));
  }

  /** Messages since the story began; a fixture may say that some were sent before. */
  messages(): { sent: number; withheld: number } {
    const { sent, withheld } = this.#world.fleet.outbox;
    return { sent: sent - this.#sentBefore, withheld };
  }

  begin(): void {
    setScene(this.#story, this.#world.fleet);
    this.#sentBefore = this.#world.fleet.outbox.sent;
    this.#before = { ...this.#world.fleet.log.counts };
    this.#triggers.begin();
    this.#moments.begin();
    this.traffic.begin();
  }

  save(): StoryState {
    return {
      story: this.#story.name,
      told: toldBy(this.#story),
      before: { ...this.#before },
      ended: this.#ended,
      failure: structuredClone(this.#failure),
      triggers: this.#triggers.save(),
      ledger: this.#ledger.save(),
      tally: this.#counters.save(),
      client: this.#client.save(),
      traffic: this.traffic.save(),
    };
  }

  restore(given: unknown): void {
    const state = this.#checked(given);
    this.#restored++;
    this.#before = { ...state.before };
    this.#ended = state.ended;
    this.#failure = structuredClone(state.failure);
    this.#triggers.restore(state.triggers);
    if (this.#failure !== null) this.#triggers.stop();
    this.#ledger.restore(state.ledger);
    this.#counters.restore(state.tally);
    this.#client.restore(state.client);
    this.traffic.restore(state.traffic);
  }

  /** Throws a PlayError for the state of another story: a saved state speaks of entries by their places in the timeline. */
  #checked(given: unknown): StoryState {
    const state = Object(given);
    const { name } = this.#story;
    if (state.story !== name)
      throw new PlayError('STORY_STATE', `The saved world is not one of the story "${name}".`);
    if (state.told === toldBy(this.#story)) return state;
    throw new PlayError('STORY_STATE', `The saved world is one of another "${name}".`, {
      hint: 'Play the story as it was when the world was saved.',
    });
  }

  /** Performs an entry at its time, where its facts hold. */
  #performIf(index: number): void {
    if (!this.#allows(index, null)) return;
    this.#triggers.came(index);
    this.#perform(index, null);
  }

  /** Returns whether the facts on which an entry depends hold. */
  #allows(index: number, it: number | null): boolean {
    const { onlyIf } = itemAt(this.#story.timeline, index);
    return onlyIf.every((fact) => check(fact, this.#scene, it).met);
  }

  /** Reports an entry, performs its actions, and checks its expectations. */
  #perform(index: number, it: number | null): void {
    const { fleet, timeline } = this.#world;
    const entry = itemAt(this.#story.timeline, index);
    const { chapter, caption, values, actions, expectations } = entry;
    const who = it === null ? {} : { deviceId: it };
    if (chapter !== undefined) fleet.log.append('story-chapter', { entry: index, title: chapter });
    if (caption !== undefined) {
      const text = captionOf(caption, values, it, this.#scene);
      fleet.log.append('story-caption', { entry: index, text, ...who });
    }
    actions.forEach((action, place) => {
      this.#do(index, place, action, it);
    });
    for (const expectation of expectations) {
      const found = check(expectation, this.#scene, it);
      this.#ledger.note(expectation, found, timeline.now, it);
      fleet.log.append('story-expectation', { entry: index, label: expectation.label, ...found, ...who });
    }
  }

  #do(entry: number, place: number, action: Action, it: number | null): void {
    const devices = devicesOf(action);
    if (devices === null) {
      this.#attempt(entry, action, { device: null, it, left: 0 });
      return;
    }
    const { times, stagger } = repeatsOf(action);
    for (const [index, device] of idsOf(devices, it).entries()) {
      const again = { entry, action: place, device, left: times };
      if (stagger > 0 && index > 0) this.#later(again, stagger * index);
      else this.#again(again, it);
    }
  }

  #attempt(entry: number, action: Action, subject: Subject): void {
    const { fleet, timeline } = this.#world;
    const refusal = this.#refusalOf(action, subject);
    const { device, it } = subject;
    const { outcome } = action;
    const met = outcome === 'any' || outcome === (refusal ? 'refused' : 'done');
    const found = { met, wanted: outcome, actual: refusal ? `refused: ${refusal.reason}` : 'done' };
    if (outcome !== 'any') this.#ledger.note(action, found, timeline.now, device ?? it);
    if (!refusal) return;
    fleet.log.append('story-refusal', {
      entry,
      action: actionName(action),
      ...(device !== null && { deviceId: device }),
      ...refusal,
      met,
    });
  }

  #refusalOf(action: Action, subject: Subject): { code: string; reason: string } | undefined {
    try {
      if (action.kind !== 'alert')
        this.#onStep?.({ kind: 'other', at: this.#world.timeline.now, action: actionName(action) });
      performAction(action, subject, this.#scene);
      return undefined;
    } catch (error) {
      return refusalIn(error);
    }
  }

  #again({ left, ...again }: Again, it: number | null = null): void {
    const action = itemAt(itemAt(this.#story.timeline, again.entry).actions, again.action);
    this.#attempt(again.entry, action, { device: again.device, it, left: left - 1 });
    if (left > 1) this.#later({ ...again, left: left - 1 }, repeatsOf(action).apart);
  }

  #later(again: Again, after: number): void {
    this.#world.timeline.schedule(this.#world.timeline.now + after, AGAIN, again);
  }

  #end(): void {
    this.#story.timeline.forEach(({ when }, entry) => {
      if (when.kind === 'end') this.#performIf(entry);
    });
    this.#ended = true;
  }

  #fail(error: PlayError): void {
    const { code, message, hint, places } = error;
    this.#failure = { code, message, places: [...places], ...(hint !== undefined && { hint }) };
    this.#world.fleet.log.append('story-refusal', { code, reason: message, met: false });
  }
}

const told = new WeakMap<Story, number>();

/** A mark of what a story says, without its places in the file: an edited one has another. */
function toldBy(story: Story): number {
  const { fleet, sites, routes, groups, users, timeline } = story;
  const said = { fleet, sites, routes, groups, users, timeline };
  const text = () => JSON.stringify(said, (name, value) => (name === 'place' ? undefined : value));
  const mark = told.get(story) ?? hashOf(text());
  told.set(story, mark);
  return mark;
}
