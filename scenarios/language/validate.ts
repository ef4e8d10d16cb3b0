/** A file against the schema: what the author got wrong. */
import type { ErrorObject } from 'ajv';
import { documentValidator } from '../../contracts/kit/ajv.ts';
import { isFields } from '../../contracts/kit/fields.ts';
import { splitPointer } from '../../contracts/kit/json-pointer.ts';
import { type Detail, fieldNamesOf, schemaFinder } from '../../contracts/kit/schema-issues.ts';
import { didYouMean, nearest } from '../../contracts/kit/suggest.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';
import type { Finding, Path } from './problems.ts';
import { storySchema } from './schema.ts';
import { codeOfStory } from './source.ts';

/** Fields of entries that have another name now. */
const renamed = new Map([
  ['most', 'limit'],
  ['notAgainFor', 'cooldown'],
]);

const findIn = schemaFinder(documentValidator(storySchema, ['x-choice']), {
  details: { oneOf: chosen },
  hintForField: (name) => (renamed.has(name) ? `it is ${quoted(renamed.get(name) ?? '')} now` : undefined),
});

/** Everything in which the data has not the form of a story. */
export function formFindings(data: unknown): Finding[] {
  const found = findIn(data).map(({ code, pointer, ...issue }): Finding => {
    return { ...issue, code: codeOfStory(code), path: splitPointer(pointer) };
  });
  return withoutConsequences(found);
}

/** Exactly one of several fields says what is meant. */
function chosen(error: ErrorObject): Detail | undefined {
  const what = error.parentSchema?.['x-choice'];
  if (typeof what !== 'string' || !isFields(error.data)) return undefined;
  const choices: readonly { required: readonly string[] }[] = error.parentSchema?.oneOf ?? [];
  const branches = choices.flatMap(({ required }) => required);
  const given = Object.keys(error.data);
  const several = given.filter((name) => branches.includes(name));
  const [, second] = several;
  if (second !== undefined)
    return {
      code: 'SEVERAL_AT_ONCE',
      name: second,
      message: `${what} has only one of ${several.join(' and ')}`,
      hint: several.length === 2 ? 'make two of it, or leave one out' : undefined,
    };
  const others = given.filter((name) => !fieldNamesOf(error).includes(name));
  const misspelt = others.find((name) => nearest(name, branches).length > 0);
  const glued = others.find((name) => /^\w+:\S/.test(name));
  const unknown = glued ?? misspelt ?? (given.length === 1 ? others[0] : undefined);
  if (unknown === undefined)
    return { code: 'MISSING_FIELD', message: `${what} needs one of ${branches.join(', ')}` };
  const space = glued && `put a space after the colon: ${glued.replace(':', ': ')}`;
  return {
    code: 'UNKNOWN_FIELD',
    name: unknown,
    message: `there is no field ${quoted(unknown)} in ${what}`,
    hint: space ?? didYouMean(unknown, branches) ?? `there are: ${branches.join(', ')}`,
  };
}

/** Leaves out what another finding says already: the same again, and what is missing because its name is mistyped. */
function withoutConsequences(findings: readonly Finding[]): Finding[] {
  const keyed = findings.map((finding) => ({ ...finding, key: keyOf(finding.path) }));
  return findings.filter(({ code, path }, place) => {
    const [key, parent] = [keyOf(path), keyOf(path.slice(0, -1))];
    if (keyed.slice(0, place).some((before) => before.code === code && before.key === key)) return false;
    if (code !== 'UNKNOWN_FIELD' && code !== 'MISSING_FIELD') return true;
    return !keyed.some(
      (other) =>
        keyOf(other.path.slice(0, -1)) === parent &&
        (other.code === 'SEVERAL_AT_ONCE' ||
          (code === 'MISSING_FIELD' &&
            other.code === 'UNKNOWN_FIELD' &&
            other.hint?.includes(quoted(path.at(-1))))),
    );
  });
}

function keyOf(path: Path): string {
  return path.join('\0');
}
