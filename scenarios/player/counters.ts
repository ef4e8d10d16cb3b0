/**
 * How often things happened since the story began, by device: the service itself keeps the newest only, and expectations and
 * captions ask for all of them.
 */
import { deviceOf, type Happening, soughtBy } from '../facts/happening.ts';
import { type Devices, isAmong, type Sought } from '../language/terms.ts';
import type { StoryState } from './state.ts';

export type Counters = ReturnType<typeof createCounters>;

/** @param asked all that the story asks for */
export function createCounters(asked: readonly Sought[], state: Pick<StoryState, 'counted'>) {
  const counted = [...new Map(asked.map((sought) => [keyOf(sought), soughtBy(sought)]))];
  return {
    /** Takes note of something that happened. */
    note(happening: Happening, times: number): void {
      const device = deviceOf(happening) ?? 0;
      for (const [key, isSought] of counted) {
        if (!isSought(happening)) continue;
        const known = state.counted[key] ?? {};
        state.counted[key] = known;
        known[device] = (known[device] ?? 0) + times;
      }
    },
    /** How often something that the story asks for happened to some devices; `null` for all. */
    count: (sought: Sought, devices: Devices | null, it: number | null): number =>
      Object.entries(state.counted[keyOf(sought)] ?? {}).reduce(
        (sum, [device, count]) =>
          sum + (devices === null || isAmong(devices, Number(device), it) ? count : 0),
        0,
      ),
  };
}

const keyOf = (sought: Sought): string => JSON.stringify(sought);
