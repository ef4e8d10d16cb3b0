/** From a description in OpenAPI 3.0 or 3.1, written by anyone, to findings: what it does not say for certain is left out. */
import { excerpt, quoted } from '../kit/untrusted.ts';
import { Drafts, type Findings } from '../learning/finding.ts';
import { judgedOf } from '../learning/unlocking.ts';
import { sayIds, sayLimits, sayPaging, sayTimes, sayUnits } from './read/dialect.ts';
import { Description, textOf } from './read/look.ts';
import { type Placed, placeOperations } from './read/operations.ts';
import { readRecords, sayRecords } from './read/records.ts';
import { sayStatuses } from './read/statuses.ts';
import { sayChanges, sayPosting, sayWrites } from './read/writes.ts';

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
  if (!placed) return nothing('No operation of the interface document is described.');
  const drafts = new Drafts('openapi');
  drafts.put(['basePath'], placed.basePath, `servers, ${placed.described.size} of 20 paths`);
  const records = readRecords(placed);
  const { posted, times } = sayPosting(placed, records, drafts);
  const facts = new Map([...posted, ...records.facts]);
  sayRecords(records, posted, drafts);
  const alertId = sayWrites(placed, records, posted, drafts);
  sayIds(placed, facts.get('alert')?.get('id')?.leaf.look ?? alertId, drafts);
  sayTimes(facts, times, drafts);
  sayUnits(facts, drafts);
  sayLimits(facts, drafts);
  sayPaging(placed, drafts);
  sayChanges(placed, drafts);
  sayStatuses(placed, drafts);
  const unread = unreadIn(placed);
  return { findings: drafts.findings, notes: [...unread, ...description.notes, ...drafts.notes], unread };
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
