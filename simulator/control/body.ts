/** Bodies of the control API, read and checked by their schemas. */
import secureJsonParse from 'secure-json-parse';
import { formOf } from '../../contracts/kit/form.ts';
import { refuseDeepJson } from '../../contracts/kit/json.ts';
import { splitPointer } from '../../contracts/kit/json-pointer.ts';
import type { TSchema } from '../../contracts/kit/schema.ts';
import { suggestion } from '../../contracts/kit/suggest.ts';
import { excerpt } from '../../contracts/kit/untrusted.ts';
import { ControlError } from './errors.ts';

/** @throws ControlError BODY_NOT_JSON, BODY_INVALID */
export function bodyIn(text: string | undefined): { [name: string]: unknown } {
  if (text === undefined || text.trim() === '') return {};
  let body: unknown;
  try {
    body = refuseDeepJson(secureJsonParse.parse(text), text);
  } catch (error) {
    throw new ControlError('BODY_NOT_JSON', `The body is not JSON: ${(error as Error).message}.`);
  }
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return { ...body };
  throw new ControlError('BODY_INVALID', 'The body must be a JSON object.');
}

/** The keywords by which a refusal is worded. */
interface Node {
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: { readonly [name: string]: Node };
  readonly items?: Node;
  readonly examples?: readonly unknown[];
}

/** @throws ControlError BODY_INVALID, with the field that is wrong */
export function checkBody(schema: TSchema, body: unknown): void {
  const read = formOf(schema)(body);
  if (!('problem' in read)) return;
  const names = splitPointer(read.problem.pointer);
  const field = names.join('.');
  const at = (path: readonly string[]) =>
    path.reduce<Node | undefined>((node, name) => node?.properties?.[name] ?? node?.items, schema as Node);
  const found = at(names);
  const [example] = (schema as Node).examples ?? [];
  if (found === undefined) {
    const known = Object.keys(at(names.slice(0, -1))?.properties ?? {});
    const possible = known.length === 0 ? undefined : `Possible: ${known.join(', ')}.`;
    throw invalid(
      field,
      `${excerpt(field)} is not part of this request.`,
      suggestion(names.at(-1) ?? '', known) ?? possible,
    );
  }
  const isMissing = read.problem.message === 'is missing';
  // Ajv's words for several types: `must be string,null`.
  const said = read.problem.message.replace(/,(?=\w)/g, ' or ');
  const wanted = found.description && !isMissing ? `must be ${found.description}` : said;
  throw invalid(
    field,
    `${field} ${wanted}.`,
    example === undefined ? undefined : `Send ${JSON.stringify(example)}.`,
  );
}

function invalid(field: string, message: string, hint: string | undefined): ControlError {
  return new ControlError('BODY_INVALID', message, { field, ...(hint && { hint }) });
}
