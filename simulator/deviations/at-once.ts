/** Messages and activations at the same time that do not see each other: what no rule function decides, since it sees one alone. */
import { fieldOf } from '../../contracts/kit/json.ts';
import { type Channel, channels } from '../../contracts/specification/judged.ts';
import { limitFields } from '../fleet/limitSettings.ts';
import type { Call } from '../http/call.ts';
import type { Simulator } from '../simulator.ts';
import type { Deviation } from './deviation.ts';
import { deviceCall } from './device-calls.ts';

/** How far apart calls reach the service that a client sends at the same time, in milliseconds. */
const SAME_TIME = 20;

interface Sending {
  device: number;
  channel: Channel;
  count: number;
}

/**
 * A message is checked against its limit when it is asked for. It is sent and counted only after all messages that were
 * asked for at the same time have been checked.
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
        await othersArrive(simulator);
        if (limit === null || usage[channel] + count > limit) return handle(call);
        limits.set(device, { [limitFields[channel]]: null });
        const reply = handle(call);
        limits.set(device, { [limitFields[channel]]: limit });
        return reply;
      },
  };
}

/**
 * An activation is checked against the licences that are available when it is asked for. It takes one after all activations
 * that were asked for at the same time have been checked.
 */
export function activationsAtOnce(does: string): Deviation {
  return {
    does,
    around: () => (handle, simulator) => async (call) => {
      const found = deviceCall(call, simulator, 'POST', 'activate');
      const { account } = simulator.fleet;
      if (!found || account.licencesAvailable === 0) return handle(call);
      await othersArrive(simulator);
      if (account.licencesAvailable > 0) return handle(call);
      const { total } = account.view().licences;
      account.setLicenceTotal(account.licencesUsed + 1);
      const reply = handle(call);
      account.setLicenceTotal(total);
      return reply;
    },
  };
}

async function othersArrive({ pace }: Simulator): Promise<void> {
  await pace.sleep(SAME_TIME);
  // Calls that have arrived meanwhile are read before what comes next: on a busy machine, too.
  await pace.breathe();
}

function sendingIn(call: Call, simulator: Simulator): Sending | undefined {
  const found = deviceCall(call, simulator, 'POST', 'send');
  const channel = channels.find((one) => one === fieldOf(found?.body, 'channel'));
  const count = fieldOf(found?.body, 'count') ?? 1;
  if (!found || channel === undefined || typeof count !== 'number') return undefined;
  return { device: found.device, channel, count };
}
