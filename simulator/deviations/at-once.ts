/** Messages and activations at the same time that do not see each other: what no rule function decides, since it sees one alone. */
import { fieldOf } from '../../contracts/kit/json.ts';
import { channels } from '../../contracts/specification/judged.ts';
import { limitFields } from '../fleet/limitSettings.ts';
import type { Simulator } from '../simulator.ts';
import { deviceCall } from './calls.ts';
import type { Around, Scope } from './deviation.ts';

/** How far apart calls reach the service that a client sends at the same time, in milliseconds. */
const SAME_TIME = 20;

/**
 * A message is checked against its limit when it is asked for. It is sent and counted only after all messages that were
 * asked for at the same time have been checked.
 */
export function sendsAtOnce(scope: Pick<Scope, 'channels'>): Around {
  return (handle, simulator) => async (call) => {
    const { device, body } = deviceCall(call, simulator, 'POST send') ?? {};
    const channel = channels.find((one) => one === fieldOf(body, 'channel'));
    const count = fieldOf(body, 'count') ?? 1;
    if (device === undefined || !channel || !scope.channels.has(channel) || typeof count !== 'number')
      return handle(call);
    const { limits } = simulator.fleet;
    const { [limitFields[channel]]: limit, usage } = limits.get(device);
    await othersArrive(simulator);
    if (limit === null || usage[channel] + count > limit) return handle(call);
    limits.set(device, { [limitFields[channel]]: null });
    const reply = handle(call);
    limits.set(device, { [limitFields[channel]]: limit });
    return reply;
  };
}

/**
 * An activation is checked against the licences that are available when it is asked for. It takes one after all activations
 * that were asked for at the same time have been checked.
 */
export const activatesAtOnce: Around = (handle, simulator) => async (call) => {
  const { account } = simulator.fleet;
  if (!deviceCall(call, simulator, 'POST activate') || account.licencesAvailable === 0) return handle(call);
  await othersArrive(simulator);
  if (account.licencesAvailable > 0) return handle(call);
  const { total } = account.view().licences;
  account.setLicenceTotal(account.licencesUsed + 1);
  const reply = handle(call);
  account.setLicenceTotal(total);
  return reply;
};

async function othersArrive({ pace }: Simulator): Promise<void> {
  await pace.sleep(SAME_TIME);
  // Calls that have arrived meanwhile are read before what comes next: on a busy machine, too.
  await pace.breathe();
}
