/** From a description in OpenAPI 3.0 or 3.1, written by anyone, to findings: what it does not say for certain is left out. */
import type { Findings } from '../learning/finding.ts';
import { pathResources, readOperation } from '../specification/operations.ts';
import { sayDialect } from './read/dialect.ts';
import { Description, textOf } from './read/document.ts';
import { leavesOf } from './read/facts.ts';
import { placeOperations } from './read/operations.ts';
import { isChanging, readRecords, sayRecords, sayWrites, successOf } from './read/records.ts';
import { sayChanges, sayPaging, sayPosting } from './read/requests.ts';
import { Saying, same } from './read/saying.ts';
import { saySecurity, sayStatuses, sayToken, sayVersions } from './read/statuses.ts';

/**
 * The findings of a description that has been parsed from JSON or YAML. It is data: no reference out of it is followed, and
 * nothing of it is run. Operations are told by their methods and paths, fields by their names, schemas and descriptions.
 */
export function readOpenApi(document: unknown): Findings & { readonly unread: readonly string[] } {
  const description = new Description(document);
  const saying = new Saying();
  if (!/^3\.[01]\b/.test(textOf(description.root.openapi)))
    return { findings: [], notes: ['This is not a description in OpenAPI 3.0 or 3.1.'], unread: [] };
  const placed = placeOperations(description);
  if (placed.basePath === undefined)
    return {
      findings: [],
      notes: [...description.notes, 'No operation of the interface document is described.'],
      unread: description.unread,
    };
  saying.put(['basePath'], placed.basePath, `servers, ${placed.described.size} of 20 paths`);
  const records = readRecords(description, placed);
  const { posted, times } = sayPosting(description, placed, records, saying);
  sayRecords(description, records, posted, saying);
  const alertId = sayWrites(description, placed, records, posted, saying);
  sayReplies(description, placed, saying);
  sayDialect(description, placed, new Map([...posted, ...records.facts]), { alertId, times }, saying);
  sayPaging(description, placed, saying);
  sayChanges(description, placed, saying);
  sayStatuses(description, placed, saying);
  sayToken(description, placed, saying);
  saySecurity(description, placed, saying);
  sayVersions(placed, saying);
  const { unread } = description;
  return { findings: saying.findings, notes: [...unread, ...description.notes, ...saying.notes], unread };
}

/** Facts that all replies share: their content type, fields that change with each call; and the address of a new record. */
function sayReplies(
  description: Description,
  { described }: ReturnType<typeof placeOperations>,
  saying: Saying,
): void {
  const guarded = [...described.values()].filter(({ operation }) => operation.guarded);
  const bodies = guarded.flatMap((one) => successOf(description, one)?.body ?? []);
  const contentType = same(bodies.map((body) => body.contentType));
  saying.say('operations.envelope', ['contentType'], contentType, `${bodies.length} replies`);
  const reads = pathResources.flatMap(
    (resource) => successOf(description, described.get(readOperation[resource]))?.schema ?? [],
  );
  const changing = reads.map((schema) =>
    leavesOf(description, schema)
      .filter(({ look }) => isChanging(look))
      .map(({ pointer }) => pointer),
  );
  const places = same(changing);
  if (places && places.length > 0) saying.say('records.volatile', [], places, 'the replies to reads');
  const made = (
    [
      ['createGroup', 'group'],
      ['createUser', 'user'],
    ] as const
  ).flatMap(([id, resource]) => {
    const one = described.get(id);
    const served = successOf(description, one);
    const success = served && one?.responses.find(({ status }) => status === served.status);
    return success
      ? [{ resource, has: [...success.headers.keys()].some((name) => /^location$/i.test(name)) }]
      : [];
  });
  const having = made.filter(({ has }) => has);
  const ways =
    having.length === made.length
      ? [['locationHeader']]
      : having.map(({ resource }) => ['families', resource, 'locationHeader']);
  if (having.length === 0) return;
  for (const way of ways) saying.say('operations.envelope', way, true, 'headers of replies to creates');
}
