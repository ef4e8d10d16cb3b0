/** The records of one page of a list. */
import type { AnyId } from '../../profile/facts.ts';
import type { Lens, ListLens } from '../../profile/lens/lens.ts';
import type { ListName } from '../../profile/openings.ts';
import { listResource } from '../../specification/records/kinds.ts';

type Page<L extends ListName> = ReturnType<ListLens<(typeof listResource)[L], AnyId>['read']>;

/**
 * Reads a page. Where lists are maps, any object looks like one, that of a refusal too: an entry that
 * shows nothing but its own name, where the profile has places for more, is an issue and no record.
 */
export function readPage<L extends ListName>(lens: Lens<AnyId>, name: L, json: unknown): Page<L> {
  const page = lens.list(name).read(json) as Page<ListName>;
  const places = lens.record(listResource[name]).facts.length;
  const records = page.records.filter((record) => Object.keys(record).length > 1 || places < 2);
  const issues = [...page.issues];
  if (records.length < page.records.length && issues.length === 0)
    issues.push({ pointer: '', expected: `a list of ${name}`, found: 'a map of something else' });
  return { ...page, records, issues } as Page<L>;
}
