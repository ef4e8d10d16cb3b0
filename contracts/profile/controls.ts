/** The controls that a profile can offer, for what the API does not: what each is given, and what it can tell. */
import { limitFacts } from '../specification/records/index.ts';

export interface ControlFacts {
  /** What it does, to be read after "a way to". */
  does: string;
  /** Facts that it is given: `{name}` in its texts stands for them. */
  takes: readonly string[];
  /** Facts that its answer can tell. */
  tells: readonly string[];
}

const limits = Object.keys(limitFacts);

export const controlFacts = {
  setApiEnabled: { does: 'switch API access of the account on and off', takes: ['enabled'], tells: [] },
  readLimits: { does: 'read limits, expiry and counters of a device', takes: ['deviceId'], tells: limits },
  setLimits: { does: 'set limits and expiry of a device', takes: ['deviceId', ...limits], tells: [] },
  send: {
    does: 'have messages sent from a device',
    takes: ['deviceId', 'channel', 'count'],
    tells: ['sent', 'withheld'],
  },
  activate: { does: 'activate an expired device', takes: ['deviceId'], tells: ['activated'] },
  readLicences: { does: 'read the licence counts', takes: [], tells: ['total', 'used', 'available'] },
  createDevice: { does: 'create a device', takes: [], tells: ['deviceId'] },
  advance: { does: 'bring time forward', takes: ['by'], tells: [] },
} as const satisfies { [name: string]: ControlFacts };
