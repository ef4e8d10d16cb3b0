/** Devices that report where they are (sections 1 and 4.2). */

import { namesOf } from '../kit/tables.ts';
import { moments } from '../play/steps.ts';
import { reportPlaces } from '../specification/dangers/reports.ts';
import type { History } from './history.ts';
import {
  alert,
  create,
  dayEnd,
  devices,
  foreignDevice,
  last,
  locate,
  locateAgain,
  locateFrom,
  locateLate,
  locateNow,
  locatePast,
  locateTogether,
} from './steps.ts';

/** Devices with numbers of their own are on roads of their own. */
export const placeHistories: readonly History[] = [
  {
    name: 'three devices report in turn, one of them late',
    isOfNew: true,
    about: [
      'devices/location-is-own',
      'devices/posted-location-becomes-last',
      'devices/last-location-of-device',
    ],
    steps: [
      ...devices(1, 2, 3),
      ...[foreignDevice(9), last(9)],
      ...[locate(1), last(1)],
      ...[locate(3), last(3)],
      // A device that has not reported where it is may report an alert.
      ...[alert(2), locate(2), last(2), last(1), last(3)],
      ...[alert(2), last(2), locate(2), last(2)],
      ...[locateLate(2), last(2), locate(2), last(2)],
      ...[locateAgain(2), last(2)],
      ...[locateTogether(2), last(2), locateTogether(2, 'mixed'), last(2)],
      // Two of one group. Whatever goes to another device is now the newest of it, and the first of a day.
      create('group', 1, { members: [1, 3] }),
      dayEnd('after'),
      ...[locateNow(1), last(1), last(2), last(3)],
      ...[locateNow(3), last(2), last(9)],
    ],
  },
  {
    name: 'a device reports from long ago',
    isOfNew: true,
    about: ['devices/posted-location-becomes-last'],
    steps: [
      ...devices(4),
      ...Array.from({ length: moments }, (_, moment) => [locatePast(4, moment), last(4)]).flat(),
    ],
  },
  {
    name: 'a device reports from the ends of the earth',
    isOfNew: true,
    about: ['devices/posted-location-becomes-last'],
    steps: [...devices(5), ...namesOf(reportPlaces).flatMap((place) => [locateFrom(5, place), last(5)])],
  },
];
