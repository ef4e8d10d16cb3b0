/** From exchanges to findings, whoever sent them. */
import { Drafts } from './drafts.ts';
import type { Findings, Source } from './finding.ts';
import { sayPages } from './pages.ts';
import { payloadsIn, sayPayloads } from './payloads.ts';
import { sayRefusals, sayTokens } from './refusals.ts';
import type { Seen } from './seen.ts';
import { sayWrites } from './writes.ts';

export function findingsOf(seen: readonly Seen[], source: Source): Findings {
  const drafts = new Drafts(source);
  const payloads = payloadsIn(seen);
  sayTokens(seen, drafts);
  sayRefusals(seen, drafts);
  sayPayloads(seen, payloads, drafts);
  sayPages(payloads, drafts);
  sayWrites(seen, payloads, drafts);
  return drafts;
}
