/** Steps that read devices, and alerts that they post. */

import type { Event } from '../judge/event.ts';
import { MINUTE } from '../kit/durations.ts';
import type { AnyId, Facts } from '../profile/facts.ts';
import type { CaseContext } from '../suite/case-context.ts';
import { readsAsRefusal, whereBound } from '../suite/cases/accepted.ts';
import { answersAsKnown } from '../suite/cases/devices/reading.ts';
import { sampleOf } from '../suite/cases/devices/samples.ts';
import { contentOf } from '../suite/reading/success.ts';
import { saysAbsent } from './absence.ts';
import { type Came, type Scene, seenAs } from './scene.ts';
import { saysNothing } from './served.ts';
import type { Step } from './steps.ts';

type Of<K extends Step['do']> = Extract<Step, { do: K }>;

export const visitActs = {
  async visit(scene: Scene, { device }: Of<'visit'>): Promise<Came> {
    const own = seenAs(scene, device);
    if (!own) return undefined;
    const { context } = scene;
    const look = async (): Promise<Event> => {
      const answer = await context.call('readDevice', { id: own.id });
      const { facts } = context.lens.reply('device').read(contentOf(answer));
      const { id } = facts;
      const isMissing = id === undefined && (await saysAbsent(context, 'readDevice', answer));
      const isOwn = String(id) === String(own.id);
      const found = isOwn || (isMissing ? false : undefined);
      const shown = !isOwn && id !== undefined && id !== null && { shown: String(id) };
      const isEmptied = (scene.listed.get(String(id)) ?? 0) >= SEVERAL && shownOf(context, facts) === 0;
      return {
        ...{ at: context.clock.now(), kind: 'visited', device: String(own.id), found },
        ...shown,
        ...(isOwn && isEmptied && { emptied: true }),
      };
    };
    return context.eventually(look, scene.explains);
  },

  async strange({ context }: Scene): Promise<Came> {
    const isKnown = await answersAsKnown(context);
    if (isKnown === undefined) return undefined;
    return { at: context.clock.now(), kind: 'strange', asKnown: isKnown };
  },

  /** Each says another moment and text: one that comes twice may be taken once. */
  async alert(scene: Scene, { device }: Of<'alert'>): Promise<Came> {
    const own = scene.devices.get(device);
    if (!own || own.dated || !scene.supply.mayAlert()) return undefined;
    const { context } = scene;
    // It may have been sent to people.
    scene.supply.noteSent(own.id);
    const number = ++scene.alerts;
    const { raisedAt, text, ...rest } = sampleOf(context, 'alert');
    const facts = {
      ...rest,
      ...(typeof raisedAt === 'number' && { raisedAt: raisedAt - MINUTE + number * 1_000 }),
      ...(typeof text === 'string' && { text: `${text} ${number}` }),
    };
    const body = context.lens.posting('alerts').write([facts]);
    const answer = await context.call('postAlerts', { id: own.id, body });
    const shows = context.probes.shows({ operation: 'postAlerts', answer, id: own.id, good: true });
    const refuses = !saysNothing(answer) && readsAsRefusal(context, answer);
    // Where alerts are not recorded, or it is not known how, a refusal says nothing.
    const taken = shows ? 'taken' : refuses && recordsAlerts(context) ? 'refused' : 'unclear';
    return { at: context.clock.now(), kind: 'alerted', device: String(own.id), taken };
  },

  async devices(scene: Scene): Promise<Came> {
    const { context } = scene;
    const look = async (): Promise<Event> => {
      const { records, repeated, issues, complete } = await context.list('devices');
      scene.listed = new Map(records.map((one) => [String(one.id), shownOf(context, one)]));
      return {
        at: context.clock.now(),
        kind: 'devices',
        listed: records.flatMap(({ id }) => (id === undefined || id === null ? [] : [String(id)])),
        repeated: repeated.map(String),
        // Without known paging there may be more pages than were seen.
        complete:
          complete && issues.length === 0 && context.profile.openings['operations.paging'] !== undefined,
      };
    };
    return context.eventually(look, scene.explains);
  },
};

/** Facts of a device in the list, so many that a read of it cannot but show one of them. */
const SEVERAL = 3;

/** So many facts are shown of a device, beside its id, for which a read has places. */
function shownOf(context: CaseContext, facts: Facts<'device', AnyId>): number {
  const isShown = (fact: keyof typeof facts) => facts[fact] !== undefined && facts[fact] !== null;
  return context.lens.reply('device').facts.filter((fact) => fact !== 'id' && isShown(fact)).length;
}

/** Whether a device shows which one it is. */
export function showsId(context: CaseContext): boolean {
  return whereBound(false, () => context.lens.reply('device').facts.includes('id'));
}

/** Whether alerts are recorded, the account may post them, and it is known how. */
export function recordsAlerts(context: CaseContext): boolean {
  const { 'alerts.purpose': purpose, 'auth.roles': roles } = context.profile.openings;
  const recorded = purpose?.does === 'record' && roles?.mayNotCall.includes('postAlerts') !== true;
  return recorded && whereBound(false, () => context.lens.record('alert').facts.length > 0);
}
