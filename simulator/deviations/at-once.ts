/** Messages at the same time that do not see each other: what no rule function decides, since it sees one sending alone. */
import { fieldOf, parseJson } from '../../contracts/kit/json.ts';
import { type Channel, channels } from '../../contracts/specification/judged.ts';
import { limitFields } from '../fleet/limitSettings.ts';
import type { Call } from '../http/call.ts';
import type { Simulator } from '../simulator.ts';
import type { Deviation } from './deviation.ts';

interface Sending {
  device: number;
  channel: Channel;
  count: number;
}

/**
 * What a message needs is looked at when it is asked for; it goes out, and is counted, only when what was asked
 * for at the same time has been looked at, too.
 */
export function limitsAtOnce(does: string): Deviation {
  return {
    does,
    around:
      ({ channels }) =>
      (handle, simulator) =>
      async (call) => {
        const sending = sendingIn(call, simulator);
        if (!sending || !channels.has(sending.channel)) return handle(call);
        const { device, channel, count } = sending;
        const { limits } = simulator.fleet;
        const { [limitFields[channel]]: limit, usage } = limits.get(device);
        await simulator.pace.breathe();
        if (limit === null || usage[channel] + count > limit) return handle(call);
        limits.set(device, { [limitFields[channel]]: null });
        const reply = handle(call);
        limits.set(device, { [limitFields[channel]]: limit });
        return reply;
      },
  };
}

function sendingIn({ method, target, body }: Call, { fleet, lens }: Simulator): Sending | undefined {
  const id = /^\/_control\/devices\/([^/?]+)\/send$/.exec(target)?.[1];
  if (method !== 'POST' || id === undefined) return undefined;
  const device = lens.readPathId('device', decodeURIComponent(id));
  const json = body === undefined ? undefined : parseJson(body);
  const channel = channels.find((one) => one === fieldOf(json, 'channel'));
  const count = fieldOf(json, 'count') ?? 1;
  if (device === undefined || !fleet.devices.has(device) || channel === undefined) return undefined;
  return typeof count === 'number' ? { device, channel, count } : undefined;
}
