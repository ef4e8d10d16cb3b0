/** Licences that are counted wrongly, or given where none is available (sections 3 and 8). */
import { documentRules, type Rules } from '../options.ts';
import { activatesAtOnce } from './at-once.ts';
import { deviceCall } from './calls.ts';
import { type DeviationsOf, deviation, wrapped } from './deviation.ts';

export const licenceDeviations: DeviationsOf<'licences'> = {
  'licences/device-uses-one': deviation('counts a device twice', () => ({
    licencesTaken: ({ licence }) => (licence === 'used' ? 2 : 0),
  })),
  'licences/expiry-releases-one': deviation('releases no licence when a device expires', () => ({
    usedAfterExpiry: ({ used }) => used,
  })),
  'licences/activation-takes-one': deviation('does not count a device that is activated', () => ({
    usedAfterActivation: ({ used }) => used,
  })),
  'licences/activation-refused-when-none': deviation(
    'activates without a licence',
    () => ({ mayActivate: () => true }),
    ['licences/activation-refused-when-none', 'licences/never-over-allotted'],
  ),
  'licences/released-serves-another': deviation(
    'reserves a released licence for the device that had it',
    reservedForLastHolder,
  ),
  'licences/active-takes-no-second': wrapped(
    'takes another licence when a device in use is activated',
    () => (handle, simulator) => async (call) => {
      const { account, devices } = simulator.fleet;
      const found = deviceCall(call, simulator, 'POST activate');
      if (found && !devices.isExpired(found.device)) account.setLicencesUsed(account.licencesUsed + 1);
      return handle(call);
    },
  ),
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
  ),
  'licences/never-over-allotted': wrapped(
    'gives one licence to two devices that ask at once',
    () => activatesAtOnce,
  ),
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
