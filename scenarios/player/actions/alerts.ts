/** Alerts of devices, and messages without one. */
import type { AlertReport } from '../../../simulator/fleet/types.ts';
import type { DeviceActs } from './action.ts';

/** Where an alert was raised, as far as a device knows: about 10 cm. */
const DEGREE = 1e6;

export const alerts = {
  alert({ deed, fleet, timeline, traffic }, { type, severity, text, channels }, device) {
    const { latitude, longitude } = traffic.at(device);
    const report: AlertReport = {
      type,
      ...(severity !== undefined && { severity }),
      ...(text !== undefined && { text }),
      ...(channels !== undefined && { channels: [...channels] }),
      raisedAt: timeline.now,
      latitude: Math.round(latitude * DEGREE) / DEGREE,
      longitude: Math.round(longitude * DEGREE) / DEGREE,
    };
    deed({ kind: 'alert', device, report });
    fleet.alerts.raise(device, report);
  },
  send({ deed, fleet }, action, device) {
    deed({ kind: 'control', device, action });
    fleet.limits.send(device, action.channel, action.count);
  },
} satisfies Partial<DeviceActs>;
