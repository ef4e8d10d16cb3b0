/** Expiry and licences otherwise than sections 1, 2, 3 and 8 say. */
import { documentRules, type Rules } from '../../simulator/simulator.ts';
import { always, type DeviationsOf } from './deviation.ts';

export const expiryDeviations: DeviationsOf<'expiry'> = {
  'expiry/off-by-default': always('switches Expires on for new devices', () => ({
    expiresByDefault: () => true,
  })),
  'expiry/on-needs-date': always('takes Expires without a date', () => ({ expiryComplete: () => true })),
  'expiry/off-never-expires': always('looks at the date alone, whether Expires is on or off', () => ({
    expiryInstant: (facts) => documentRules.expiryInstant({ ...facts, expires: true }),
  })),
  'expiry/reached-expires': always('lets no device expire', () => ({ expiryInstant: () => null })),
  'expiry/change-any-time': always('lets a device expire on a date that was put off', () => ({
    keepsOldExpiry: ({ next }) => next !== null,
  })),
};

export const licenceDeviations: DeviationsOf<'licences'> = {
  'licences/device-uses-one': always('counts a new device twice', () => ({
    licencesTaken: ({ licence }) => (licence === 'used' ? 2 : 0),
  })),
  'licences/expiry-releases-one': always('releases no licence when a device expires', () => ({
    usedAfterExpiry: ({ used }) => used,
  })),
  'licences/activation-takes-one': always('does not count a device that is activated', () => ({
    usedAfterActivation: ({ used }) => used,
  })),
  'licences/activation-refused-when-none': always('activates without a licence', () => ({
    mayActivate: () => true,
  })),
  'licences/released-serves-another': always('keeps a released licence for the device that had it', () =>
    keptForItsOwner(),
  ),
  'licences/never-over-allotted': always('gives one licence to two devices that ask at once', () =>
    givenTwice(),
  ),
};

function keptForItsOwner(): Partial<Rules> {
  const owners = new Set<number>();
  return {
    usedAfterExpiry: (facts) => {
      owners.add(facts.deviceId);
      return documentRules.usedAfterExpiry(facts);
    },
    usedAfterActivation: (facts) => {
      owners.delete(facts.deviceId);
      return documentRules.usedAfterActivation(facts);
    },
    mayActivate: (facts) => {
      const others = owners.has(facts.deviceId) ? owners.size - 1 : owners.size;
      return documentRules.mayActivate({ ...facts, available: facts.available - others });
    },
  };
}

/** Whoever asks in the same instant sees the licences that were free at its beginning. */
function givenTwice(): Partial<Rules> {
  let instant = { at: Number.NaN, available: 0 };
  return {
    mayActivate: ({ at, available }) => {
      if (at !== instant.at) instant = { at, available };
      return instant.available > 0;
    },
  };
}
