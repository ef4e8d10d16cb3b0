/** Dates and activations that go wrong after further sequences. */
import type { HistoryFault } from '../../../simulator/deviations/history/fault.ts';
import { documentRules } from '../../../simulator/options.ts';

export const expiryFaults = {
  'earlier-after-later': {
    kind: 'order of writes',
    does: 'ignores a date that is brought forward after it was put off',
    breaks: ['expiry/earlier-takes-effect', 'expiry/change-any-time', 'expiry/reached-expires'],
    rules() {
      const dates = new Map<number, string[]>();
      return {
        expiryInstant(facts) {
          const { deviceId, expirationDate } = facts;
          const past = dates.get(deviceId) ?? [];
          const [before, last] = past.slice(-2);
          if (expirationDate === null || expirationDate === last) return documentRules.expiryInstant(facts);
          dates.set(deviceId, [...past, expirationDate]);
          const wasPutOff = before !== undefined && last !== undefined && last > before;
          return documentRules.expiryInstant(
            wasPutOff && last > expirationDate ? { ...facts, expirationDate: last } : facts,
          );
        },
      };
    },
  },
  'second-date-after-activation': {
    kind: 'order of writes',
    does: 'goes by the first date after an activation where a second is set',
    breaks: [
      'expiry/reached-expires',
      'expiry/change-any-time',
      'expiry/earlier-takes-effect',
      'licences/expires-again',
    ],
    rules() {
      const first = new Map<number, string | undefined>();
      return {
        licenceAfterActivation(facts) {
          first.set(facts.deviceId, undefined);
          return documentRules.licenceAfterActivation(facts);
        },
        expiryInstant(facts) {
          const { deviceId, expirationDate } = facts;
          if (!first.has(deviceId) || expirationDate === null) return documentRules.expiryInstant(facts);
          const known = first.get(deviceId) ?? expirationDate;
          first.set(deviceId, known);
          return documentRules.expiryInstant({ ...facts, expirationDate: known });
        },
      };
    },
  },
} as const satisfies { readonly [name: string]: HistoryFault };
