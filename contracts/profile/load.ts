/**
 * From the text of a profile file to a profile. The one part of the profile that needs YAML and Ajv.
 *
 * Three steps: the text is read with the place of everything in it, the data is held against the schema,
 * and `coherence/` finds what no schema can see.
 */
import { Format } from 'typebox/format';
import { Check } from 'typebox/schema';
import { documentValidator } from '../kit/ajv.ts';
import { documentBounds, REPORTED_PROBLEMS } from '../kit/bounds.ts';
import { DocumentError, readDocument } from '../kit/document.ts';
import { isFields } from '../kit/fields.ts';
import { formatPointer, splitPointer } from '../kit/json-pointer.ts';
import { schemaCheck } from '../kit/schema-issues.ts';
import { mapTable } from '../kit/tables.ts';
import { openings } from '../specification/openings/index.ts';
import { formats } from './coherence/forms.ts';
import { findIncoherences } from './coherence/index.ts';
import { completeProfile } from './complete.ts';
import { ProfileError, type ProfileIssue } from './errors.ts';
import { profileSchema } from './format.ts';
import type { FetchedProfile, Profile } from './profile.ts';

/**
 * Reads a profile from YAML or JSON. `fileName` only serves the messages.
 *
 * Throws ProfileError `PROFILE_SYNTAX` when the text cannot be read, or `PROFILE_INVALID` with every
 * issue that was found, each with its line.
 *
 * @example
 * import { createSimulator } from 'roadtest';
 * import { parseProfile } from 'roadtest/profile';
 *
 * const profile = parseProfile('{ roadtest: 1, name: ours, basePath: /fleet, openings: { token.lifetime: PT8H } }');
 * console.log(createSimulator({ profile }).profile.basePath); // /fleet
 */
export function parseProfile(text: string, fileName = 'profile'): Profile {
  const { data, locate } = readSource(text, fileName);
  const issues = checkProfile(data).map(locate);
  if (issues.length > 0) {
    issues.sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0));
    throw new ProfileError('PROFILE_INVALID', `${fileName} is not a valid profile.`, issues);
  }
  const { $schema: _, ...profile } = data as Profile & { $schema?: string };
  return profile;
}

/**
 * Gives the issues of something that should be a profile; none, when it is one.
 *
 * @example
 * import { checkProfile } from 'roadtest/profile';
 *
 * const [issue] = checkProfile({ roadtest: 1, name: 'ours', openings: { 'token.lifetime': 5 } });
 * console.log(issue?.pointer); // /openings/token.lifetime
 */
export function checkProfile(data: unknown): ProfileIssue[] {
  const issues = schemaIssues(data);
  if (issues.length > 0) return issues;
  return findIncoherences(completeProfile(data as Profile)).slice(0, REPORTED_PROBLEMS);
}

/**
 * Reads the profile that a deployment publishes, within the bounds of a profile file. `where` is its
 * address, for the messages.
 *
 * Throws ProfileError `PROFILE_SYNTAX` for what cannot be read or is too large, and `PROFILE_INVALID`
 * for what is not a profile.
 */
export function parseFetchedProfile(text: string, where: string): FetchedProfile {
  const { data, locate } = readSource(text, where);
  const profile = kept(data);
  const issues = checkProfile(profile);
  if (issues.length === 0) return profile as FetchedProfile;
  throw new ProfileError('PROFILE_INVALID', `${where} does not serve a valid profile.`, issues.map(locate));
}

/** Keeps the parts that a fetched profile may have. All else is left where it is, unread. */
function kept(data: unknown): unknown {
  if (!isFields(data)) return data;
  const { roadtest, name, basePath, openings } = data;
  return { roadtest, name, openings, ...(basePath !== undefined && { basePath }) };
}

const holds = mapTable(formats, (faultOf) => (text: string) => faultOf(text) === undefined);

const issuesIn: (data: unknown) => ProfileIssue[] = schemaCheck(documentValidator(profileSchema, [], holds), {
  details: {
    // A text that does not match the pattern of its form is told by that.
    format: ({ data, parentSchema = {} }, { format }) =>
      new RegExp(parentSchema.pattern ?? '.').test(String(data))
        ? formats[format]?.(String(data))
        : undefined,
  },
  hintForField(name, pointer) {
    const isOpening = pointer === '' && openings.some(({ id }) => id === name);
    return isOpening ? 'it belongs under "openings"' : undefined;
  },
});

/** Everything in which the data does not follow the schema. To compile the schema takes a hundred times as long as to see that they do. */
function schemaIssues(data: unknown): ProfileIssue[] {
  for (const [format, is] of Object.entries(holds)) Format.Set(format, is);
  return Check(profileSchema, data) ? [] : issuesIn(data);
}

interface Source {
  data: unknown;
  /** The issue with its file, line and column: those of the nearest thing that is in the file. */
  locate(issue: ProfileIssue): ProfileIssue;
}

/** Throws ProfileError `PROFILE_SYNTAX` for a text that cannot be read, and for names that no profile may have. */
function readSource(text: string, file: string): Source {
  try {
    const { data, place } = readDocument(text, documentBounds.profile);
    const locate = (issue: ProfileIssue) => ({ ...issue, file, ...place(splitPointer(issue.pointer), true) });
    return { data, locate };
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    const issues = error.problems.map(({ path, ...problem }) => ({
      ...problem,
      file,
      pointer: formatPointer(path),
    }));
    throw new ProfileError('PROFILE_SYNTAX', `${file} cannot be read as YAML or JSON.`, issues);
  }
}
