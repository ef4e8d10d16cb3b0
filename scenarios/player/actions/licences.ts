/** Limits, expiry and licences of devices, as the service's own user interface sets them (sections 2, 3 and 8). */
import type { DeviceActs } from './action.ts';

export const licences = {
  'set-limits'({ deed, fleet }, action, device) {
    deed({ kind: 'control', device, action });
    fleet.limits.set(device, action.change);
  },
  activate({ deed, fleet }, action, device) {
    deed({ kind: 'control', device, action });
    const { expirationDate } = action;
    fleet.licences.activate(device, expirationDate === undefined ? {} : { expirationDate });
  },
} satisfies Partial<DeviceActs>;
