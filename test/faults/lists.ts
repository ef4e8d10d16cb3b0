/** Lists of groups and users that lack records, repeat them, or show them as they were. */
import type { Fields } from '../../contracts/kit/fields.ts';
import type { Around } from '../../simulator/deviations/deviation.ts';
import { type Fault, fault } from './fault.ts';
import { type Family, listed } from './of-records.ts';
import { at, type Place, type Seen } from './wrapping.ts';

const query = ({ call }: Seen, name: string): string | null =>
  new URLSearchParams(call.target.split('?')[1] ?? '').get(name);

/** Reads another page than was asked for. */
function page(
  place: Place,
  change: (limit: number, offset: number) => { limit: number; offset: number },
): Around {
  return at([place], () => (seen) => {
    const [limit, offset] = [query(seen, 'limit'), query(seen, 'offset')];
    if (limit === null || offset === null) return seen.pass();
    const other = change(Number(limit), Number(offset));
    const target = `${seen.call.target.split('?')[0]}?limit=${Math.max(1, other.limit)}&offset=${Math.max(0, other.offset)}`;
    return seen.pass({ ...seen.call, target });
  });
}

/** Shows in the list what a record was when it was listed first. */
function stale(family: Family, field: string): Around {
  return listed(family, () => {
    const known = new Map<unknown, unknown>();
    return (records) =>
      records.map((record) => {
        if (!known.has(record.id)) known.set(record.id, record[field]);
        return { ...record, [field]: known.get(record.id) };
      });
  });
}

const numberOf = ({ id }: Fields): number => Number(String(id).replace(/\D/g, ''));

const at2 = (
  name: string,
  family: Family,
  change: (records: readonly Fields[]) => readonly Fields[],
): Fault =>
  fault(
    `${name} in the list of ${family}s`,
    [`${family}s/listed-once`, `${family}s/created-is-listed`],
    listed(family, () => change),
  );

export const listFaults: readonly Fault[] = [
  at2('shows the first five alone', 'group', (records) => records.filter((record) => numberOf(record) <= 5)),
  at2('leaves records without a description out', 'group', (records) =>
    records.filter(({ description }) => Boolean(description)),
  ),
  at2('leaves records without devices out', 'group', (records) =>
    records.filter(({ deviceIds }) => Array.isArray(deviceIds) && deviceIds.length > 0),
  ),
  at2('shows one record of each name', 'user', (records) =>
    records.filter(({ name }, place) => records.findIndex((other) => other.name === name) === place),
  ),
  at2('leaves out each tenth', 'user', (records) => records.filter((record) => numberOf(record) % 10 !== 0)),
  fault(
    'leaves out a group between two pages',
    ['groups/listed-once'],
    page('listGroups', (limit, offset) => ({ limit, offset: offset > 0 ? offset + 1 : 0 })),
  ),
  fault(
    'answers the second page of groups with the first',
    ['groups/listed-once'],
    page('listGroups', (limit, offset) => ({ limit, offset: offset === limit ? 0 : offset })),
  ),
  fault(
    'lists groups with the name that they had when they were listed first',
    ['groups/listed-once', 'groups/updated-keeps-rest', 'groups/replaced'],
    stale('group', 'name'),
  ),
];
