/** A profile against its schema. */
import { conforms } from '../../kit/conforms.ts';
import { schemaCheck } from '../../kit/schema-issues.ts';
import { openings } from '../../specification/openings/index.ts';
import type { ProfileIssue } from '../errors.ts';
import { profileSchema } from '../format.ts';

const issuesIn: (data: unknown) => ProfileIssue[] = schemaCheck(profileSchema, {
  hintForField(name, pointer) {
    const isOpening = pointer === '' && openings.some(({ id }) => id === name);
    return isOpening ? 'it belongs under "openings"' : undefined;
  },
});

/** Everything in which the data does not follow the schema. */
export function schemaIssues(data: unknown): ProfileIssue[] {
  return conforms(profileSchema, data) ? [] : issuesIn(data);
}
