/** Learning from a recording of a browser: what its calls show, and nothing of its tokens and keys. */
import { exactJsonIn } from '../kit/exact-json.ts';
import { familyOperations, type OperationId, operation as operationOf } from '../specification/operations.ts';
import type { Har, HarCall } from '../traffic/har.ts';
import { findingsOf } from './exchanges.ts';
import { Drafts, type Findings } from './finding.ts';
import { leavesOf } from './leaves.ts';
import { isGranted, type Seen } from './seen.ts';

export function learnHar({ place, calls, first }: Har): Findings {
  const drafts = new Drafts('har');
  const basePath = new URL(place).pathname.replace(/\/$/, '');
  if (basePath !== '') drafts.put(['basePath'], basePath, `${calls.length} calls below it`);
  if (first !== undefined) drafts.note(`Of the recording the first ${first} entries were read.`);
  const showsTokens = calls.some(isAuthorized);
  return findingsOf(withIds(calls.map((call) => seenIn(call, showsTokens))), 'har', drafts);
}

function isAuthorized({ headers }: HarCall): boolean {
  return Object.hasOwn(headers, 'authorization');
}

/** A call as it was seen, with the causes of refusals that a recording shows: a wrong key, and no token where others have one. */
function seenIn(call: HarCall, showsTokens: boolean): Seen {
  const { operation, id, url, sent, sentType, answer } = call;
  const { status, headers, text = '' } = answer;
  const { guarded } = operationOf(operation);
  const seen: Seen = {
    ...{ operation, id, query: Object.fromEntries(url.searchParams) },
    // API keys are left out of what is learned.
    ...{ sent: sent !== undefined && guarded ? exactJsonIn(sent) : undefined, sentType },
    ...{ status, headers, text, json: exactJsonIn(text) },
  };
  if (isGranted(seen)) return seen;
  const isBare = guarded && showsTokens && !isAuthorized(call);
  return { ...seen, cause: guarded ? (isBare ? 'no-token' : undefined) : 'wrong-key' };
}

const creates: { readonly [operation: string]: readonly OperationId[] } = {
  createGroup: Object.values(familyOperations.group),
  createUser: Object.values(familyOperations.user),
};

/** The answer to a create has the id that later paths of its kind have. */
function withIds(all: readonly Seen[]): Seen[] {
  return all.map((seen) => {
    const family = creates[seen.operation ?? ''];
    if (!family) return seen;
    const located = /\/([^/?#]+)\/?$/.exec(seen.headers.location ?? '')?.[1];
    const used = all.filter(({ operation }) => operation && family.includes(operation)).map(({ id }) => id);
    const values = leavesOf(seen.json).map(({ value }) => String(value));
    const [id, ...others] = new Set(values.filter((value) => used.includes(value)));
    return { ...seen, id: others.length === 0 && id !== undefined ? id : located };
  });
}
