/** Devices that go wrong after certain reports and reads. */
import { type HistoryFault, Times } from '../../../simulator/deviations/history/fault.ts';
import type { Reply } from '../../../simulator/http/call.ts';
import { looking } from './looking.ts';

export const visitFaults = {
  'third-alert-refused': {
    kind: 'n-th time',
    does: 'refuses the third alert of a device',
    breaks: ['devices/posted-alert-is-taken'],
    around: looking(() => {
      const alerts = new Times();
      return ({ operation, call, device, handle }) =>
        handle(operation === 'postAlerts' && alerts.add(device) === 3 ? { ...call, body: '7' } : call);
    }),
  },
  'silent-after-two-alerts': {
    kind: 'order of writes',
    does: 'does not find a device that has posted two alerts',
    breaks: ['devices/listed-can-be-read'],
    around: looking(() => {
      const alerts = new Times();
      return ({ operation, call, device, handle }) => {
        if (operation === 'postAlerts') alerts.add(device);
        const isHidden = operation === 'readDevice' && alerts.of(device) >= 2;
        return handle(
          isHidden
            ? { ...call, target: call.target.replace(`/devices/${device}`, '/devices/dev-999999') }
            : call,
        );
      };
    }),
  },
  'sixth-location-lost': {
    kind: 'n-th time',
    does: 'loses the sixth location of a device',
    breaks: ['devices/posted-location-becomes-last'],
    around: looking(() => {
      const posts = new Times();
      const last = new Map<string, Reply>();
      return async ({ operation, call, device, handle }) => {
        if (operation !== 'postLocations') return handle(call);
        const before = last.get(device);
        if (before && posts.of(device) === 5) {
          posts.add(device);
          return before;
        }
        const reply = await handle(call);
        if (reply.status < 300) {
          posts.add(device);
          last.set(device, reply);
        }
        return reply;
      };
    }),
  },
  'location-cached-after-alert': {
    kind: 'stale cache',
    does: 'answers with the last location of a device that was read after an alert as it was then',
    breaks: ['devices/posted-location-becomes-last'],
    around: looking(() => {
      const alerted = new Set<string>();
      const kept = new Map<string, Reply>();
      return async ({ operation, call, device, handle }) => {
        const reply = await handle(call);
        if (operation === 'postAlerts') alerted.add(device);
        if (operation !== 'lastLocation' || reply.status >= 300) return reply;
        if (alerted.delete(device)) kept.set(device, reply);
        return kept.get(device) ?? reply;
      };
    }),
  },
} as const satisfies { readonly [name: string]: HistoryFault };
