/**
 * Captions, injections and settings that people do to the world of a story. Each is one more entry of the story, so that
 * a file with them plays the same.
 */
import { fieldsOf } from '../../../contracts/kit/fields.ts';
import { jsonIn } from '../../../contracts/kit/json.ts';
import type { Call } from '../../../simulator/http/call.ts';
import type { Simulator } from '../../../simulator/simulator.ts';
import { MANY } from '../../language/schema/builders.ts';
import type { Story } from '../../language/story.ts';
import { deviceName } from '../../language/words.ts';

/** An entry of a story as it is written, without its time. */
export type Doing = { caption: string } | { do: readonly object[] } | { clock: string };

interface Done {
  /** Simulated, ms since 1970 UTC. */
  at: number;
  /** The number of the last event after it. */
  head: number;
  doing: Doing;
}

interface Row {
  /** The kind of the event by which it is known when it was done; `null`: now. */
  event: string | null;
  /** The actions of a story that do the same; none where nothing was done. */
  actions(device: string, body: { readonly [field: string]: unknown }): readonly object[] | string;
}

/** The calls of the control API that change a world as actions of a story do, but for those of the stage. */
const rows: { readonly [route: string]: Row | undefined } = {
  'PUT limits': { event: 'limits-set', actions: (setLimits, body) => [{ setLimits, ...body }] },
  'POST activate': { event: 'device-activated', actions: (activate, body) => [{ activate, ...body }] },
  'POST send': { event: 'message-', actions: (send, body) => [{ send, ...body }] },
  'PUT account': {
    event: 'account-changed',
    actions(_, { apiEnabled, apiKey, licences }) {
      const { total } = fieldsOf(licences);
      return [
        ...(total === undefined ? [] : [{ setLicences: total }]),
        ...(apiEnabled === undefined ? [] : [{ apiAccess: apiEnabled }]),
        ...(apiKey === undefined ? [] : [{ rotateKey: true }]),
      ];
    },
  },
  'PUT clock': {
    event: null,
    actions: (_, { speed, frozen }) =>
      [
        ...(speed === undefined ? [] : [`speed ${String(speed)}`]),
        ...(frozen === undefined ? [] : [frozen ? 'paused' : 'runs']),
      ].join(', '),
  },
};

const CALL = /^\/_control\/(?:devices\/([^/]+)\/)?(limits|activate|send|account|clock)$/;

export class Doings {
  readonly #world: { readonly now: number };
  readonly #simulator: Simulator;
  #done: Done[] = [];

  /** @param world says the moment of its clock without moving it */
  constructor(simulator: Simulator, world: { readonly now: number }) {
    this.#simulator = simulator;
    this.#world = world;
  }

  /** What was done and still stands, in its order. */
  get list(): readonly Done[] {
    return this.#done;
  }

  /** At most as many as a story can have. */
  add(doing: Doing, at = this.#world.now): void {
    if (this.#done.length < MANY) this.#done.push({ at, head: this.#simulator.events.head, doing });
  }

  /** The world has gone back in time: what was done later is undone. */
  wentBack(): void {
    const { now } = this.#world;
    const { head } = this.#simulator.events;
    this.#done = this.#done.filter((one) => one.at <= now && one.head <= head);
  }

  /** Remembers what has been done by now; returns a function that restores it. */
  mark(): () => void {
    const done = [...this.#done];
    return () => {
      this.#done = [...done];
    };
  }

  /** Another world, or the same from its beginning. */
  clear(): void {
    this.#done = [];
  }

  /** Shows a caption, now. */
  show(text: string, story: Story | undefined): void {
    const { clock, fleet } = this.#simulator;
    const caption = text.trim();
    const at = clock.now();
    const before = this.#done.filter(({ doing }) => !('clock' in doing)).length;
    fleet.log.append('story-caption', { entry: (story?.timeline.length ?? 0) + before, text: caption });
    if (story) this.add({ caption }, at);
  }

  /**
   * Takes note of a call of the control API that was carried out.
   *
   * @param head the number of the last event before it
   */
  note({ method, target, body = '' }: Call, story: Story, head: number): void {
    const [, id, subject = ''] = CALL.exec(target.split('?', 1)[0] ?? '') ?? [];
    const row = rows[`${method} ${subject}`];
    if (row === undefined) return;
    const { events, lens } = this.#simulator;
    const { event } = row;
    const device = id === undefined ? undefined : lens.readPathId('device', decodeURIComponent(id));
    const own = events.since(head, 100).find(({ kind }) => event !== null && kind.startsWith(event));
    if (event !== null && own === undefined) return;
    const name = device === undefined ? '' : deviceName(device, story);
    const actions = row.actions(name, fieldsOf(jsonIn(body)));
    this.add(typeof actions === 'string' ? { clock: actions } : { do: actions }, own?.at);
  }
}
