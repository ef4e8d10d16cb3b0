/** Devices as they are read, listed and report (sections 1 and 4.2). */
import type { History } from './history.ts';
import {
  alert,
  devices,
  foreignDevice,
  last,
  licences,
  listDevices,
  locate,
  locateLate,
  strange,
  visit,
} from './steps.ts';

export const deviceHistories: readonly History[] = [
  {
    name: 'devices are listed and read',
    about: ['devices/listed-can-be-read', 'devices/listed-once'],
    steps: [...devices(1, 2), listDevices, visit(1), visit(2), listDevices, visit(1)],
  },
  {
    name: 'a device that was made last is listed',
    isOfNew: true,
    about: ['devices/listed-once'],
    // Once licences were counted a device is made anew.
    steps: [licences, ...devices(1), visit(1), listDevices],
  },
  {
    name: 'an id that names no device is read',
    about: ['devices/unknown-device-not-served'],
    steps: [strange],
  },
  {
    name: 'devices report alerts',
    about: ['devices/posted-alert-is-taken'],
    steps: [...devices(1, 2), alert(1), alert(1), alert(2), listDevices, visit(1)],
  },
  {
    name: 'a device that has reported has a last location',
    isOfNew: true,
    about: ['devices/last-location-of-device'],
    steps: [...devices(1), locate(1), last(1)],
  },
  {
    name: 'two devices report where they are',
    isOfNew: true,
    about: ['devices/posted-location-becomes-last', 'devices/location-is-own'],
    steps: [...devices(1, 2), locate(1), last(1), locate(2), last(1), last(2), locate(1), last(1), last(2)],
  },
  {
    name: 'three devices report in turn, one of them late',
    isOfNew: true,
    about: ['devices/posted-location-becomes-last', 'devices/location-is-own'],
    steps: [
      ...devices(1, 2, 3),
      ...[1, 2, 3].map(locate),
      ...[1, 2, 3].map(last),
      alert(2),
      locate(2),
      last(2),
      locateLate(2),
      last(2),
      locate(2),
      ...[2, 1, 3].map(last),
      locate(1),
      last(3),
      last(2),
      visit(3),
      listDevices,
    ],
  },
  {
    name: 'a device of another client stays where it is',
    isOfNew: true,
    about: ['devices/location-is-own'],
    steps: [foreignDevice(9), ...devices(1), last(9), locate(1), last(9), last(1)],
  },
];
