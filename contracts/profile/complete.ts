/** From the answers that a profile gives to an answer for every opening. */
import { isFields } from '../kit/fields.ts';
import { formatPointer } from '../kit/json-pointer.ts';
import { type OptionNames, unknownName } from '../kit/option-names.ts';
import { partsOf } from '../kit/schema.ts';
import { quoted } from '../kit/untrusted.ts';
import type { GivenOpenings, OpeningId, Openings } from '../specification/openings/index.ts';
import { openingRows } from '../specification/openings/index.ts';
import { defaultProfile } from './default.ts';
import { ProfileError, type ProfileIssue } from './errors.ts';
import type { CompleteProfile, Profile } from './profile.ts';

const profileNames: OptionNames<Profile> = {
  roadtest: true,
  name: true,
  description: true,
  basePath: true,
  openings: true,
  known: true,
  samples: true,
  controlsUrl: true,
  controls: true,
};
/** How a JSON file points an editor to its schema. */
const named = { ...profileNames, $schema: true } as const;

/**
 * The profile with every opening that it leaves out answered as the default profile answers it.
 *
 * Throws ProfileError `PROFILE_INVALID` for what is no profile, such as a text, and for a field or an opening that profiles do
 * not have; values are checked by `checkProfile`.
 *
 * @example
 * import { completeProfile } from 'roadtest/profile';
 *
 * const { basePath } = completeProfile({ roadtest: 1, name: 'ours', openings: {} });
 * console.log(JSON.stringify(basePath)); // ""
 */
export function completeProfile(profile: Profile): CompleteProfile {
  if (!isFields(profile) || typeof profile.name !== 'string' || !isFields(profile.openings))
    throw invalid({
      code: 'WRONG_TYPE',
      message: 'a profile is an object with a name and openings',
      pointer: '',
      hint: 'pass a text through parseProfile of roadtest/profile first, which reads YAML and JSON',
    });
  requireKnown(profile, named, []);
  requireKnown(profile.openings, defaultProfile.openings, ['openings']);
  return {
    ...profile,
    basePath: profile.basePath ?? defaultProfile.basePath,
    openings: completeOpenings(profile.openings),
  };
}

function requireKnown(given: object, names: object, path: readonly string[]): void {
  const unknown = unknownName(given, names);
  if (!unknown) return;
  const { name, hint } = unknown;
  const message = `There is no ${path.length > 0 ? 'opening' : 'field'} ${quoted(name)} in profiles.`;
  throw invalid({ code: 'UNKNOWN_FIELD', message, pointer: formatPointer([...path, name]), hint });
}

function invalid(issue: ProfileIssue): ProfileError {
  return new ProfileError('PROFILE_INVALID', 'This is not a profile that can be completed.', [issue]);
}

function completeOpenings(given: GivenOpenings): Openings {
  const answers = openingRows.map((row) => {
    const { [row.id]: answer = row.default } = given;
    // The default profile's own answers need no look at their schemas, which are made when first asked for.
    return [row.id, answer === row.default ? answer : complete(row.schema, row.default, answer)];
  });
  return Object.fromEntries(answers) as Openings;
}

/** Returns whether an answer that a profile gives leaves no part of its opening out. */
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
