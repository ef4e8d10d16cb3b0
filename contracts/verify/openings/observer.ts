/** How what a deployment does about an opening is seen. */

import type { HasExchange } from '../../deployment/finding.ts';
import type { OpeningId } from '../../specification/openings/index.ts';
import type { RuleId } from '../../specification/rules/index.ts';
import type { RunSession } from '../run-session.ts';

/** An opening as it was seen. */
export interface ObservationDraft {
  observed: string;
  pinned?: string | undefined;
  /** Tells whether what the profile pins holds; absent where it says nothing, or it cannot be compared. */
  holds?: boolean | undefined;
  /** Why it could not be compared, where the reason is not that of the whole opening. */
  notCompared?: string | undefined;
  exchanges: number[];
}

/** Several openings as they were seen at once. */
export type ObservationDrafts = Partial<Record<OpeningId, ObservationDraft>>;

/** Looks at what the run has seen. `undefined`: nothing was seen of it. */
export type Observer = (session: RunSession) => Promise<ObservationDraft | undefined>;

/** An opening is seen by an observer, in all replies, by the histories of rules (which call `deployment.observe`), or not at all. */
export type Watch =
  | Observer
  | 'in replies'
  | { readonly byCasesOf: readonly RuleId[] }
  | { readonly notObserved: string };

/** How some of the openings are seen; `index.ts` puts together how all are. */
export type SomeWatches = { readonly [Id in OpeningId]?: Watch };

/** The exchanges of what shows something, where there are any. */
export function exchangesOf(...shown: readonly HasExchange[]): number[] {
  return shown.flatMap(({ exchange }) => (exchange === undefined ? [] : [exchange]));
}
