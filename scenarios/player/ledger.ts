/** The expectations of a story and their results: one row for each expectation, and each action that has an outcome. */
import { actionInWords } from '../actions/index.ts';
import type { Finding } from '../facts/finding.ts';
import type { Action, Expectation, Story } from '../language/story.ts';
import type { Place } from '../language/terms.ts';
import type { Checked, StoryState } from './state.ts';

/** An expectation of a story, and its result so far. */
export interface ExpectationResult {
  /** Place in `Story.timeline`. */
  entry: number;
  place: Place;
  label: string;
  /**
   * `open`: its moment has not come. At the end of the story an expectation that was never checked is `failed`:
   * the condition that was to lead to it never became true.
   */
  state: 'met' | 'failed' | 'open';
  /** How often it was looked at, and how often it did not hold. */
  checked: number;
  failed: number;
  /** The first time that it did not hold, else the last time that it was checked; `null` while it is open. */
  at: number | null;
  /** The device that set off the entry. */
  device: number | null;
  wanted: string | null;
  actual: string | null;
}

interface Row extends Pick<ExpectationResult, 'entry' | 'label'> {
  part: Action | Expectation;
  /** True if it is listed although nothing was wrong: an action that is simply done is not an expectation. */
  listed: boolean;
}

export function createLedger(story: Story, state: Pick<StoryState, 'checks' | 'ended'>) {
  const rows = story.timeline.flatMap(({ actions, expectations }, entry): Row[] => [
    ...actions
      .filter(({ outcome }) => outcome !== 'any')
      .map((part) => {
        const label = actionInWords(part, story);
        return { entry, label, part, listed: part.outcome === 'refused' };
      }),
    ...expectations.map((part) => ({ entry, label: part.label, part, listed: true })),
  ]);
  const placeOf = new Map(rows.map(({ part }, place) => [part, place]));
  const unchecked: Checked = { checked: 0, failed: 0, seen: null };

  return {
    /** Takes note of what was found. */
    note(part: Action | Expectation, found: Finding, at: number, device: number | null): void {
      const { met, wanted, actual } = found;
      const place = placeOf.get(part);
      if (place === undefined) return;
      const { checked, failed, seen } = state.checks[place] ?? unchecked;
      state.checks[place] = {
        checked: checked + 1,
        failed: failed + (met ? 0 : 1),
        seen: failed === 0 ? { at, device, wanted, actual } : seen,
      };
    },

    /** All expectations, in the order of the story. */
    results: (): ExpectationResult[] =>
      rows.flatMap(({ entry, label, part, listed }, place) => {
        const { checked, failed, seen } = state.checks[place] ?? unchecked;
        if (!listed && failed === 0) return [];
        const isMissed = failed > 0 || (checked === 0 && state.ended);
        return {
          entry,
          place: part.place,
          label,
          checked,
          failed,
          state: isMissed ? 'failed' : checked > 0 ? 'met' : 'open',
          at: seen?.at ?? null,
          device: seen?.device ?? null,
          wanted: seen?.wanted ?? null,
          actual: seen?.actual ?? (state.ended ? 'never looked at: nothing led to this entry' : null),
        };
      }),
  };
}
