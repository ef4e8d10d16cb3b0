/** From a description in OpenAPI 3.0 or 3.1, written by anyone, to findings: what it does not say for certain is left out. */
import { fieldsOf } from '../kit/fields.ts';
import { splitPointer } from '../kit/json-pointer.ts';
import { excerpt, quoted } from '../kit/untrusted.ts';
import { Drafts, type Findings } from '../learning/finding.ts';
import { apart } from '../learning/merge.ts';
import { judgedOf } from '../learning/unlocking.ts';
import { isUnsafeName } from '../profile/pointer.ts';
import { openings } from '../specification/openings/index.ts';
import { sayIds, sayPaging, sayStatuses, sayTimes } from './read/dialect.ts';
import { jsonOf } from './read/facts.ts';
import { Description, textOf } from './read/look.ts';
import { type Placed, placeOperations } from './read/operations.ts';
import { readRecords, sayRecords } from './read/records.ts';
import { sayChanges, sayPosting, sayWrites } from './read/writes.ts';
import { ANSWERS } from './words.ts';

/**
 * The findings of a description that has been parsed from JSON or YAML. It is data: no reference out of it is followed, and
 * nothing of it is run. Operations are told by their methods and paths, fields by their names and schemas; of an opening that
 * roadtest wrote the answer to beside them, nothing else is read.
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
  sayWrites(placed, records, posted, drafts);
  sayIds(placed, drafts);
  sayTimes(facts, times, drafts);
  sayPaging(placed, drafts);
  sayChanges(placed, drafts);
  sayStatuses(placed, drafts);
  const said = answersIn(description);
  const isOpen = (at: string) => !said.some((one) => splitPointer(one.at)[1] === splitPointer(at)[1]);
  const unread = unreadIn(placed);
  return {
    findings: [...said, ...drafts.findings.filter(({ at }) => isOpen(at))],
    notes: [...unread, ...description.notes, ...drafts.notes],
    unread,
  };
}

/** The answers that roadtest wrote into the description. */
function answersIn({ root }: Description): Findings['findings'] {
  const drafts = new Drafts('openapi');
  const answers = fieldsOf(root[ANSWERS]);
  for (const { id } of openings) drafts.say(id, [], jsonOf(answers[id]), ANSWERS);
  return drafts.findings.flatMap(apart).filter(({ at }) => !splitPointer(at).some(isUnsafeName));
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
