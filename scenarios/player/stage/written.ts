/** Parts of calls of the control API as a story writes them. */
import { fieldsOf } from '../../../contracts/kit/fields.ts';
import type { Story } from '../../language/story.ts';

export interface Fields {
  readonly [field: string]: unknown;
}

/**
 * Rules of faults as a story has them; `undefined` for those that it cannot say: at moments of their own, or
 * of several devices.
 *
 * @param nameOf the name of a device by its id
 */
export function faultsWritten(
  rules: unknown,
  nameOf: (id: unknown) => string | undefined,
): Fields[] | undefined {
  const written = [rules].flat().map((rule) => faultWritten(fieldsOf(rule), nameOf));
  const said = written.filter((one) => one !== undefined);
  return said.length === written.length ? said : undefined;
}

function faultWritten(
  { from, until, device, latency, ...rest }: Fields,
  nameOf: (id: unknown) => string | undefined,
): Fields | undefined {
  const [id, ...others] = [device].flat();
  const name = id === undefined ? undefined : nameOf(id);
  const isSaid = [from, until, ...others].every((each) => each === undefined);
  if (!isSaid || (id !== undefined && name === undefined)) return undefined;
  return {
    ...rest,
    ...(name !== undefined && { device: name }),
    ...(latency !== undefined && { latency: typeof latency === 'number' ? `${latency}ms` : latency }),
  };
}

const nameForm = /^[\p{L}\p{N}][\p{L}\p{N} _-]{0,59}$/u;
/** Words that stand for devices of their own accord. */
const RESERVED = ['all', 'it'];

/** The name by which a story can add a device: it names none of the others, nor stands for several. `undefined` for another. */
export function newName(
  name: unknown,
  {
    fleet,
    added,
    addsOthers,
  }: { fleet: Story['fleet']; added: ReadonlyMap<string, number>; addsOthers: boolean },
): string | undefined {
  // Where the story adds devices of its own, the numbers of later ones would be others.
  if (addsOthers || typeof name !== 'string' || !nameForm.test(name)) return undefined;
  const isOfPart = fleet.some((part) => name === part.name || name.startsWith(`${part.name}-`));
  return isOfPart || added.has(name) || RESERVED.includes(name) ? undefined : name;
}
