/** Each further fault is found, in each build by the first id that it breaks alone; `npm run whole` judges all of them by the whole suite, too. */
import { describe, expect, it } from 'vitest';
import { deviationFaults, furtherFaults } from './index.ts';
import { firstOf, idsWith, isBroken, judged, told } from './judging.ts';

const last = 'expiry/reached-expires expiry/earlier-takes-effect licences/expiry-releases-one';
/** Faults that the first of their ids alone does not show, or shows at many times the cost, and those that do. */
const by: { readonly [does: string]: string } = {
  'accepts `null` as the key': 'token/near-miss-refused',
  'leaves `success` out of a failure': 'token/unknown-user',
  'takes no second token at operations that write': 'auth/valid-until-expiry/createGroup',
  'takes the word null as a token': 'auth/garbage-refused/lastLocation',
  'takes any three words with dots between them': 'auth/garbage-refused/replaceUser',
  'takes any Basic credentials': 'auth/garbage-refused/listCountries',
  'takes a signature with the key secret': 'auth/tampered-refused/readDevice',
  'takes unsigned tokens that say so in capitals': 'auth/tampered-refused/readDevice',
  'takes the key for the signature from the header': 'auth/tampered-refused/listUsers',
  'checks no signature where the token never ends': 'auth/tampered-refused/readDevice',
  'compares the first ten letters of a signature': 'auth/tampered-refused/readDevice',
  'compares signatures without regard to letter case': 'auth/tampered-refused/updateUser',
  'serves an encoded slash at the end of a path without a token': 'auth/no-way-round/listCountries',
  'serves a NUL at the end of a path without a token': 'auth/no-way-round/lastLocation',
  'serves another method that a header asks for without a token': 'auth/no-way-round/updateUser',
  'finds only the devices that have a group': 'devices/listed-can-be-read devices/listed-once',
  'lists devices that have reported a location only once they have sent another':
    'devices/listed-once devices/posted-location-becomes-last',
  'keeps a limit where the first one of a device is set by sms': 'limits/zero-sends-none/sms',
  'lets counters be raised': 'limits/usage-read-only/sms',
  'never expires on the last day of a month': last,
  "reads month and day of a date in each other's place where it can": last,
  'counts no SMS of a device after its expiry, when it is activated again either':
    'limits/usage-restarts/sms limits/usage-counts/sms',
  'takes no licence at the second activation of a device': 'licences/activation-takes-one',
  'has one SMS less in the limits of others where a device is activated': 'limits/sends-below-limit/sms',
  'has one SMS less in the limits of devices of a deleted group': 'expiry/only-its-own',
  'has one e-mail more in the limit of a device that reports': 'limits/stops-at-limit expiry/only-its-own',
};

describe('A service is found by a rule that it breaks, where it', () => {
  it.each(furtherFaults)('$does', async (fault) => {
    const run = await judged(fault, { only: by[fault.does]?.split(' ') ?? [firstOf(fault)] });
    const failed = idsWith(run, 'fail').filter((id) => isBroken(fault, id));
    expect(failed, told(run, (id) => isBroken(fault, id)).join('\n')).not.toEqual([]);
  });
});

it('no two faults do the same, and there is none that is judged in a way of its own', () => {
  const all = [...deviationFaults, ...furtherFaults].map(({ does }) => does);
  expect(new Set(all).size).toBe(all.length);
  expect(Object.keys(by).filter((does) => !all.includes(does))).toEqual([]);
});
