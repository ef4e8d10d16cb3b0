/** Expiry and licences that go wrong after certain changes. */
import { scopeOf } from '../../../simulator/deviations/apply.ts';
import { limitsAtOnce } from '../../../simulator/deviations/at-once.ts';
import { type HistoryFault, perChannel, Times } from '../../../simulator/deviations/history/fault.ts';
import { documentRules } from '../../../simulator/options.ts';

export const licenceFaults = {
  'on-again-never-expires': {
    kind: 'order of writes',
    does: 'lets no device expire whose expiry was switched off and on again',
    breaks: [
      'expiry/reached-expires',
      'expiry/change-any-time',
      'expiry/off-never-expires',
      'expiry/earlier-takes-effect',
    ],
    rules() {
      const on = new Set<number>();
      const off = new Set<number>();
      return {
        expiryInstant(facts) {
          const { deviceId, expires } = facts;
          if (expires) on.add(deviceId);
          else if (on.has(deviceId)) off.add(deviceId);
          return off.has(deviceId) ? null : documentRules.expiryInstant(facts);
        },
      };
    },
  },
  'third-date-ignored': {
    kind: 'n-th time',
    does: 'uses the second date of a device where a third is set',
    breaks: ['expiry/reached-expires', 'expiry/change-any-time', 'expiry/earlier-takes-effect'],
    rules() {
      const dates = new Map<number, string[]>();
      return {
        expiryInstant(facts) {
          const { deviceId, expirationDate } = facts;
          const known = dates.get(deviceId) ?? [];
          if (expirationDate !== null && known.at(-1) !== expirationDate)
            dates.set(deviceId, [...known, expirationDate]);
          const all = dates.get(deviceId) ?? [];
          const [, second] = all;
          return documentRules.expiryInstant(
            all.length > 2 && second !== undefined && expirationDate !== null
              ? { ...facts, expirationDate: second }
              : facts,
          );
        },
      };
    },
  },
  'second-lapse-keeps-count': {
    kind: 'counter',
    unsteady: true,
    does: 'releases no licence when a second device expires',
    breaks: ['licences/expiry-releases-one'],
    rules() {
      let lapses = 0;
      return {
        usedAfterExpiry: (facts) => (++lapses % 2 === 0 ? facts.used : documentRules.usedAfterExpiry(facts)),
      };
    },
  },
  'race-for-messages': {
    kind: 'race',
    does: 'lets SMS messages at the same time pass a limit together',
    breaks: perChannel('holds-at-once', 'stops-at-limit'),
    around: () => {
      const { around } = limitsAtOnce('');
      return around ? around(scopeOf({ channel: 'sms' })) : (handle) => handle;
    },
  },
  'race-after-changes': {
    kind: 'race',
    does: 'lets SMS messages at the same time pass a limit together once limits were changed three times',
    breaks: perChannel('holds-at-once', 'stops-at-limit'),
    around: () => {
      const { around } = limitsAtOnce('');
      const changes = new Times();
      return (handle, simulator) => {
        const racing = around ? around(scopeOf({ channel: 'sms' }))(handle, simulator) : handle;
        return (call) => {
          const [device = ''] = /devices\/[^/]+/.exec(call.target) ?? [];
          if (call.method === 'PUT' && call.target.endsWith('/limits')) changes.add(device);
          return changes.of(device) >= 3 && call.target.endsWith('/send') ? racing(call) : handle(call);
        };
      };
    },
  },
  'race-after-a-day': {
    kind: 'race',
    does: 'lets e-mails at the same time pass a limit together from the second request for several on',
    breaks: perChannel('holds-at-once', 'stops-at-limit'),
    around: () => {
      const { around } = limitsAtOnce('');
      const times = new Times();
      return (handle, simulator) => {
        const racing = around ? around(scopeOf({ channel: 'email' }))(handle, simulator) : handle;
        return (call) => {
          if (!call.target.endsWith('/send')) return handle(call);
          return times.add(call.target) > 4 ? racing(call) : handle(call);
        };
      };
    },
  },
} as const satisfies { readonly [name: string]: HistoryFault };
