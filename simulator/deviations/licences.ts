/** Licences that are counted wrongly, or given where none is available (sections 3 and 8). */
import { documentRules, type Rules } from '../options.ts';
import { activationsAtOnce } from './at-once.ts';
import { type DeviationsOf, deviation } from './deviation.ts';
import { deviceCall } from './device-calls.ts';

export const licenceDeviations: DeviationsOf<'licences'> = {
  'licences/device-uses-one': deviation(
    'counts a device twice',
    () => ({ licencesTaken: ({ licence }) => (licence === 'used' ? 2 : 0) }),
    { also: ['licences/expiry-releases-one'] },
  ),
  'licences/expiry-releases-one': deviation('releases no licence when a device expires', () => ({
    usedAfterExpiry: ({ used }) => used,
  })),
  'licences/activation-takes-one': deviation(
    'does not count a device that is activated',
    () => ({ usedAfterActivation: ({ used }) => used }),
    { also: ['licences/never-over-allotted'] },
  ),
  'licences/activation-refused-when-none': deviation(
    'activates without a licence',
    () => ({ mayActivate: () => true }),
    {
      breaks: ['licences/activation-refused-when-none', 'licences/never-over-allotted'],
    },
  ),
  'licences/released-serves-another': deviation(
    'reserves a released licence for the device that had it',
    reservedForLastHolder,
    {
      also: ['licences/activation-takes-one'],
    },
  ),
  'licences/active-takes-no-second': {
    does: 'takes another licence when a device in use is activated',
    around: () => (handle, simulator) => {
      const { account, devices } = simulator.fleet;
      return async (call) => {
        const found = deviceCall(call, simulator, 'POST', 'activate');
        const isUsed = found && !devices.isExpired(found.device);
        if (isUsed) account.setLicencesUsed(account.licencesUsed + 1);
        return handle(call);
      };
    },
    also: ['licences/never-over-allotted'],
  },
  'licences/expires-again': deviation(
    'releases a licence only when a device expires for the first time',
    () => {
      const released = new Set<number>();
      return {
        usedAfterExpiry(facts) {
          if (released.has(facts.deviceId)) return facts.used;
          released.add(facts.deviceId);
          return documentRules.usedAfterExpiry(facts);
        },
      };
    },
    { also: ['expiry/', 'licences/'] },
  ),
  'licences/never-over-allotted': activationsAtOnce('gives one licence to two devices that ask at once'),
};

function reservedForLastHolder(): Partial<Rules> {
  const owners = new Set<number>();
  return {
    usedAfterExpiry(facts) {
      owners.add(facts.deviceId);
      return documentRules.usedAfterExpiry(facts);
    },
    usedAfterActivation(facts) {
      owners.delete(facts.deviceId);
      return documentRules.usedAfterActivation(facts);
    },
    mayActivate(facts) {
      const others = owners.has(facts.deviceId) ? owners.size - 1 : owners.size;
      return documentRules.mayActivate({ ...facts, available: facts.available - others });
    },
  };
}
