/** Daily limits and the counter of what was sent (sections 2 and 8), in each channel. */
import type { Step } from '../play/steps.ts';
import { type Channel, channels } from '../specification/judged.ts';
import { eachChannel, type History } from './history.ts';
import {
  activate,
  alert,
  allot,
  counter,
  dayEnd,
  devices,
  expired,
  expires,
  licences,
  limit,
  limits,
  locate,
  nextDay,
  send,
  sendAtOnce,
  sendEach,
  settings,
  severalHours,
} from './steps.ts';

/** Steps in each channel, one after the other. */
const inEach = (steps: (channel: Channel) => readonly Step[]): Step[] => channels.flatMap(steps);

/** In both channels of a device. */
export const limitHistories: readonly History[] = [
  {
    name: 'many messages at once',
    about: eachChannel('holds-at-once'),
    steps: [
      ...devices(1),
      nextDay,
      limits(1, 1),
      ...inEach((channel) => [sendAtOnce(1, channel, 4), send(1, channel)]),
      settings(1),
    ],
  },
  {
    name: 'limits are reached, written around, raised and lowered again and again',
    isOfNew: true,
    about: eachChannel(
      'stops-at-limit',
      'sends-below-limit',
      'zero-sends-none',
      'raise-takes-effect',
      'lower-takes-effect',
      'changes-repeat',
      'usage-counts',
      'usage-read-only',
      'channels-apart',
    ),
    steps: [
      ...devices(1),
      nextDay,
      // A device that has reported is not treated otherwise.
      locate(1),
      ...inEach((channel) => [
        ...[limit(1, channel, 1), limit(1, channel, 0), send(1, channel)],
        ...[limit(1, channel, 1), send(1, channel)],
      ]),
      settings(1),
      ...inEach((channel) => [send(1, channel, 2), limit(1, channel, 2), send(1, channel)]),
      // Raised by one channel, and lowered by the other.
      counter(1, 'email', 0),
      counter(1, 'sms', 9),
      settings(1),
      ...inEach((channel) => [
        send(1, channel),
        // With room left, and below the count: to none by one channel.
        ...[limit(1, channel, 5), send(1, channel), limit(1, channel, 3), send(1, channel)],
        ...[limit(1, channel, channel === 'sms' ? 0 : 1), send(1, channel)],
        // As texts, 3 comes after 12; twice the limit before is not above the count.
        ...[limit(1, channel, 12), send(1, channel), limit(1, channel, 5), send(1, channel, 3)],
      ]),
      settings(1),
      // In one byte or two it would be 2, and as many were sent.
      ...[limit(1, 'sms', 65_538), send(1, 'sms')],
    ],
  },
  {
    name: 'limits over several days',
    about: eachChannel('next-day-restores', 'holds-each-day', 'usage-restarts', 'stops-at-limit'),
    steps: [
      ...devices(1),
      nextDay,
      ...severalHours('email', 'sms'),
      nextDay,
      settings(1),
      ...inEach((channel) => [send(1, channel)]),
      nextDay,
      ...inEach((channel) => [send(1, channel, 2), send(1, channel)]),
      dayEnd('before'),
      ...inEach((channel) => [send(1, channel)]),
      // A limit of 0 on the next day.
      limit(1, 'email', 0),
      dayEnd('after'),
      settings(1),
      ...inEach((channel) => [send(1, channel)]),
    ],
  },
  {
    name: 'limits below zero',
    about: eachChannel('negative-refused', 'usage-counts', 'usage-read-only'),
    steps: [
      ...devices(1),
      nextDay,
      limits(1, 2),
      // The limit holds one back: what is refused then leaves it as it is.
      ...inEach((channel) => [send(1, channel, 3)]),
      ...[limit(1, 'sms', -5), limit(1, 'sms', -1), limit(1, 'email', -1), counter(1, 'sms', 0)],
      settings(1),
    ],
  },
  {
    name: 'a device is made after messages were sent',
    isOfNew: true,
    about: eachChannel('per-device'),
    // Once the licences are counted a device is made anew.
    steps: [
      ...devices(2),
      ...channels.map((channel) => send(2, channel)),
      licences,
      ...devices(1),
      settings(1),
    ],
  },
  {
    name: 'two devices and both channels, and one of them expires and is activated',
    about: [
      ...eachChannel('per-device', 'channels-apart', 'raise-takes-effect', 'usage-restarts', 'usage-counts'),
      ...eachChannel('sends-below-limit', 'stops-at-limit'),
      'expiry/only-its-own',
    ],
    steps: [
      ...devices(1, 2),
      nextDay,
      locate(2),
      // Alike in one channel, and different in the other: each sends what the other leaves it, before and after it.
      limit(1, 'email', 2),
      limit(1, 'sms', 3),
      limits(2, 2),
      ...inEach((channel) => [send(2, channel)]),
      send(1, 'email', 2),
      settings(2),
      ...sendEach(2, 'email', 2),
      settings(1),
      send(1, 'sms', 3),
      send(1, 'sms'),
      settings(2),
      send(2, 'sms'),
      // The limit of 2 may have been used up before, if time stays: then this is the e-mail that leaves the other device alone.
      limit(1, 'email', 50),
      send(1, 'email'),
      // Raised and lowered, with Expires on; messages may have been counted before, or none.
      expires(2, 40),
      limits(2, 9),
      ...inEach((channel) => [send(2, channel, 3)]),
      limits(2, 7),
      ...inEach((channel) => [send(2, channel), send(2, channel, 5)]),
      // One of them expires and comes back: nothing of the other changes, and no count is lost.
      expired(1),
      settings(1),
      settings(2),
      allot(1),
      activate(1),
      ...[limit(1, 'sms', 4), send(1, 'sms', 6), limit(1, 'email', 4), send(1, 'email', 6)],
      settings(1),
      alert(2),
      settings(2),
    ],
  },
];
