/**
 * Whether each device is in the list once: as the list comes, and over three pages where the profile names the parameter
 * for the size of a page. What is wrong counts only if two more readings repeat it.
 */
import { type AnyId, isId } from '../../../profile/facts.ts';
import type { Answer } from '../../answer.ts';
import type { CaseContext, Listed } from '../../case-context.ts';
import { type Finding, fail, inconclusive, pass } from '../../finding.ts';
import { pagesShowing, readPage } from '../../reading/list.ts';

/** Readings that have to agree. */
const READINGS = 3;
const PAGES = 3;
/** Records of the first list that are looked for at either end. */
const AT_ENDS = 2;

interface OnceOf {
  /** Devices that have to be in the list. */
  own: readonly AnyId[];
  /** Whether the device by itself shows that the list is wrong: it is there for the user of the run while the list has no entry. */
  confirms(id: AnyId): Promise<boolean>;
}

/** What is wrong in one reading, in words, and the answers that show it. */
interface Reading {
  wrong: ReadonlySet<string>;
  /** The records of what is wrong, where the record itself has to confirm it. */
  doubtful: ReadonlyMap<string, AnyId>;
  /** The records of what is wrong. */
  about: ReadonlyMap<string, AnyId>;
  pages: Answer[];
  records: number;
  complete: boolean;
  issue: string | undefined;
}

export async function judgeOnce(context: CaseContext, judged: OnceOf): Promise<Finding> {
  const once = { ...judged, own: distinct([...judged.own, ...(await firstListed(context))]) };
  // What was written a moment ago may need its time.
  const first = await context.eventually(
    () => readLists(context, once),
    ({ wrong }) => wrong.size === 0,
  );
  if (first.records === 0 && first.issue !== undefined)
    return inconclusive(`The list cannot be read: ${first.issue}.`, 'operations.envelope');
  // What is never held by a list is in it once, and nothing is shown by that.
  if (first.records === 0 && first.wrong.size === 0)
    return inconclusive('There is no device in the list.', 'operations.envelope', 'known.device');
  let last = first;
  let wrong = [...first.wrong];
  for (let reading = 1; reading < READINGS && wrong.length > 0; reading++) {
    last = await readLists(context, once);
    wrong = wrong.filter((one) => last.wrong.has(one));
  }
  for (const one of wrong) {
    const doubtful = last.doubtful.get(one);
    if (doubtful !== undefined && !(await once.confirms(doubtful))) continue;
    const id = last.about.get(one);
    const pages = id === undefined ? last.pages : pagesShowing(context.lens, 'devices', last.pages, id);
    return fail('each device in the list once, as it is now', one, ...pages);
  }
  if (!first.complete)
    return inconclusive('Not all pages of the list were seen.', 'operations.paging', 'operations.query');
  return pass('Each device is in the list once.', ...first.pages);
}

/** Some that stood in the list at first, at its ends: where no page can hide them, they still do. */
async function firstListed(context: CaseContext): Promise<AnyId[]> {
  if (context.profile.openings['operations.paging'] === undefined) return [];
  const { json } = await context.fingerprints.withToken('listDevices');
  const ids = readPage(context.lens, 'devices', json).records.flatMap(({ id }) => (isId(id) ? [id] : []));
  return [...ids.slice(0, AT_ENDS), ...ids.slice(-AT_ENDS)];
}

function distinct(ids: readonly AnyId[]): AnyId[] {
  return [...new Map(ids.map((id) => [String(id), id])).values()];
}

async function readLists(context: CaseContext, once: OnceOf): Promise<Reading> {
  const plain = await context.list('devices');
  const size = pageSize(context, plain.records.length);
  const lists = size === undefined ? [plain] : [plain, await context.list('devices', size)];
  const wrong = new Set<string>();
  const about = new Map<string, AnyId>();
  const note = (what: string, id: AnyId) => {
    wrong.add(what);
    about.set(what, id);
  };
  const doubtful = new Map<string, AnyId>();
  for (const { records, repeated, complete } of lists) {
    for (const id of repeated) note(`the device ${id} more than once`, id);
    const entries = new Set(records.map(({ id }) => String(id)));
    const showsIds = !entries.has('undefined');
    for (const id of once.own) {
      if (entries.has(String(id)) || !complete || !showsIds) continue;
      const what = `a list without the device ${id}`;
      note(what, id);
      doubtful.set(what, id);
    }
  }
  noteTotal(context, plain);
  return {
    wrong,
    doubtful,
    about,
    pages: lists.flatMap(({ pages }) => pages),
    records: plain.records.length,
    complete: plain.complete && context.profile.openings['operations.paging'] !== undefined,
    issue: plain.issues[0],
  };
}

/** So many on a page that there are three pages; `undefined` where nothing says how to ask for it. */
function pageSize({ profile }: CaseContext, records: number): number | undefined {
  const paging = profile.openings['operations.paging'];
  const { limit } = profile.openings['operations.query'] ?? {};
  if (!paging || paging.by === 'none' || limit === undefined || records < PAGES) return undefined;
  return Math.min(Math.ceil(records / PAGES), paging.max ?? records);
}

/** A total that is not that of the list is no broken rule. */
function noteTotal(
  context: CaseContext,
  { total, records, repeated, complete, pages }: Listed<'devices'>,
): void {
  const isPinned = context.profile.openings['operations.paging'] !== undefined;
  if (!isPinned || !complete || total === undefined || repeated.length > 0 || total === records.length)
    return;
  const observed = `a total of ${total} where the list has ${records.length}`;
  const seen = { observed, pinned: 'the total of the list', holds: false };
  context.observe('operations.paging', seen, ...pages.slice(-1));
}
