/** How a vehicle moves, and what its device reports of it. */
import type { DeviceActs } from './action.ts';

export const driving = {
  drive: ({ traffic }, { driving }, device) => traffic.drive(device, driving),
  stop: ({ traffic }, action, device) => traffic.stop(device, action.for),
  'lose-signal': ({ traffic }, action, device) => traffic.loseSignal(device, action.for, action.buffered),
  'regain-signal': ({ traffic }, _action, device) => traffic.regainSignal(device),
  'set-sensor': ({ traffic }, { sensor, value }, device) => traffic.setSensor(device, sensor, value),
  'set-level': ({ traffic }, { level, value }, device) => traffic.setLevel(device, level, value),
} satisfies Partial<DeviceActs>;
