/** The devices that a mistake by one place would reach: their ids, as far as the run knows them. Nothing is written to them. */
import type { AnyId } from '../../../profile/facts.ts';
import type { CaseContext } from '../../case-context.ts';
import { readPage } from '../../reading/list.ts';
import { whereBound } from '../accepted.ts';

/** The devices right before and after one: by number where all ids are numbers, otherwise as they are listed and were made. */
export async function nextTo(context: CaseContext, id: AnyId): Promise<AnyId[]> {
  const { json } = await context.fingerprints.withToken('listDevices');
  const listed = whereBound([], () =>
    readPage(context.lens, 'devices', json).records.map((record) => record.id),
  );
  const made = context.make.standing('device');
  const known = context.profile.known?.device ?? [];
  return besideIn([...listed, ...known, ...made], id);
}

/** The first device of the list, which an address that was never set points to. */
export async function firstListed(context: CaseContext): Promise<AnyId | undefined> {
  const { json } = await context.fingerprints.withToken('listDevices');
  const [first] = whereBound([], () => readPage(context.lens, 'devices', json).records.map(({ id }) => id));
  return first ?? undefined;
}

/** @returns at most two ids */
export function besideIn(ids: readonly (AnyId | null | undefined)[], id: AnyId): AnyId[] {
  const byText = new Map<string, AnyId>();
  for (const one of [...ids, id]) if (one !== undefined && one !== null) byText.set(String(one), one);
  const all = [...byText.values()];
  if (all.every((one) => /^\d+$/.test(String(one)))) all.sort((a, b) => Number(a) - Number(b));
  const at = all.findIndex((one) => String(one) === String(id));
  return [all[at - 1], all[at + 1]].filter((one) => one !== undefined);
}
