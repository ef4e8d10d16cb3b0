/**
 * Captions, injections and settings that people do to the world of a story. Each is one more entry of the story, so that
 * a file with them plays the same.
 */
import { fieldsOf } from '../../../contracts/kit/fields.ts';
import { jsonIn } from '../../../contracts/kit/json.ts';
import { CONTROL_PREFIX } from '../../../simulator/control/guard.ts';
import type { RouteKey } from '../../../simulator/control/schemas/index.ts';
import type { FleetEvent } from '../../../simulator/fleet/types.ts';
import type { Call } from '../../../simulator/http/call.ts';
import type { Simulator } from '../../../simulator/simulator.ts';
import { MANY } from '../../language/schema/builders.ts';
import type { Story } from '../../language/story.ts';
import { deviceName } from '../../language/words.ts';
import { type Fields, faultsWritten, newName } from './written.ts';

/** An entry of a story as it is written, without its time; or a note for people on what is none. */
export type Doing = { caption: string } | { do: readonly object[] } | { note: string };

/** An entry that was recorded. */
interface Entry {
  /** Simulated, ms since 1970 UTC. */
  at: number;
  /** The number of the last event after it. */
  head: number;
  doing: Doing;
  /** The device that it added, by the name that the entry gives it. */
  added?: readonly [name: string, device: number];
}

/** A call that was carried out. */
interface Given {
  /** The device in its path, as the story names it. */
  device: string;
  body: Fields;
  /** The first of its events of the kind that the row says. */
  event: FleetEvent | undefined;
  doings: Doings;
}

interface Row {
  /** The kind of the event by which it is known when it was done; `null`: now. */
  event: string | null;
  doing(given: Given): Pick<Entry, 'doing' | 'added'>;
}

const actions = (...all: readonly object[]) => ({ doing: { do: all } });
const note = (text: string) => ({ doing: { note: text } });

/** The calls of the control API that change a world, but for those of the stage. */
const rows: { readonly [Route in RouteKey]?: Row } = {
  'PUT /devices/{id}/limits': {
    event: 'limits-set',
    doing: ({ device, body }) => actions({ setLimits: device, ...body }),
  },
  'POST /devices/{id}/activate': {
    event: 'device-activated',
    doing: ({ device, body }) => actions({ activate: device, ...body }),
  },
  'POST /devices/{id}/send': {
    event: 'message-',
    doing: ({ device, body }) => actions({ send: device, ...body }),
  },
  'PUT /account': {
    event: 'account-changed',
    doing({ body: { apiEnabled, apiKey, licences } }) {
      const { total } = fieldsOf(licences);
      return actions(
        ...(total === undefined ? [] : [{ setLicences: total }]),
        ...(apiEnabled === undefined ? [] : [{ apiAccess: apiEnabled }]),
        ...(apiKey === undefined ? [] : [{ rotateKey: true }]),
      );
    },
  },
  'PUT /faults': {
    event: null,
    doing({ body: { rules = [] }, doings }) {
      const faults = faultsWritten(rules, (id) => doings.nameWritten(id));
      return faults ? actions({ faults }) : note('faults of the service that a story cannot say');
    },
  },
  'POST /devices': {
    event: 'device-created',
    doing({ body: { count = 1, ...facts }, event, doings }) {
      const name = Object.keys(facts).length === 1 ? newName(facts.name, doings.names) : undefined;
      if (name === undefined || count !== 1 || event?.kind !== 'device-created')
        return note('devices were added that a story cannot say');
      return { ...actions({ addDevice: name }), added: [name, event.deviceId] };
    },
  },
  'DELETE /devices/{id}': {
    event: 'device-removed',
    doing: ({ device }) => note(`${device} was removed, which a story cannot say`),
  },
  'PUT /clock': {
    event: null,
    doing: ({ body: { speed, frozen } }) =>
      note(
        [
          'the clock:',
          ...(speed === undefined ? [] : [`speed ${String(speed)}`]),
          ...(frozen === undefined ? [] : [frozen ? 'paused' : 'runs']),
        ].join(' '),
      ),
  },
  'POST /clock/advance': { event: null, doing: () => note('the clock: advanced to here') },
};

const DEVICE = /^\/devices\/([^/]+)/;

export class Doings {
  readonly #world: { readonly now: number };
  readonly #simulator: Simulator;
  readonly #story: Story | undefined;
  #entries: Entry[] = [];

  /**
   * @param world says the moment of its clock without moving it
   * @param story that is played; without one nothing is recorded
   */
  constructor(simulator: Simulator, world: { readonly now: number }, story?: Story) {
    this.#simulator = simulator;
    this.#world = world;
    this.#story = story;
  }

  /** What was done and still stands, in its order. */
  get list(): readonly Pick<Entry, 'at' | 'doing'>[] {
    return this.#entries.map(({ at, doing }) => ({ at, doing }));
  }

  /** The names of devices, those that were added among them. */
  get names(): { fleet: Story['fleet']; added: ReadonlyMap<string, number>; addsOthers: boolean } {
    const { fleet = [], timeline = [] } = this.#story ?? {};
    return {
      fleet,
      added: new Map(this.#entries.flatMap(({ added }) => (added ? [added] : []))),
      addsOthers: timeline.some((entry) => entry.actions.some(({ kind }) => kind === 'add-device')),
    };
  }

  /** A device as the recording names it. */
  nameOf(device: number): string {
    return deviceName(device, this.names);
  }

  /** The same by its id as the profile writes it; `undefined` where there is none. */
  nameWritten(id: unknown): string | undefined {
    const { lens, fleet } = this.#simulator;
    const device = lens.readPathId('device', String(id));
    return device !== undefined && fleet.devices.has(device) ? this.nameOf(device) : undefined;
  }

  /** Actions that were done now, or a caption that was shown. At most as many as a story can have. */
  add(doing: Doing, at = this.#world.now): void {
    this.#keep({ doing }, at);
  }

  /** The world has gone back in time: what was done later is undone. */
  wentBack(): void {
    const { now } = this.#world;
    const { head } = this.#simulator.events;
    this.#entries = this.#entries.filter((one) => one.at <= now && one.head <= head);
  }

  /** Another world, or the same from its beginning. */
  clear(): void {
    this.#entries = [];
  }

  /** Shows a caption, now. */
  show(text: string): void {
    const { clock, fleet } = this.#simulator;
    const caption = text.trim();
    const at = clock.now();
    const before = this.#entries.filter(({ doing }) => !('note' in doing)).length;
    fleet.log.append('story-caption', { entry: (this.#story?.timeline.length ?? 0) + before, text: caption });
    this.add({ caption }, at);
  }

  /**
   * Takes note of a call of the control API that was carried out.
   *
   * @param head the number of the last event before it
   */
  note({ method, target, body = '' }: Call, head: number): void {
    const path = (target.split('?', 1)[0] ?? '').slice(CONTROL_PREFIX.length);
    const all: { readonly [route: string]: Row | undefined } = rows;
    const row = all[`${method} ${path.replace(DEVICE, '/devices/{id}')}`];
    if (row === undefined) return;
    const events = this.#simulator.events.since(head, 100);
    const event = events.find(({ kind }) => row.event !== null && kind.startsWith(row.event));
    if (row.event !== null && event === undefined) return;
    const id = DEVICE.exec(path)?.[1];
    const number = id && this.#simulator.lens.readPathId('device', decodeURIComponent(id));
    const device = number ? this.nameOf(number) : '';
    const given = { device, body: fieldsOf(jsonIn(body)), event, doings: this };
    this.#keep(row.doing(given), event?.at ?? this.#world.now);
  }

  #keep(entry: Pick<Entry, 'doing' | 'added'>, at: number): void {
    if (this.#story === undefined || this.#entries.length >= MANY) return;
    this.#entries.push({ at, head: this.#simulator.events.head, ...entry });
  }
}
