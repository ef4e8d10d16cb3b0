/**
 * The story, played on a simulator of its own so that somebody else can repeat what is seen of it: in slices, as
 * they are asked for.
 */
import type { Profile } from '../../contracts/profile/profile.ts';
import type { FleetEvent } from '../../simulator/fleet/types.ts';
import type { Story } from '../language/story.ts';
import type { Deed } from '../player/deeds.ts';
import { type Performance, type PerformOptions, perform } from '../player/perform.ts';
import type { Seen } from './errand.ts';
import { openingDeeds } from './opening.ts';
import { shadowProfile } from './policy.ts';

export interface Shadow {
  /** What the story begins with. */
  readonly opening: readonly Seen[];
  /** Plays on to a moment, and gives what was seen on the way. Throws the errors of a story that cannot go on. */
  until(moment: number): Promise<Seen[]>;
  stop(): void;
}

/** @param profile tells how the service behaves that the story is played on */
export function shadowOf(
  story: Story,
  profile: Pick<Profile, 'openings'>,
  options: Pick<PerformOptions, 'traffic' | 'pace' | 'seed'> = {},
): Shadow {
  const policy = shadowProfile(profile);
  const takesExpired = policy.openings['expired.may']?.postLocations ?? false;
  let seen: Seen[] = [];
  let devices = story.devices;
  let performance: Performance | undefined;
  const turns = new Map<number, number>();

  const see = (deed: Deed): void => {
    if (deed.kind === 'control' && deed.action.kind === 'add-device') seeDevice(deed, deed.action.group);
    else seen.push({ deed, refused: isRefused(deed) });
  };
  /** It gets the next number of the story, and then stands in its group. */
  const seeDevice = (deed: Extract<Deed, { kind: 'control' }>, group: string | null): void => {
    const device = ++devices;
    seen.push({ deed: { ...deed, device }, refused: false });
    const found = performance?.simulator.fleet.groups.list().find(({ name }) => name === group);
    if (!found) return;
    const change = { devices: [...found.deviceIds, device] };
    seen.push({ deed: { at: deed.at, kind: 'patch-group', name: found.name, change }, refused: false });
  };
  /** Vehicles tell of reports that the service does not take, too. */
  const isRefused = (deed: Deed): boolean =>
    deed.kind === 'location' &&
    !takesExpired &&
    (performance?.simulator.fleet.devices.isExpired(deed.device) ?? false);

  const hear = (event: FleetEvent): void => {
    if (event.kind === 'story-refusal') refuseLast(event.action);
    if (event.kind === 'story-expectation') expect(event);
  };
  /** A deed is told before it is tried; its refusal follows at once. */
  const refuseLast = (action: string | undefined): void => {
    const last = seen.at(-1);
    if (!last || !('deed' in last) || actionOf(last.deed) !== action) return;
    last.refused = true;
    if (action === 'add-device') devices--;
  };
  const expect = ({ at, entry, met, deviceId }: Extract<FleetEvent, { kind: 'story-expectation' }>): void => {
    // An entry looks at its expectations one after the other, and at all of them each time.
    const { expectations = [] } = story.timeline[entry] ?? {};
    const turn = turns.get(entry) ?? 0;
    turns.set(entry, turn + 1);
    const expectation = expectations[turn % expectations.length];
    if (expectation) seen.push({ at, kind: 'expectation', expectation, it: deviceId ?? null, met });
  };

  performance = perform(story, {
    ...options,
    profile: policy,
    historyPerDevice: 1,
    journalSize: 0,
    deeds: see,
  });
  performance.onTelling(hear);
  const { simulator } = performance;
  const opening = openingDeeds(story).map((deed): Seen => ({ deed, refused: false }));

  return {
    opening,
    async until(moment) {
      // An advance has limits of its own; a busy slice takes several.
      for (let receipt = await simulator.clock.advance(moment); receipt.stopped !== undefined; ) {
        receipt = await simulator.clock.advance(moment);
      }
      const failure = performance?.failure();
      if (failure) throw failure;
      const slice = seen;
      seen = [];
      return slice;
    },
    stop: () => performance?.stop(),
  };
}

/** The kind of the action that a deed comes of. */
function actionOf(deed: Deed): string {
  return deed.kind === 'control' ? deed.action.kind : deed.kind;
}
