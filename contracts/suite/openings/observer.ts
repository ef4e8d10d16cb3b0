/** How what a deployment does about an opening is seen. */
import type { OpeningId } from '../../specification/openings/index.ts';
import type { RuleId } from '../../specification/rules/index.ts';
import type { HasExchange } from '../finding.ts';
import type { Session } from '../session/session.ts';

/** What was seen of an opening. */
export interface ObservationDraft {
  observed: string;
  pinned?: string | undefined;
  /** Whether what the profile pins holds; absent where it says nothing, or it cannot be compared. */
  holds?: boolean | undefined;
  /** Why it could not be compared, where the reason is not that of the whole opening. */
  notCompared?: string | undefined;
  exchanges: number[];
}

/** What was seen of several openings at once. */
export type ObservationDrafts = Partial<Record<OpeningId, ObservationDraft>>;

/** Looks at what the run has seen. `undefined`: nothing was seen of it. */
export type Observer = (session: Session) => Promise<ObservationDraft | undefined>;

/** An opening is seen by an observer, by the cases of rules (which call `context.observe`), or not at all. */
export type Watch = Observer | { readonly byCasesOf: readonly RuleId[] } | { readonly notObserved: string };

/** How some of the openings are seen; `index.ts` puts together how all are. */
export type SomeWatches = { readonly [Id in OpeningId]?: Watch };

/** The exchanges of what shows something, where there are any. */
export function exchangesOf(...shown: readonly HasExchange[]): number[] {
  return shown.flatMap(({ exchange }) => (exchange === undefined ? [] : [exchange]));
}
