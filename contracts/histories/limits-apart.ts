/** The rules of limits apart from each other: played where a history of limits failed, to tell which of them is broken. */
import { type History, type OfChannel, perChannel } from './history.ts';
import {
  counter,
  devices,
  limit,
  nextDay,
  send,
  sendAtOnce,
  sendEach,
  settings,
  severalHours,
} from './steps.ts';

/** Histories of one device from the beginning of a day on. */
const ofOne: readonly OfChannel[] = [
  {
    name: 'both channels of a device',
    about: ['channels-apart'],
    steps: (channel, other) => [
      limit(1, channel, 1),
      limit(1, other, 3),
      send(1, other),
      ...sendEach(1, channel, 2),
      settings(1),
      ...sendEach(1, other, 3),
      settings(1),
    ],
  },
  {
    name: 'a limit is reached, written around, raised and lowered once each',
    about: [
      'sends-below-limit',
      'stops-at-limit',
      'usage-counts',
      'usage-read-only',
      'raise-takes-effect',
      'changes-repeat',
      'lower-takes-effect',
    ],
    steps: (channel) => [
      limit(1, channel, 2),
      ...sendEach(1, channel, 2),
      settings(1),
      send(1, channel),
      send(1, channel, 2),
      counter(1, channel, 0),
      settings(1),
      send(1, channel),
      limit(1, channel, 3),
      ...sendEach(1, channel, 2),
      limit(1, channel, 1),
      send(1, channel),
      limit(1, channel, 4),
      send(1, channel),
      limit(1, channel, 0),
      send(1, channel),
    ],
  },
  {
    name: 'a limit of zero',
    about: ['zero-sends-none', 'raise-takes-effect'],
    steps: (channel) => [
      limit(1, channel, 0),
      send(1, channel),
      limit(1, channel, 1),
      ...sendEach(1, channel, 2),
    ],
  },
  {
    name: 'a limit over three days',
    about: ['next-day-restores', 'holds-each-day', 'usage-restarts', 'stops-at-limit'],
    steps: (channel) => [
      limit(1, channel, 2),
      send(1, channel),
      nextDay,
      settings(1),
      ...sendEach(1, channel, 3),
      nextDay,
      settings(1),
      ...sendEach(1, channel, 3),
      send(1, channel, 2),
    ],
  },
  {
    name: 'a limit is lowered below the count',
    about: ['lower-takes-effect'],
    steps: (channel) => [
      limit(1, channel, 3),
      ...sendEach(1, channel, 2),
      limit(1, channel, 1),
      send(1, channel),
    ],
  },
  {
    name: 'a limit is lowered with room left, and raised twice',
    about: ['lower-takes-effect', 'raise-takes-effect', 'changes-repeat'],
    steps: (channel) => [
      limit(1, channel, 4),
      ...sendEach(1, channel, 2),
      limit(1, channel, 2),
      send(1, channel),
      limit(1, channel, 5),
      limit(1, channel, 3),
      ...sendEach(1, channel, 2),
      limit(1, channel, 9),
      limit(1, channel, 12),
      send(1, channel, 5),
      send(1, channel, 3),
      send(1, channel),
    ],
  },
  {
    name: 'limits below zero',
    about: ['negative-refused', 'usage-counts', 'stops-at-limit'],
    steps: (channel) => [
      limit(1, channel, -5),
      settings(1),
      limit(1, channel, 3),
      send(1, channel),
      limit(1, channel, -1),
      settings(1),
      limit(1, channel, 3),
      settings(1),
      ...sendEach(1, channel, 3),
    ],
  },
  {
    name: 'many messages at once in one channel',
    about: ['holds-at-once'],
    steps: (channel) => [limit(1, channel, 1), sendAtOnce(1, channel, 4), send(1, channel), settings(1)],
  },
  {
    name: 'messages at several hours of a day',
    about: ['next-day-restores', 'usage-restarts', 'stops-at-limit', 'usage-counts'],
    steps: (channel) => severalHours(channel),
  },
];

export const limitsApart: readonly History[] = perChannel(
  [
    {
      name: 'two devices in one channel',
      about: ['per-device'],
      steps: (channel) => [
        ...devices(1, 2),
        nextDay,
        limit(1, channel, 1),
        limit(2, channel, 2),
        ...sendEach(1, channel, 2),
        settings(2),
        ...sendEach(2, channel, 3),
        settings(1),
        limit(2, channel, 3),
        send(1, channel),
      ],
    },
    ...ofOne.map(
      ({ steps, ...row }): OfChannel => ({
        ...row,
        steps: (channel, other) => [...devices(1), nextDay, ...steps(channel, other)],
      }),
    ),
  ],
  'failed',
);
