/** Services whose counters start anew when something happens that has nothing to do with messages. */
import { parseJson } from '../../contracts/kit/json.ts';
import type { OperationId } from '../../contracts/specification/operations.ts';
import { operationFinder } from '../../simulator/deviations/calls.ts';
import type { Around } from '../../simulator/deviations/deviation.ts';
import { deviceCall } from '../../simulator/deviations/device-calls.ts';
import type { Usage } from '../../simulator/fleet/types.ts';
import type { Call, Reply } from '../../simulator/http/call.ts';
import type { Simulator } from '../../simulator/simulator.ts';

/** The device that a call is about and to which it happens; `undefined` for any other call. */
type Happens = (simulator: Simulator) => (call: Call) => number | undefined;

/** A report of a device. */
export function onReport(report: OperationId): Happens {
  return (simulator) => {
    const operationOf = operationFinder(simulator);
    return (call) => {
      if (operationOf(call) !== report) return undefined;
      const segment = call.target.split('/').at(-2) ?? '';
      return simulator.lens.readPathId('device', decodeURIComponent(segment));
    };
  };
}

/** The activation of a device that is in use. */
export const onNeedlessActivation: Happens = (simulator) => (call) => {
  const device = deviceCall(call, simulator, 'POST', 'activate')?.device;
  return device === undefined || simulator.fleet.devices.isExpired(device) ? undefined : device;
};

/** The control API no longer shows messages that were counted before. */
export function forgetsCounts(happens: Happens): Around {
  return (handle, simulator) => {
    const { limits, devices } = simulator.fleet;
    const deviceOf = happens(simulator);
    const forgotten = new Map<number, Usage>();
    return async (call) => {
      const device = deviceOf(call);
      const reply = await handle(call);
      if (device !== undefined && devices.has(device)) forgotten.set(device, limits.get(device).usage);
      const read = deviceCall(call, simulator, 'GET', 'limits');
      const before = read && forgotten.get(read.device);
      return before ? without(reply, limits.get(read.device).usage, before) : reply;
    };
  };
}

function without(reply: Reply, now: Usage, before: Usage): Reply {
  const body = parseJson(reply.body);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return reply;
  const usage = { email: Math.max(0, now.email - before.email), sms: Math.max(0, now.sms - before.sms) };
  return { ...reply, body: JSON.stringify({ ...body, usage }) };
}
