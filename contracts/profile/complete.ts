/** From the answers that a profile gives to an answer for every opening. */
import { partsOf } from '../kit/schema.ts';
import type { GivenOpenings, OpeningId, Openings } from '../specification/openings/index.ts';
import { openingRows } from '../specification/openings/index.ts';
import { defaultProfile } from './default.ts';
import type { CompleteProfile, Profile } from './profile.ts';

/**
 * The profile with every opening that it leaves out answered as the default profile answers it.
 *
 * @example
 * import { completeProfile } from 'roadtest/profile';
 *
 * const { basePath } = completeProfile({ roadtest: 1, name: 'ours', openings: {} });
 * console.log(JSON.stringify(basePath)); // ""
 */
export function completeProfile(profile: Profile): CompleteProfile {
  return {
    ...profile,
    basePath: profile.basePath ?? defaultProfile.basePath,
    openings: completeOpenings(profile.openings),
  };
}

function completeOpenings(given: GivenOpenings): Openings {
  const answers = openingRows.map((row) => {
    const { [row.id]: answer = row.default } = given;
    // The default profile's own answers need no look at their schemas, which are made when first asked for.
    return [row.id, answer === row.default ? answer : complete(row.schema, row.default, answer)];
  });
  return Object.fromEntries(answers) as Openings;
}

/** Whether an answer that a profile gives leaves no part of its opening out. */
export function isWhole(id: OpeningId, answer: unknown): boolean {
  const row = openingRows.find((one) => one.id === id);
  return row !== undefined && holdsAll(row.schema, row.default, answer);
}

function holdsAll(schema: object, usual: unknown, given: unknown): boolean {
  if (given === undefined) return usual === undefined;
  const parts = partsOf(schema);
  if (!parts) return true;
  const present = mapOf(given);
  return Object.entries(mapOf(usual)).every(([name, part]) =>
    holdsAll(parts[name] ?? {}, part, present[name]),
  );
}

/** An answer that may be given in parts is completed part by part; everything else is taken as a whole. */
function complete(schema: object, usual: unknown, given: unknown): unknown {
  const parts = partsOf(schema);
  if (!parts) return given === undefined ? usual : given;
  const completed = { ...mapOf(usual) };
  for (const [name, value] of Object.entries(mapOf(given)))
    completed[name] = complete(parts[name] ?? {}, completed[name], value);
  return completed;
}

function mapOf(value: unknown): { [name: string]: unknown } {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
