/** Tables that are derived: from rows, or from other tables. */

/** A table with an entry for each row, under its id. Ids must differ. */
export function tableOf<Row extends { readonly id: string }, Value>(
  rows: readonly Row[],
  value: (row: Row) => Value,
): { [Id in Row['id']]: Value } {
  return Object.fromEntries(rows.map((row) => [row.id, value(row)])) as { [Id in Row['id']]: Value };
}

/** A table with the same names. */
export function mapTable<Name extends string, Entry, Value>(
  table: { readonly [N in Name]: Entry },
  value: (entry: Entry, name: Name) => Value,
): { [N in Name]: Value } {
  const names = Object.keys(table) as Name[];
  return Object.fromEntries(names.map((name) => [name, value(table[name], name)])) as { [N in Name]: Value };
}
