/** Calls of the control API about one device, for what no rule function decides. */
import { parseJson } from '../../contracts/kit/json.ts';
import type { Call, Handle, Reply } from '../http/call.ts';
import type { Simulator } from '../simulator.ts';

/** The device and the body of a call such as `POST /_control/devices/{id}/send`; `undefined` for any other call. */
export function deviceCall(
  { method, target, body }: Call,
  { fleet, lens }: Simulator,
  wanted: string,
  action: string,
): { device: number; body: unknown } | undefined {
  const [, id, what] = /^\/_control\/devices\/([^/?]+)\/(\w+)$/.exec(target) ?? [];
  if (method !== wanted || what !== action || id === undefined) return undefined;
  const device = lens.readPathId('device', decodeURIComponent(id));
  if (device === undefined || !fleet.devices.has(device)) return undefined;
  return { device, body: body === undefined || body === '' ? undefined : parseJson(body) };
}

/** Does something more after each such call that succeeded. */
export function onDevice(
  handle: Handle,
  simulator: Simulator,
  method: string,
  action: string,
  more: (device: number, body: unknown) => void,
): Handle {
  return async (call): Promise<Reply> => {
    const found = deviceCall(call, simulator, method, action);
    const reply = await handle(call);
    if (found && reply.status < 300) more(found.device, found.body);
    return reply;
  };
}
