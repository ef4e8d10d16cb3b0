/** Steps that read devices, and alerts that they post. */
import { MINUTE } from '../kit/durations.ts';
import type { Event } from '../model/event.ts';
import { sampleOf } from '../suite/cases/devices/samples.ts';
import { readsAsRefusal, whereBound } from '../suite/cases/taken.ts';
import type { Kit } from '../suite/kit.ts';
import type { Came, Scene } from './scene.ts';
import type { Step } from './steps.ts';

type Of<K extends Step['do']> = Extract<Step, { do: K }>;

export const visitActs = {
  async visit(scene: Scene, { device }: Of<'visit'>): Promise<Came> {
    const own = scene.devices.get(device);
    if (!own) return undefined;
    const { kit } = scene;
    const look = async (): Promise<Event> => {
      const answer = await kit.call('readDevice', { id: own.id });
      const { id } = kit.lens.reply('device').read(answer.json).facts;
      const isMissing = id === undefined && (await kit.looks.kind('readDevice', answer)) === 'absent';
      const found = String(id) === String(own.id) || (isMissing ? false : undefined);
      return { at: kit.clock.now(), kind: 'visited', device: String(own.id), found };
    };
    return kit.eventually(look, scene.explains);
  },

  /** Each says another moment and text: one that comes twice may be taken once. */
  async alert(scene: Scene, { device }: Of<'alert'>): Promise<Came> {
    const own = scene.devices.get(device);
    if (!own?.fresh || !scene.supply.mayAlert()) return undefined;
    const { kit } = scene;
    const number = ++scene.alerts;
    const { raisedAt, text, ...rest } = sampleOf(kit, 'alert');
    const facts = {
      ...rest,
      ...(typeof raisedAt === 'number' && { raisedAt: raisedAt - MINUTE + number * 1_000 }),
      ...(typeof text === 'string' && { text: `${text} ${number}` }),
    };
    const body = kit.lens.posting('alerts').write([facts]);
    const answer = await kit.call('postAlerts', { id: own.id, body });
    const shows = kit.probes.shows({ operation: 'postAlerts', answer, id: own.id, good: true });
    const taken = shows ? 'taken' : readsAsRefusal(kit, answer) ? 'refused' : 'unclear';
    return { at: kit.clock.now(), kind: 'alerted', device: String(own.id), taken };
  },

  async devices(scene: Scene): Promise<Came> {
    const { kit } = scene;
    const look = async (): Promise<Event> => {
      const { records, repeated, issues, complete } = await kit.list('devices');
      return {
        at: kit.clock.now(),
        kind: 'devices',
        listed: records.flatMap(({ id }) => (id === undefined || id === null ? [] : [String(id)])),
        repeated: repeated.map(String),
        // Without known paging there may be more pages than were seen.
        complete: complete && issues.length === 0 && kit.profile.openings['operations.paging'] !== undefined,
      };
    };
    return kit.eventually(look, scene.explains);
  },
};

/** Whether a device shows which one it is. */
export function showsId(kit: Kit): boolean {
  return whereBound(false, () => kit.lens.reply('device').facts.includes('id'));
}

/** Whether alerts are recorded, and it is known how one is posted. */
export function recordsAlerts(kit: Kit): boolean {
  const recorded = kit.profile.openings['alerts.purpose']?.does === 'record';
  return recorded && whereBound(false, () => kit.lens.record('alert').facts.length > 0);
}
