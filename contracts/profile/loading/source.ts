/** The text of a profile file: YAML or JSON, read with the place of everything in it. */
import { documentBounds } from '../../kit/bounds.ts';
import { DocumentError, readDocument } from '../../kit/document.ts';
import { formatPointer, splitPointer } from '../../kit/json-pointer.ts';
import { ProfileError, type ProfileIssue } from '../errors.ts';

export interface Source {
  data: unknown;
  /** The issue with its file, line and column: those of the nearest thing that is in the file. */
  locate(issue: ProfileIssue): ProfileIssue;
}

/** Throws ProfileError `PROFILE_SYNTAX` for a text that cannot be read, and for names that no profile may have. */
export function readSource(text: string, file: string): Source {
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
