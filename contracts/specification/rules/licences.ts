/** The expiry of devices and the licences it sets free (sections 1, 2, 3 and 8). */
import type { RuleRow } from './rule.ts';

export const expiryRules = [
  {
    id: 'expiry/off-by-default',
    sections: ['2'],
    needs: ['do:readLimits'],
    text: 'Expires is off on a device until it is set.',
  },
  {
    id: 'expiry/on-needs-date',
    sections: ['2'],
    needs: ['do:setLimits'],
    text: 'Expires switched on without a date never takes effect.',
  },
  {
    id: 'expiry/off-never-expires',
    sections: ['2', '3'],
    needs: ['do:setLimits', 'clock'],
    text: 'With Expires off a device remains a used licence, whatever date was once set.',
  },
  {
    id: 'expiry/reached-expires',
    sections: ['2', '3', '8'],
    needs: ['do:setLimits', 'clock'],
    text: 'With Expires on, the device is expired once its date is reached.',
  },
  {
    id: 'expiry/change-any-time',
    sections: ['8'],
    needs: ['do:setLimits', 'clock'],
    text: 'If the date is postponed before it is reached, the old date has no effect.',
  },
  {
    id: 'expiry/earlier-takes-effect',
    sections: ['8'],
    needs: ['do:setLimits', 'clock'],
    text: 'If the date is moved earlier, the device expires on the new one.',
  },
  {
    id: 'expiry/only-its-own',
    sections: ['2', '3'],
    needs: ['two-devices', 'clock'],
    text: 'When a device expires, every other stays as it was.',
  },
] as const satisfies readonly RuleRow[];

export const licenceRules = [
  {
    id: 'licences/device-uses-one',
    sections: ['3', '8'],
    needs: ['do:readLicences'],
    text: 'A device that is not expired counts as one used licence, no more and no less.',
  },
  {
    id: 'licences/expiry-releases-one',
    sections: ['1', '3', '8'],
    needs: ['clock'],
    text: 'When a device expires, one licence fewer is used and one more is available.',
  },
  {
    id: 'licences/activation-takes-one',
    sections: ['3'],
    needs: ['do:activate'],
    text: 'An expired device that is activated while a licence is available counts again.',
  },
  {
    id: 'licences/activation-refused-when-none',
    sections: ['3', '8'],
    needs: ['do:activate'],
    text: 'With no licence available an expired device stays expired, and the counts do not change.',
  },
  {
    id: 'licences/released-serves-another',
    sections: ['3', '8'],
    needs: ['do:activate'],
    text: 'A licence that one device has released can be used by another.',
  },
  {
    id: 'licences/never-over-allotted',
    basis: 'implied',
    sections: ['3', '8'],
    needs: ['do:activate'],
    text: 'Of two simultaneous activations with one licence available, only one succeeds.',
  },
  {
    id: 'licences/active-takes-no-second',
    sections: ['3', '8'],
    needs: ['do:activate', 'do:readLicences'],
    text: 'Activating a device that is not expired changes no count: it stays one used licence.',
  },
  {
    id: 'licences/expires-again',
    sections: ['3', '8'],
    needs: ['do:activate', 'clock'],
    text: 'A device that was activated and expires again releases its licence again, and can be activated again.',
  },
] as const satisfies readonly RuleRow[];
