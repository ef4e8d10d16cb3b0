/** From the exchanges of any client to findings. */
import { Drafts, type Findings, type Source } from './finding.ts';
import { type QueryNames, sayPages } from './pages.ts';
import { sayPayloads } from './payloads.ts';
import { payloadsIn } from './records.ts';
import { sayRefusals, sayTokens } from './refusals.ts';
import type { Seen } from './seen.ts';
import { sayWrites } from './writes.ts';

/**
 * @param drafts what was found otherwise
 * @param names of the parameters of lists that may be in use
 */
export function findingsOf(
  seen: readonly Seen[],
  source: Source,
  drafts: Drafts = new Drafts(source),
  names?: QueryNames,
): Findings {
  const payloads = payloadsIn(seen);
  sayTokens(seen, drafts);
  sayRefusals(seen, drafts);
  sayPayloads(seen, payloads, drafts);
  sayPages(payloads, drafts, names);
  sayWrites(seen, payloads, drafts);
  return drafts;
}
