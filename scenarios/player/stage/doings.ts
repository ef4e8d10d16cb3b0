/**
 * What people do to the world of a story: captions, injections, settings. Each is one more entry of the story, so that a
 * file with them plays the same.
 */
import { fieldsOf } from '../../../contracts/kit/fields.ts';
import { jsonIn } from '../../../contracts/kit/json.ts';
import type { Call } from '../../../simulator/http/call.ts';
import type { Simulator } from '../../../simulator/simulator.ts';
import type { Story } from '../../language/story.ts';
import { deviceName } from '../../language/words.ts';

/** An entry of a story as it is written, without its time. */
export type Doing = { caption: string } | { do: readonly object[] } | { clock: string };

export interface Done {
  /** Simulated, ms since 1970 UTC. */
  at: number;
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
  #done: Done[] = [];

  /** What was done and still stands: who goes back undoes what came later. */
  until(now: number): readonly Done[] {
    this.#done = this.#done.filter(({ at }) => at <= now);
    return this.#done;
  }

  add(at: number, doing: Doing): void {
    this.#done = [...this.until(at), { at, doing }];
  }

  clear(): void {
    this.#done = [];
  }

  /** Shows a caption, now. */
  show(text: string, { clock, fleet }: Simulator, story: Story | undefined): void {
    const caption = text.trim();
    const at = clock.now();
    const before = this.until(at).filter(({ doing }) => !('clock' in doing)).length;
    fleet.log.append('story-caption', { entry: (story?.timeline.length ?? 0) + before, text: caption });
    this.add(at, { caption });
  }

  /**
   * Takes note of a call of the control API that was carried out.
   *
   * @param head the number of the last event before it
   * @param now the moment of the fake clock, which may have gone on since
   */
  note(
    { method, target, body = '' }: Call,
    { events, lens }: Simulator,
    story: Story,
    { head, now }: { head: number; now: number },
  ): void {
    const [, id, subject = ''] = CALL.exec(target.split('?', 1)[0] ?? '') ?? [];
    const row = rows[`${method} ${subject}`];
    if (row === undefined) return;
    const { event } = row;
    const device = id === undefined ? undefined : lens.readPathId('device', decodeURIComponent(id));
    const own = events.since(head, 100).find(({ kind }) => event !== null && kind.startsWith(event));
    if (event !== null && own === undefined) return;
    const name = device === undefined ? '' : deviceName(device, story);
    const actions = row.actions(name, fieldsOf(jsonIn(body)));
    const at = own?.at ?? now;
    if (typeof actions === 'string') this.add(at, { clock: actions });
    else this.add(at, { do: actions });
  }
}
