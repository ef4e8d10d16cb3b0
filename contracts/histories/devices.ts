/** Devices as they are read, listed and report alerts (sections 1 and 4.2); where they are is in `places.ts`. */
import type { History } from './history.ts';
import {
  alert,
  devices,
  foreignDevice,
  last,
  licences,
  listDevices,
  listPages,
  locate,
  strange,
  times,
  visit,
} from './steps.ts';

/** Devices that a thorough run reads, and how often: one read may go wrong. */
const MANY = Array.from({ length: 20 }, (_, place) => place + 1);
const OFTEN = 8;

export const deviceHistories: readonly History[] = [
  {
    name: 'devices are listed and read',
    about: ['devices/listed-can-be-read', 'devices/listed-once', 'devices/last-location-of-device'],
    // Devices of others too: a run may be able to make none.
    steps: [
      ...[...devices(1), visit(1), listDevices],
      ...[foreignDevice(3), visit(3), last(3)],
      ...[foreignDevice(4), visit(4)],
      listPages(3),
    ],
  },
  {
    name: 'many devices of the list are read often',
    about: ['devices/listed-can-be-read'],
    when: 'thorough',
    steps: [
      listDevices,
      ...MANY.map((device) => foreignDevice(device)),
      ...times(
        OFTEN,
        MANY.map((device) => visit(device)),
      ),
    ],
  },
  {
    name: 'a device that was made last is listed',
    isOfNew: true,
    about: ['devices/listed-once'],
    // Once licences were counted a device is made anew.
    steps: [licences, ...devices(1), visit(1), listDevices, visit(1)],
  },
  {
    name: 'an id that names no device is read',
    about: ['devices/unknown-device-not-served'],
    steps: [strange],
  },
  {
    name: 'devices report alerts',
    isAfterReports: true,
    about: ['devices/posted-alert-is-taken', 'devices/posted-location-becomes-last'],
    steps: [...devices(1), alert(1), alert(1), locate(1), last(1), visit(1)],
  },
];
