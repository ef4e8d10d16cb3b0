/** From a description in OpenAPI 3.0 or 3.1, written by anyone, to findings: what it does not say for certain is left out. */
import { excerpt, quoted } from '../kit/untrusted.ts';
import { sayShared } from '../learning/answers.ts';
import type { Findings } from '../learning/finding.ts';
import { Drafts, same } from '../learning/finding.ts';
import { judgedOf } from '../learning/unlocking.ts';
import { sayDialect } from './read/dialect.ts';
import { Description, textOf } from './read/document.ts';
import { type Placed, placeOperations } from './read/operations.ts';
import { readRecords, sayRecords, sayWrites, successOf } from './read/records.ts';
import { sayChanges, sayPaging, sayPosting } from './read/requests.ts';
import { saySecurity, sayStatuses, sayToken, sayVersions } from './read/statuses.ts';

/**
 * The findings of a description that has been parsed from JSON or YAML. It is data: no reference out of it is followed, and
 * nothing of it is run. Operations are told by their methods and paths, fields by their names, schemas and descriptions.
 */
export function readOpenApi(document: unknown): Findings & { readonly unread: readonly string[] } {
  const description = new Description(document);
  const { openapi, swagger } = description.root;
  const nothing = (note: string) => ({ findings: [], notes: [...description.notes, note], unread: [] });
  if (textOf(swagger) !== '')
    return nothing(
      `This is Swagger ${textOf(swagger)}, not OpenAPI 3. A converter such as swagger2openapi makes OpenAPI 3 of it.`,
    );
  if (!/^3\.[01]\b/.test(textOf(openapi))) return nothing('This is not a description in OpenAPI 3.0 or 3.1.');
  const placed = placeOperations(description);
  if (placed.basePath === undefined) return nothing('No operation of the interface document is described.');
  const drafts = new Drafts('openapi');
  drafts.put(['basePath'], placed.basePath, `servers, ${placed.described.size} of 20 paths`);
  const records = readRecords(description, placed);
  const { posted, times } = sayPosting(description, placed, records, drafts);
  sayRecords(description, records, posted, drafts);
  const alertId = sayWrites(description, placed, records, posted, drafts);
  sayReplies(description, placed, drafts);
  sayDialect(description, placed, new Map([...posted, ...records.facts]), { alertId, times }, drafts);
  sayPaging(description, placed, drafts);
  sayChanges(description, placed, drafts);
  sayStatuses(description, placed, drafts);
  sayToken(description, placed, drafts);
  saySecurity(description, placed, drafts);
  sayVersions(placed, drafts);
  const unread = unreadIn(placed);
  return { findings: drafts.findings, notes: [...unread, ...description.notes, ...drafts.notes], unread };
}

/** Facts that all replies share: their content type; and the address of a new record. */
function sayReplies(description: Description, { described }: Placed, drafts: Drafts): void {
  const guarded = [...described.values()].filter(({ operation }) => operation.guarded);
  const types = guarded.flatMap((one) => successOf(description, one)?.body?.contentType ?? []);
  drafts.say('operations.envelope', ['contentType'], same(types), `${types.length} replies`);
  const made = (['createGroup', 'createUser'] as const).flatMap((operation) => {
    const response = described.get(operation)?.responses.find(({ isSuccess }) => isSuccess);
    const value = [...(response?.headers.keys() ?? [])].some((name) => /^location$/i.test(name));
    return response ? [{ operation, value, evidence: 'headers of replies to creates' }] : [];
  });
  const located = made.filter(({ value }) => value);
  sayShared('locationHeader', located, located.length === 2, drafts);
}

/** Says what was not read, what that costs, and what to do. */
function unreadIn({ described }: Placed): string[] {
  const lacking = [...described.values()].filter(({ lacks }) => lacks.size > 0);
  const [first, ...others] = new Set(lacking.flatMap(({ lacks }) => [...lacks]));
  if (first === undefined) return [];
  const checks = judgedOf(lacking.map(({ operation }) => operation.id)).length;
  const more = others.length > 0 ? ` and ${others.length} more` : '';
  return [
    `References such as ${excerpt(quoted(first))}${more} are not read: they lead to no file beside the description. ${checks} checks rest on what stands there. Bundle it into one file first, as redocly bundle does.`,
  ];
}
