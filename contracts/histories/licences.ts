/** The licences of the account, and who uses them (sections 1, 3 and 8). */
import type { History } from './history.ts';
import { activate, allot, devices, expires, hours, licences, SOON, settings, untilExpired } from './steps.ts';

export const licenceHistories: readonly History[] = [
  {
    name: 'a licence passes from one device to another',
    about: [
      'licences/activation-takes-one',
      'licences/activation-refused-when-none',
      'licences/released-serves-another',
    ],
    steps: [
      ...devices(1, 2),
      settings(1),
      expires(1, SOON),
      expires(2, SOON),
      untilExpired,
      settings(1),
      settings(2),
      licences,
      allot(1),
      activate(1),
      licences,
      settings(1),
      activate(2),
      licences,
      settings(2),
      allot(1),
      activate(2),
      licences,
      settings(2),
    ],
  },
  {
    name: 'a device is activated twice and expires again',
    about: ['licences/active-takes-no-second', 'licences/expires-again', 'licences/activation-takes-one'],
    steps: [
      ...devices(1),
      settings(1),
      licences,
      ...expiresAndReturns(),
      activate(1),
      licences,
      ...expiresAndReturns(),
    ],
  },
  {
    name: 'a device that is made counts',
    about: ['licences/device-uses-one', 'licences/expiry-releases-one'],
    steps: [licences, ...devices(1), licences, expires(1, SOON), untilExpired, settings(1), licences],
  },
  {
    name: 'the counts before and after a date is reached',
    about: ['licences/expiry-releases-one'],
    steps: [
      ...devices(1, 2),
      settings(1),
      licences,
      expires(1, SOON),
      hours(80),
      licences,
      hours(60),
      settings(1),
      licences,
    ],
  },
  {
    name: 'a device lives three times',
    about: ['licences/expires-again', 'licences/activation-takes-one'],
    steps: [...devices(1), ...expiresAndReturns(), ...expiresAndReturns(), ...expiresAndReturns()],
  },
];

/** Device 1 expires, and is activated with the only licence that is available. */
function expiresAndReturns(): History['steps'] {
  return [
    expires(1, SOON),
    untilExpired,
    settings(1),
    licences,
    allot(1),
    activate(1),
    licences,
    settings(1),
  ];
}
