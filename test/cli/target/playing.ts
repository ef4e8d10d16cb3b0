/** Helpers for the tests of `roadtest play … --target`: a small story with its traffic, and a run of it in this process. */

import { playOnTarget, type Repeating } from '../../../cli/playing/target/index.ts';
import type { TargetReport } from '../../../cli/playing/target/report.ts';
import { type GivenForTarget, targetSettings } from '../../../cli/playing/target/settings.ts';
import { summaryOf } from '../../../cli/playing/target/summary.ts';
import type { ProcessStreams } from '../../../cli/process-streams.ts';
import type { Story } from '../../../scenarios/language/story.ts';
import type { PerformOptions } from '../../../scenarios/player/perform.ts';
import { referenceRunOf } from '../../../scenarios/target/reference-run.ts';
import { packRow } from '../../../simulator/fleet/locations/row.ts';
import type { LocationReport } from '../../../simulator/fleet/types.ts';
import { stillTraffic } from '../../scenarios/player/still.ts';
import { at, type GivenEntry, minute, start, storyOf, user } from '../../scenarios/player/stories.ts';
import { folder } from '../verifying.ts';
import { testIo } from '../world.ts';

type Traffic = NonNullable<PerformOptions['traffic']>;

/** Every device reports once a minute, a little further north each time. */
export const ticking: Traffic = (story, world, watched, hooks) => {
  const { fleet, timeline } = world;
  const words = new Int32Array(8);
  const reportOf = (device: number): LocationReport => {
    const after = (timeline.now - start) / 1_000;
    const facts = { latitude: 52 + device / 10 + after / 1e5, longitude: 13.4, speed: 36, course: 0 };
    return { ...facts, deviceTime: timeline.now, odometer: after / 100, fuel: 50, ignition: true };
  };
  const report = (device: number): void => {
    const facts = reportOf(device);
    packRow(facts, timeline.now, words, 0);
    hooks.reported?.(device, words, 0, null);
    if (!fleet.devices.isExpired(device)) fleet.locations.record(device, facts, timeline.now);
  };
  timeline.on('test-tick', () => {
    for (let device = 1; device <= story.devices; device++) report(device);
    timeline.schedule(timeline.now + minute, 'test-tick', null);
  });
  return {
    ...stillTraffic(story, world, watched, hooks),
    begin: () => timeline.schedule(start + minute, 'test-tick', null),
    at: (device) => ({ ...reportOf(device), speed: 36, course: 0 }),
  };
};

/** A busy hour of three devices: everything that a deployment can see happens in it. */
export const office: readonly GivenEntry[] = [
  {
    when: at(2),
    actions: [
      {
        kind: 'create-group',
        facts: { name: 'Night', description: 'after ten', devices: { first: 1, count: 2 } },
      },
      {
        kind: 'create-user',
        facts: { ...withGroups(user({ name: 'Eve', email: 'eve@example.com' })), groups: ['Night'] },
      },
    ],
  },
  {
    when: at(5),
    actions: [
      {
        kind: 'alert',
        devices: { first: 1, count: 1 },
        type: 'sos',
        severity: 'critical',
        text: 'Help',
        times: 1,
        apart: 0,
      },
    ],
  },
  {
    when: at(8),
    actions: [{ kind: 'patch-group', name: 'Night', change: { name: 'Late', description: 'after eleven' } }],
  },
  { when: at(9), actions: [{ kind: 'patch-user', name: 'Eve', change: { phone: '+49 30 5550199' } }] },
  {
    when: at(10),
    actions: [
      {
        kind: 'replace-group',
        name: 'Late',
        facts: { name: 'Later', description: 'after twelve', devices: { first: 2, count: 2 } },
      },
    ],
    expectations: [
      { kind: 'group', name: 'Later', exists: true, devices: { is: 2 } },
      { kind: 'group', name: 'Night', exists: false },
      {
        kind: 'reply',
        operation: 'lastLocation',
        device: 2,
        group: null,
        user: null,
        with: 'token',
        answered: 'served',
      },
      {
        kind: 'reply',
        operation: 'listDevices',
        device: null,
        group: null,
        user: null,
        with: 'no-token',
        answered: 'refused',
      },
      { kind: 'devices', wanted: { is: 3 }, licence: null, status: null },
    ],
  },
  {
    when: at(20),
    actions: [{ kind: 'set-limits', devices: { first: 3, count: 1 }, change: { dailyEmail: 1 } }],
  },
  {
    when: at(21),
    actions: [{ kind: 'alert', devices: { first: 3, count: 1 }, type: 'tow', times: 3, apart: minute }],
  },
  { when: at(25), actions: [{ kind: 'delete-user', name: 'Eve' }] },
  { when: at(26), actions: [{ kind: 'rotate-key' }] },
  { when: at(27), actions: [{ kind: 'delete-group', name: 'Nowhere', outcome: 'refused' }] },
];

function withGroups({ groups: _, ...facts }: ReturnType<typeof user>) {
  return facts;
}

export const officeStory = (facts: Partial<Omit<Story, 'timeline'>> = {}): Story =>
  storyOf(office, { clock: { start, end: start + 30 * minute, timeZone: 'UTC', seed: 7 }, ...facts });

const unset: Omit<GivenForTarget, 'target'> = {
  profile: undefined,
  credentials: undefined,
  devices: undefined,
  time: undefined,
  rate: undefined,
  concurrency: undefined,
  batch: undefined,
  timeout: undefined,
  patience: undefined,
  wait: undefined,
  record: undefined,
  keep: false,
  attended: false,
};

export interface CommandResult {
  report: TargetReport;
  summary: string;
  err: string;
}

export async function repeated(
  story: Story,
  given: Partial<GivenForTarget> & { target: string },
  { io: more = {}, ...options }: Partial<Repeating> & { io?: Partial<ProcessStreams> } = {},
): Promise<CommandResult> {
  const io = testIo({ cwd: folder, ...more, env: { XDG_STATE_HOME: folder, ...more.env } });
  const settings = await targetSettings({ ...unset, ...given }, io);
  const report = await playOnTarget(
    story,
    settings,
    {
      speed: 'max',
      reference: (story, profile) => referenceRunOf(story, profile, { traffic: ticking }),
      ...options,
    },
    io,
  );
  return { report, summary: summaryOf(report, io), err: io.written().err };
}
