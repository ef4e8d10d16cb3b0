/** The expectations of a story and their results: one row for each expectation, and each action that has an outcome. */

import { actionInWords } from '../actions/action.ts';
import type { Finding } from '../expectations/finding.ts';
import type { Action, Expectation, Story } from '../language/story.ts';
import type { Place } from '../language/terms.ts';
import type { LedgerState } from './state.ts';

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

interface Row {
  entry: number;
  place: Place;
  label: string;
  /** True if it is listed although nothing was wrong: an action that is simply done is not an expectation. */
  listed: boolean;
  checked: number;
  failed: number;
  seen: Seen | null;
}

interface Seen {
  at: number;
  device: number | null;
  wanted: string;
  actual: string;
}

export class Ledger {
  readonly #rows: Row[] = [];
  readonly #byPart = new Map<Action | Expectation, Row>();

  constructor(story: Story) {
    for (const [entry, { actions, expectations }] of story.timeline.entries()) {
      for (const action of actions.filter(({ outcome }) => outcome !== 'any')) {
        const label = actionInWords(action, story);
        this.#add(entry, action, label, action.outcome === 'refused');
      }
      for (const expectation of expectations) this.#add(entry, expectation, expectation.label, true);
    }
  }

  /** Takes note of what was found. */
  note(
    part: Action | Expectation,
    { met, wanted, actual }: Finding,
    at: number,
    device: number | null,
  ): void {
    const row = this.#byPart.get(part);
    if (row === undefined) return;
    row.checked++;
    if (row.failed === 0) row.seen = { at, device, wanted, actual };
    if (!met) row.failed++;
  }

  /** All expectations, in the order of the story. */
  results(ended: boolean): ExpectationResult[] {
    return this.#rows
      .filter(({ listed, failed }) => listed || failed > 0)
      .map(({ listed: _listed, seen, ...row }) => ({
        ...row,
        state: row.failed > 0 ? 'failed' : row.checked > 0 ? 'met' : ended ? 'failed' : 'open',
        at: seen?.at ?? null,
        device: seen?.device ?? null,
        wanted: seen?.wanted ?? null,
        actual: seen?.actual ?? (ended ? 'never looked at: nothing led to this entry' : null),
      }));
  }

  save(): LedgerState {
    return this.#rows.map(({ checked, failed, seen }) => [checked, failed, seen && { ...seen }]);
  }

  restore(state: LedgerState): void {
    this.#rows.forEach((row, index) => {
      const [checked = 0, failed = 0, seen = null] = state[index] ?? [];
      Object.assign(row, { checked, failed, seen });
    });
  }

  #add(entry: number, part: Action | Expectation, label: string, listed: boolean): void {
    const row: Row = { entry, place: part.place, label, listed, checked: 0, failed: 0, seen: null };
    this.#rows.push(row);
    this.#byPart.set(part, row);
  }
}
