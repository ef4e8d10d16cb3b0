/** Devices as they are read, listed and report (sections 1 and 4.2). */
import type { History } from './history.ts';
import { alert, devices, last, listDevices, locate, locateLate, visit } from './steps.ts';

export const deviceHistories: readonly History[] = [
  {
    name: 'two devices report and are read',
    about: [
      'devices/posted-location-becomes-last',
      'devices/location-is-own',
      'devices/posted-alert-is-taken',
      'devices/listed-can-be-read',
      'devices/listed-once',
    ],
    steps: [
      ...devices(1, 2),
      visit(1),
      listDevices,
      locate(1),
      last(1),
      locate(2),
      last(1),
      last(2),
      locate(1),
      last(1),
      last(2),
      alert(1),
      alert(1),
      listDevices,
      visit(1),
      visit(2),
    ],
  },
  {
    name: 'three devices report in turn, one of them late',
    about: ['devices/posted-location-becomes-last', 'devices/location-is-own', 'devices/listed-once'],
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
];
