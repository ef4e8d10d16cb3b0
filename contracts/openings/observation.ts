/** An opening as a run saw it, beside what the profile says of it. */
import type { HasExchange } from '../deployment/finding.ts';
import { exactJsonText } from '../kit/exact-json.ts';
import { isDeepEqual } from '../kit/json.ts';
import type { OpeningId } from '../specification/openings/index.ts';
import type { RunSession } from '../verify/run-options.ts';

export interface OpeningObservation {
  readonly opening: OpeningId;
  readonly observed: string;
  readonly pinned?: string | undefined;
  /** Tells whether what the profile pins holds; absent where it says nothing, or it cannot be compared. */
  readonly holds?: boolean | undefined;
  /** Why it could not be compared, where the reason is not that of the whole opening. */
  readonly notCompared?: string | undefined;
  readonly exchanges: readonly number[];
}

/** Looks at what the run has seen, or asks for a little more. */
export type Observer = (session: RunSession) => Promise<readonly OpeningObservation[]>;

/** The parts of an answer by name: each as it was seen, and as the profile has it; `undefined` where that says nothing of it. */
export interface Parts {
  readonly [name: string]: readonly [observed: unknown, pinned: unknown];
}

/** An observation of these parts: it holds where each that is pinned was seen so. */
export function compared(
  opening: OpeningId,
  parts: Parts,
  ...shown: readonly (HasExchange | undefined)[]
): OpeningObservation {
  const all = Object.entries(parts);
  const pinned = all.filter(([, [, value]]) => value !== undefined);
  const inWords = (which: 0 | 1) =>
    all.map(([name, values]) => `${name} ${wordsOf(values[which])}`.trim()).join(', ');
  return {
    ...{ opening, observed: inWords(0) || 'nothing', exchanges: exchangesOf(...shown) },
    ...(pinned.length > 0 && {
      pinned: inWords(1),
      holds: pinned.every(([, [one, other]]) => isDeepEqual(one, other)),
    }),
  };
}

function wordsOf(value: unknown): string {
  if (value === undefined) return 'open';
  if (value === null) return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? value : exactJsonText(value);
}

/** The exchanges of what shows something, where there are any. */
function exchangesOf(...shown: readonly (HasExchange | undefined)[]): number[] {
  return shown.flatMap((one) => (one?.exchange === undefined ? [] : [one.exchange]));
}
