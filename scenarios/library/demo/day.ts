/** A day of the demo fleet: two rounds of deliveries for each van, and the alerts in between. */
import { type Report, Van } from './drive.ts';
import { Random } from './random.ts';
import { bounds, type Crossing, depot, positionOf, same, wayBetween } from './town.ts';

/** An alert that a van's device raises. */
export interface DemoAlert {
  /** Milliseconds since 1970 UTC. */
  time: number;
  /** Which van, from 0. */
  van: number;
  type: string;
  severity: 'info' | 'warning' | 'critical';
  text: string;
  channels: ('email' | 'sms')[];
}

export interface DemoDay {
  /** What each van reports, in order of time. */
  vans: Report[][];
  /** In order of time. */
  alerts: DemoAlert[];
  /** When the last van stands in the depot again. */
  end: number;
}

const minute = 60_000;
const hour = 60 * minute;
const stopsOfRound = [26, 36] as const;
const standsAtStop = { median: 240, spread: 0.6 }; // s
const lunch = [35, 55] as const; // minutes
const redLight = { chance: 0.35, seconds: [6, 40] } as const;
const limits = { wide: 50, narrow: 30 }; // km/h: every fourth street is a wide one

/**
 * @param start when work begins, in milliseconds since 1970 UTC; the first van leaves soon after
 * @param vans how many
 */
export function demoDay({ start, vans, seed }: { start: number; vans: number; seed: number }): DemoDay {
  const random = new Random(seed);
  const driven = Array.from({ length: vans }, () => driveRounds(new Random(random.whole(0, 2 ** 31)), start));
  const alerts = driven.flatMap((reports, van) => shiftAlerts(reports, van));
  const loose = Math.min(3, vans - 1);
  alerts.push(
    ...looseSensor(loose, start + 3 * hour, 30, random),
    emergency(Math.min(5, vans - 1), start + 7 * hour),
  );
  return {
    vans: driven,
    alerts: alerts.toSorted((a, b) => a.time - b.time || a.van - b.van),
    end: Math.max(...driven.map((reports) => reports.at(-1)?.time ?? start)),
  };
}

function driveRounds(random: Random, start: number): Report[] {
  const van = new Van(start, positionOf(depot), random.whole(4_000, 90_000));
  van.stand(random.whole(2, 55) * 60, false); // loading
  driveRound(van, random);
  van.stand(random.whole(...lunch) * 60, false);
  driveRound(van, random);
  van.stand(60, false);
  return van.reports;
}

function driveRound(van: Van, random: Random): void {
  let from = depot;
  for (let stops = random.whole(...stopsOfRound); stops > 0; stops--) {
    const to = nextStop(from, random);
    drive(van, from, to, random);
    van.stand(Math.min(1800, random.around(standsAtStop.median, standsAtStop.spread)), false);
    from = to;
  }
  drive(van, from, depot, random);
}

/** Another crossing, mostly near by. */
function nextStop(from: Crossing, random: Random): Crossing {
  for (;;) {
    const to = {
      along: within(bounds.along, from.along + random.whole(-5, 5)),
      up: within(bounds.up, from.up + random.whole(-3, 3)),
    };
    if (!same(to, from) && !same(to, depot)) return to;
  }
}

function drive(van: Van, from: Crossing, to: Crossing, random: Random): void {
  const way = wayBetween(from, to, random.next() < 0.5);
  for (const [i, crossing] of way.slice(1).entries()) {
    const last = i === way.length - 2;
    const red = !last && random.next() < redLight.chance;
    van.driveTo(positionOf(crossing), limitBetween(way[i] ?? from, crossing), !last && !red);
    if (red) van.stand(random.whole(...redLight.seconds), true);
  }
}

function limitBetween(a: Crossing, b: Crossing): number {
  const street = a.up === b.up ? a.up : a.along;
  return street % 4 === 0 ? limits.wide : limits.narrow;
}

function within([low, high]: readonly [number, number], value: number): number {
  return Math.max(low, Math.min(high, value));
}

/** The first and the last move of the day: told to nobody, but on the record. */
function shiftAlerts(reports: readonly Report[], van: number): DemoAlert[] {
  const quiet = { van, severity: 'info', channels: [] as ('email' | 'sms')[] } as const;
  const first = reports.find(({ ignition }) => ignition);
  const last = reports.findLast(({ ignition }) => ignition);
  if (!first || !last) return [];
  return [
    { ...quiet, time: first.time, type: 'ignition-on', text: 'Left the depot' },
    { ...quiet, time: last.time, type: 'ignition-off', text: 'Back in the depot' },
  ];
}

/** One loose vibration sensor that will not keep still. */
function looseSensor(van: number, start: number, count: number, random: Random): DemoAlert[] {
  return Array.from({ length: count }, (_, i) => ({
    time: start + (i * 2 + random.whole(0, 1)) * minute,
    van,
    type: 'vibration',
    severity: 'warning',
    text: 'Vibration at the rear door',
    channels: ['email'],
  }));
}

function emergency(van: number, time: number): DemoAlert {
  return {
    time,
    van,
    type: 'sos',
    severity: 'critical',
    text: 'Driver pressed SOS',
    channels: ['email', 'sms'],
  };
}
