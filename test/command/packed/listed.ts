/** The product's own lists: what it says that it has is to have a row. */
interface Schema {
  $ref?: string;
  properties?: { [name: string]: Schema };
  items?: Schema | Schema[];
  if?: Schema & { required?: string[] };
  then?: Schema;
  else?: Schema;
  allOf?: Schema[];
  additionalProperties?: Schema | boolean;
  definitions?: { [name: string]: Schema };
}

/**
 * The fields that a schema knows, each by its path. What a definition has stands below the name of the definition, what
 * one branch of a choice has below the field that chooses. A field that only holds others is none.
 *
 * @param apart definitions that are listed by themselves
 */
export function fieldsIn(schema: Schema, apart: readonly string[] = []): string[] {
  const found = new Set<string>();
  const seen = new Set(apart);
  const within = (node: Schema | boolean | undefined, at: string, common: readonly string[] = []): void => {
    if (typeof node !== 'object') return;
    const definition = node.$ref?.split('/').at(-1);
    if (definition !== undefined && !seen.has(definition)) {
      seen.add(definition);
      within(schema.definitions?.[definition], definition);
    }
    const choosing = Object.keys(node.allOf ? (node.properties ?? {}) : {});
    for (const { if: condition, then } of node.allOf ?? [])
      branch(then, at, condition?.required?.[0] ?? '', choosing);
    for (const part of [node.items, node.then, node.else, node.additionalProperties].flat())
      within(part, at, common);
    if (!node.allOf) fieldsOf(node, at);
  };
  const fieldsOf = (node: Schema, at: string): void => {
    for (const [name, value] of Object.entries(node.properties ?? {})) {
      const path = at === '' ? name : `${at}.${name}`;
      if (!value.properties || value.allOf) found.add(path);
      within(value, path);
    }
  };
  const branch = (node: Schema | undefined, at: string, field: string, choosing: readonly string[]): void => {
    const { [field]: own, ...others } = node?.properties ?? {};
    found.add(`${at}.${field}`);
    within(own, `${at}.${field}`);
    for (const [name, value] of Object.entries(others))
      fieldsOf({ properties: { [name]: value } }, choosing.includes(name) ? at : `${at}.${field}`);
  };
  within(schema, '');
  return [...found].sort();
}

/** The rows that are missing, and those of what is not there. */
export function unmatched(
  listed: readonly string[],
  rows: readonly string[],
): { missing: string[]; surplus: string[] } {
  return {
    missing: listed.filter((name) => !rows.includes(name)),
    surplus: rows.filter((name) => !listed.includes(name)),
  };
}

/** The result of `unmatched` where each has its row. */
export const allMatched = { missing: [], surplus: [] };
