/** Learning from a recording of a browser: what its calls show, and nothing of its tokens and keys. */
import { exactJsonIn } from '../kit/exact-json.ts';
import { familyOperations, guardedOperations, type OperationId } from '../specification/operations.ts';
import type { Har, HarCall } from '../traffic/har.ts';
import { findingsOf } from './exchanges.ts';
import type { Findings } from './finding.ts';
import { Drafts } from './finding.ts';
import { leavesOf } from './leaves.ts';
import { isGranted, type Seen } from './seen.ts';

interface Entry {
  readonly isAuthorized: boolean;
  readonly seen: Seen;
}

export function learnHar({ place, calls, first }: Har): Findings {
  const drafts = new Drafts('har');
  const basePath = new URL(place).pathname.replace(/\/$/, '');
  if (basePath !== '') drafts.put(['basePath'], basePath, `${calls.length} calls below it`);
  if (first !== undefined) drafts.note(`Of the recording the first ${first} entries were read.`);
  return findingsOf(withIds(withCauses(calls.map(entryOf))), 'har', drafts);
}

function entryOf({ operation, id, url, headers, sent, sentType, answer }: HarCall): Entry {
  const { status, headers: answered, text = '' } = answer;
  // API keys are left out of what is learned.
  const isRead = sent !== undefined && operation !== 'issueToken';
  return {
    isAuthorized: Object.hasOwn(headers, 'authorization'),
    seen: {
      ...{ operation, id, query: Object.fromEntries(url.searchParams) },
      ...{ sent: isRead ? exactJsonIn(sent) : undefined, sentType },
      ...{ status, headers: answered, text, json: exactJsonIn(text) },
    },
  };
}

const guarded: ReadonlySet<string> = new Set(guardedOperations.map(({ id }) => id));

/** The causes of refusals that a recording shows: a wrong key, and no token where others have one. */
function withCauses(entries: readonly Entry[]): Seen[] {
  const showsTokens = entries.some(({ isAuthorized }) => isAuthorized);
  return entries.map(({ seen, isAuthorized }) => {
    if (isGranted(seen)) return seen;
    if (seen.operation === 'issueToken') return { ...seen, cause: 'wrong-key' };
    const isBare =
      showsTokens && !isAuthorized && seen.operation !== undefined && guarded.has(seen.operation);
    return isBare ? { ...seen, cause: 'no-token' } : seen;
  });
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
    const used = new Set(
      all
        .filter(({ operation }) => operation !== undefined && family.includes(operation))
        .map(({ id }) => id),
    );
    const ids = new Set(
      leavesOf(seen.json)
        .map(({ value }) => String(value))
        .filter((value) => used.has(value)),
    );
    const [id] = ids;
    return { ...seen, id: ids.size === 1 ? id : located };
  });
}
