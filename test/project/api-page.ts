/** docs/api.md from the description of the default profile. */
import { fieldsOf, isFields } from '../../contracts/kit/fields.ts';
import { splitPointer } from '../../contracts/kit/json-pointer.ts';
import { type OpenApiDocument, writeOpenApi } from '../../contracts/openapi/write.ts';
import { defaultProfile } from '../../contracts/profile/default.ts';
import { operations } from '../../contracts/specification/operations.ts';

type Node = { readonly [name: string]: unknown };

export function apiPage(): string {
  const document = writeOpenApi(defaultProfile);
  const head = [
    '# The public API in the default profile',
    '',
    'Every operation with its body, an example and what can come of it. Much of that the interface document leaves open: other',
    'deployments do it in other ways, and [profiles](writing-a-profile.md) say how. In any profile, and for programs:',
    '`npx roadtest export openapi`, or of a server `GET /_control/openapi.json` ([OpenAPI 3.1](generate-a-client.md)).',
  ];
  const ofLists = parametersOfLists(document);
  const parts = operations.flatMap(({ id, method, path }) =>
    operationPart(document, ofLists, id, method, path),
  );
  return `${[...head, '', 'Every list takes:', '', ...ofLists, '', ...parts, ...recordsPart(document)].join('\n')}\n`;
}

/** The query parameters that every list takes. */
function parametersOfLists(document: OpenApiDocument): string[] {
  const lists = operations.filter(({ id }) => id.startsWith('list'));
  const each = lists.map(({ method, path }) => parametersOf(document, operationAt(document, method, path)));
  return (each[0] ?? []).filter((line) => each.every((lines) => lines.includes(line)));
}

function operationAt(document: OpenApiDocument, method: string, path: string): Node {
  return fieldsOf(fieldsOf(fieldsOf(document.paths)[path])[method.toLowerCase()]);
}

/** The parameters of an operation, but those whose place in the path says all. */
function parametersOf(document: OpenApiDocument, node: Node): string[] {
  return ((node.parameters as Node[] | undefined) ?? [])
    .filter(({ in: place, description }) => place !== 'path' || description !== undefined)
    .map(
      ({ name, in: place, description, schema }) =>
        `- \`${name}\` in the ${place}: ${description ?? typeIn(document, schema)}`,
    );
}

function operationPart(
  document: OpenApiDocument,
  ofLists: readonly string[],
  id: string,
  method: string,
  path: string,
): string[] {
  const node = operationAt(document, method, path);
  const parameters = parametersOf(document, node).filter((line) => !ofLists.includes(line));
  const requests = Object.entries(fieldsOf(fieldsOf(node.requestBody).content));
  const statuses = Object.entries(fieldsOf(node.responses)).map(([status, response]) => {
    const { description, headers } = fieldsOf(response);
    const names = Object.keys(fieldsOf(headers)).map((name) => `\`${name}\``);
    return `**${status}** ${description}${names.length > 0 ? ` (${names.join(', ')})` : ''}`;
  });
  const success = Object.entries(fieldsOf(node.responses)).find(([status]) => Number(status) < 300)?.[1];
  return [
    `## ${id}`,
    '',
    `\`${method} ${path}\`: ${node.summary}${node.description ? ` ${node.description}` : ''}`,
    '',
    ...parameters,
    ...requests.map(([type, body]) => `- Body, \`${type}\`: ${linkTo(body)}, ${shown(body)}`),
    ...Object.values(fieldsOf(fieldsOf(success).content)).map(
      (body) => `- Answer: ${linkTo(body) || 'a list'}, ${shown(body)}`,
    ),
    `- Statuses: ${statuses.join(' ')}`,
    '',
  ];
}

/** The first example of a body. */
function shown(body: unknown): string {
  const [first] = Object.values(fieldsOf(fieldsOf(body).examples));
  return `such as \`${JSON.stringify(fieldsOf(first).value)}\``;
}

/** The schema with a name that a body has, or has items of. */
function linkTo(body: unknown): string {
  const { schema } = fieldsOf(body);
  const { $ref, items, anyOf, oneOf } = fieldsOf(schema);
  const either = anyOf ?? oneOf;
  if (Array.isArray(either)) return either.map((one) => linkTo({ schema: one })).join(', or ');
  const name =
    String($ref ?? fieldsOf(items).$ref ?? '')
      .split('/')
      .at(-1) ?? '';
  return name === '' ? '' : `${$ref === undefined ? 'a list, each ' : ''}[${name}](#${name.toLowerCase()})`;
}

function recordsPart(document: OpenApiDocument): string[] {
  const schemas = Object.entries(fieldsOf(fieldsOf(document.components).schemas));
  const tables = new Map<string, { readonly name: string; readonly rows: string }>();
  return schemas.flatMap(([name, schema]) => {
    const rows = Object.entries(fieldsOf(fieldsOf(schema).properties)).map(([field, one]) => {
      const required = ((fieldsOf(schema).required as string[] | undefined) ?? []).includes(field);
      return `| \`${field}\`${required ? '' : ' (optional)'} | ${typeIn(document, one)} | ${fieldsOf(one).description ?? ''} |`;
    });
    const fields = rows.join('\n').replaceAll(' (optional)', '');
    const before = tables.get(fields);
    const isSame = before?.rows === rows.join('\n');
    if (before && (isSame || rows.every((row) => row.includes(' (optional)')))) {
      const link = `[${before.name}](#${before.name.toLowerCase()})`;
      return [`## ${name}`, '', `The fields of ${link}${isSame ? '' : ', all of them optional'}.`, ''];
    }
    tables.set(fields, { name, rows: rows.join('\n') });
    return [`## ${name}`, '', '| field | | |', '|---|---|---|', ...rows, ''];
  });
}

function typeIn(document: OpenApiDocument, schema: unknown): string {
  const {
    $ref,
    type,
    enum: values,
    const: only,
    format,
    pattern,
    minimum,
    maximum,
    maxLength,
    items,
    anyOf,
  } = fieldsOf(schema);
  if (typeof $ref === 'string')
    return typeIn(
      document,
      splitPointer($ref.slice(1)).reduce<unknown>((node, name) => fieldsOf(node)[name], document),
    );
  if (Array.isArray(values)) return values.map((value) => `\`${JSON.stringify(value)}\``).join(', ');
  if (only !== undefined) return `\`${JSON.stringify(only)}\``;
  if (Array.isArray(anyOf)) return anyOf.map((one) => typeIn(document, one)).join(' or ');
  const range =
    minimum === undefined && maximum === undefined ? [] : [`${minimum ?? '…'} to ${maximum ?? '…'}`];
  const facts = [
    ...(format === undefined ? [] : [String(format)]),
    ...(pattern === undefined ? [] : [`\`${String(pattern)}\``]),
    ...range,
    ...(maxLength === undefined ? [] : [`at most ${maxLength} characters`]),
    ...(isFields(items) ? [`each ${typeIn(document, items)}`] : []),
  ];
  return [[type].flat().join(' or '), ...facts].join(', ').replaceAll('|', '\\|');
}
