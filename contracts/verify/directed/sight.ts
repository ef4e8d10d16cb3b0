/** Openings as one history shows them, with the requests that show it. */

import type { Compared, Deployment } from '../../deployment/deployment.ts';
import type { HasExchange } from '../../deployment/finding.ts';
import type { OpeningId } from '../../specification/openings/index.ts';
import type { Shown } from './witness.ts';

/** The observation of an opening, and the facts that show it: indexes into those of the history. */
export interface Sight {
  readonly opening: OpeningId;
  readonly observed: string | Compared;
  readonly at: readonly number[];
}

export function observeSights(session: Deployment, one: Shown, sights: readonly Sight[]): void {
  for (const { opening, observed, at } of sights)
    session.observe(opening, observed, ...evidenceOf(one, ...at));
}

/** The requests of these facts. */
export function evidenceOf({ exchanges }: Shown, ...at: readonly number[]): HasExchange[] {
  return at.flatMap((step) => (exchanges[step] ?? []).map((exchange) => ({ exchange })));
}
