/** What the API does not offer: by the controls of a profile, or not at all. */
import type { Action } from '../../language/story.ts';
import { type ControlErrand, NotDone, type SentOf } from '../errand.ts';
import type { Means } from '../means.ts';
import { movedDate } from '../times.ts';

type Kind = Action['kind'];
type ActionOf<K extends Kind> = Extract<Action, { kind: K }>;

/** For each kind of action that a control can do, its errand. */
const makers: {
  readonly [K in Kind]?: (action: ActionOf<K>, device: number, means: Means) => ControlErrand;
} = {
  'set-limits': ({ change }, device, { cast, moved }) => ({
    does: 'control',
    control: 'setLimits',
    device: cast.device(device),
    change: {
      ...change,
      ...(change.expirationDate && { expirationDate: movedDate(change.expirationDate, moved) }),
    },
  }),
  activate: ({ expirationDate }, device, { cast, moved }) => ({
    does: 'control',
    control: 'activate',
    device: cast.device(device),
    ...(expirationDate !== undefined && { expirationDate: movedDate(expirationDate, moved) }),
  }),
  send: ({ channel, count }, device, { cast }) => ({
    does: 'control',
    control: 'send',
    device: cast.device(device),
    channel,
    count,
  }),
  'api-access': ({ on }) => ({ does: 'control', control: 'setApiEnabled', enabled: on }),
  'set-licences': ({ total }) => ({ does: 'control', control: 'setLicences', total }),
  'add-device': (_, device) => ({ does: 'control', control: 'createDevice', number: device }),
};

/** @throws NotDone for what no control does */
export function control({ action, device }: SentOf<'control'>, means: Means): ControlErrand {
  const make = makers[action.kind] as ((...given: [Action, number, Means]) => ControlErrand) | undefined;
  if (!make) throw new NotDone('neither the API nor a control of a profile does this');
  return make(action, device ?? 0, means);
}
