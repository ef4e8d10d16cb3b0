/** A file against the schema: what the author got wrong. */
import type { ErrorObject } from 'ajv';
import { documentValidator } from '../../contracts/kit/ajv.ts';
import { isFields } from '../../contracts/kit/fields.ts';
import { splitPointer } from '../../contracts/kit/json-pointer.ts';
import { type Detail, fieldNamesOf, schemaFinder } from '../../contracts/kit/schema-issues.ts';
import { didYouMean, nearest } from '../../contracts/kit/suggest.ts';
import { nameIn } from '../../contracts/kit/tables.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';
import type { Finding, Path } from './problems.ts';
import { storySchema } from './schema/index.ts';
import { codeOfStory } from './source.ts';

const findIn = schemaFinder(documentValidator(storySchema, ['x-choice']), { details: { oneOf: chosen } });

/** Fields that had another name once. */
const renamedFields = { most: 'limit', notAgainFor: 'cooldown' };

/** Everything in which the data has not the form of a story. */
export function formFindings(data: unknown): Finding[] {
  const found = findIn(data).map(({ code, pointer, ...issue }): Finding => {
    const path = splitPointer(pointer);
    const now = code === 'UNKNOWN_FIELD' ? nameIn(renamedFields, String(path.at(-1))) : undefined;
    const hint = now === undefined ? issue.hint : `it is "${renamedFields[now]}" now`;
    return { ...issue, hint, code: codeOfStory(code), path };
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
  if (second !== undefined) {
    return {
      code: 'SEVERAL_AT_ONCE',
      name: second,
      message: `${what} has only one of ${several.join(' and ')}`,
      hint: several.length === 2 ? 'make two of it, or leave one out' : undefined,
    };
  }
  const glued = given.find((name) => /^\w+:\S/.test(name));
  if (glued !== undefined) {
    const hint = `put a space after the colon: ${glued.replace(':', ': ')}`;
    return {
      code: 'UNKNOWN_FIELD',
      name: glued,
      message: `there is no field ${quoted(glued)} in ${what}`,
      hint,
    };
  }
  const own = fieldNamesOf(error);
  const misspelt = given.find((name) => !own.includes(name) && nearest(name, branches).length > 0);
  const meant = misspelt === undefined ? undefined : didYouMean(misspelt, branches);
  const unknown = misspelt ?? given.find((name) => !own.includes(name));
  if (unknown !== undefined && (meant !== undefined || given.length === 1)) {
    return {
      code: 'UNKNOWN_FIELD',
      name: unknown,
      message: `there is no field ${quoted(unknown)} in ${what}`,
      hint: meant ?? `there are: ${branches.join(', ')}`,
    };
  }
  return { code: 'MISSING_FIELD', message: `${what} needs one of ${branches.join(', ')}` };
}

/** Drops findings that others cover: duplicates, and what follows from a typing mistake. */
function withoutConsequences(findings: readonly Finding[]): Finding[] {
  const byKey = new Map<string, Finding>();
  for (const finding of findings) {
    const key = `${finding.code} ${keyOf(finding.path)}`;
    if (!byKey.has(key)) byKey.set(key, finding);
  }
  const all = [...byKey.values()];
  const beside = new Map<string, Finding[]>();
  for (const finding of all) {
    const parent = keyOf(finding.path.slice(0, -1));
    const known = beside.get(parent);
    if (known) known.push(finding);
    else beside.set(parent, [finding]);
  }
  return all.filter(({ code, path }) => {
    if (code !== 'UNKNOWN_FIELD' && code !== 'MISSING_FIELD') return true;
    const others = beside.get(keyOf(path.slice(0, -1))) ?? [];
    const slip = `${quoted(path.at(-1))}`;
    const misspelt = others.some(({ code, hint }) => code === 'UNKNOWN_FIELD' && hint?.includes(slip));
    return !isAmong(others, 'SEVERAL_AT_ONCE') && !(code === 'MISSING_FIELD' && misspelt);
  });
}

function isAmong(findings: readonly Finding[] | undefined, code: string): boolean {
  return findings?.some((finding) => finding.code === code) ?? false;
}

function keyOf(path: Path): string {
  return path.join('\0');
}
