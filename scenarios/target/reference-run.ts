/**
 * The reference run: the story, played on a simulator of its own, so that what is seen of it can be repeated on a
 * deployment. It is played in slices, as they are asked for.
 */
import type { Profile } from '../../contracts/profile/profile.ts';
import { openings } from '../../contracts/specification/openings/index.ts';
import type { FleetEvent } from '../../simulator/fleet/types.ts';
import type { Story } from '../language/story.ts';
import type { FleetPart } from '../language/terms.ts';
import { type PerformOptions, perform } from '../player/perform.ts';
import { partsByGroup } from '../player/setting.ts';
import type { ActionStep, Step } from '../player/steps.ts';
import type { Seen } from './seen.ts';

/** The openings that say how a service behaves; all others are about how its calls are answered. */
const behaviour = openings.filter(({ decides }) => decides === 'state').map(({ id }) => id);

export interface ReferenceRun {
  /** The beginning of the story. */
  readonly opening: readonly Seen[];
  /** Plays on to a moment, and gives what was seen on the way. Throws the errors of a story that cannot go on. */
  until(moment: number): Promise<Seen[]>;
  stop(): void;
}

/** @param profile describes the service that the story is played on */
export function referenceRunOf(
  story: Story,
  profile: Pick<Profile, 'openings'>,
  options: Pick<PerformOptions, 'traffic' | 'pace' | 'seed'> = {},
): ReferenceRun {
  const policy = referenceProfile(profile);
  const takesExpired = policy.openings['expired.may']?.postLocations ?? false;
  let seen: Seen[] = [];
  const turns = new Map<number, number>();

  const performance = perform(story, {
    ...options,
    profile: policy,
    historyPerDevice: 1,
    journalSize: 0,
    onStep: (step) => see(step),
  });
  const { simulator } = performance;
  const { fleet } = simulator;
  performance.onEvent(onEvent);

  function see(step: Step): void {
    seen.push({ step, refused: isRefused(step) });
    if (step.kind !== 'add-device') return;
    // On a deployment it comes without a group.
    const group = fleet.groups.list().find(({ name }) => name === step.group);
    if (!group) return;
    const change = { devices: [...group.deviceIds, step.device] };
    seen.push({ step: { at: step.at, kind: 'patch-group', name: group.name, change }, refused: false });
  }

  /** Vehicles report also what the service does not take. */
  function isRefused(step: Step): boolean {
    return step.kind === 'location' && !takesExpired && fleet.devices.isExpired(step.device);
  }

  function onEvent(event: FleetEvent): void {
    if (event.kind === 'story-refusal') refuseLast(event.action);
    if (event.kind === 'story-expectation') expect(event);
  }

  /** A step is seen before it is tried; its refusal follows at once. */
  function refuseLast(action: string | undefined): void {
    const last = seen.at(-1);
    if (last && 'step' in last && last.step.kind === action) last.refused = true;
  }

  function expect({ at, entry, met, deviceId }: Extract<FleetEvent, { kind: 'story-expectation' }>): void {
    // An entry looks at its expectations one after the other, and at all of them each time.
    const { expectations = [] } = story.timeline[entry] ?? {};
    const turn = turns.get(entry) ?? 0;
    turns.set(entry, turn + 1);
    const expectation = expectations[turn % expectations.length];
    if (expectation) seen.push({ at, kind: 'expectation', expectation, it: deviceId ?? null, met });
  }

  return {
    opening: openingSteps(story).map((step): Seen => ({ step, refused: false })),
    async until(moment) {
      // An advance has limits of its own; a busy slice takes several.
      let receipt = await simulator.clock.advance(moment);
      while (receipt.stopped !== undefined) receipt = await simulator.clock.advance(moment);
      const failure = performance.failure();
      if (failure) throw failure;
      const slice = seen;
      seen = [];
      return slice;
    },
    stop: () => performance.stop(),
  };
}

/**
 * A service that behaves as the deployment does, as far as its profile says, and speaks the default dialect:
 * it is never called, and the payloads of a deployment need not be ones that a simulator can perform.
 */
function referenceProfile(profile: Pick<Profile, 'openings'>): Profile {
  const entries = behaviour.flatMap((id) => {
    const answer = profile.openings[id];
    return answer === undefined ? [] : [[id, answer] as const];
  });
  return { roadtest: 1, name: 'reference run', openings: Object.fromEntries(entries) };
}

/** The groups, users and limits of a story, in the order in which a deployment takes them. Devices are there already. */
export function openingSteps({ clock, groups, users, fleet }: Story): ActionStep[] {
  const at = clock.start;
  const parts = partsByGroup({ fleet });
  return [
    ...groups.map(({ name, description }, index): ActionStep => {
      const devices = (parts.get(index) ?? []).flatMap(devicesOf);
      return { at, kind: 'create-group', facts: { name, description, devices } };
    }),
    ...users.map(({ groups: places, ...facts }): ActionStep => {
      const names = places.flatMap((place) => groups[place]?.name ?? []);
      return { at, kind: 'create-user', facts: { ...facts, groups: names } };
    }),
    ...fleet.flatMap((part) => limitSteps(part, at)),
  ];
}

function limitSteps(part: FleetPart, at: number): ActionStep[] {
  const { limits, expirationDate } = part;
  const change = {
    ...(expirationDate !== null && { expires: true, expirationDate }),
    ...(limits.dailyEmail !== null && { dailyEmail: limits.dailyEmail }),
    ...(limits.dailySms !== null && { dailySms: limits.dailySms }),
  };
  if (Object.keys(change).length === 0) return [];
  return devicesOf(part).map((device): ActionStep => ({ at, kind: 'set-limits', device, change }));
}

function devicesOf({ first, count }: FleetPart): number[] {
  return Array.from({ length: count }, (_, index) => first + index);
}
