/** Tables that are derived: from rows, or from other tables. */

/** A table with an entry for each row, under its id. Ids must differ. */
export function tableOf<Row extends { readonly id: string }, Value>(
  rows: readonly Row[],
  value: (row: Row) => Value,
): { [Id in Row['id']]: Value } {
  return Object.fromEntries(rows.map((row) => [row.id, value(row)])) as { [Id in Row['id']]: Value };
}

/** The names of a table, in its order. */
export function namesOf<Name extends string>(table: { readonly [N in Name]: unknown }): Name[] {
  return Object.keys(table) as Name[];
}

/** A table with the same names. */
export function mapTable<Name extends string, Entry, Value>(
  table: { readonly [N in Name]: Entry },
  value: (entry: Entry, name: Name) => Value,
): { [N in Name]: Value } {
  return Object.fromEntries(namesOf(table).map((name) => [name, value(table[name], name)])) as {
    [N in Name]: Value;
  };
}

/** A table of the rows that have a column, by their ids. */
export function column<Row extends { readonly id: string }, Column extends string>(
  rows: readonly Row[],
  name: Column,
): { [R in Extract<Row, { readonly [C in Column]: unknown }> as R['id']]: R[Column] } {
  const cells = rows.flatMap((row) =>
    Object.entries(row)
      .filter(([key]) => key === name)
      .map(([, cell]) => [row.id, cell]),
  );
  return Object.fromEntries(cells);
}

/** The same table read from the other side. No two entries may be the same. */
export function inverse<Table extends { readonly [name: string]: string }>(
  table: Table,
): { [Name in keyof Table as Table[Name]]: Name } {
  const entries = Object.entries(table).map(([name, entry]) => [entry, name]);
  return Object.fromEntries(entries);
}

/** The same entries under other names. No two names may be the same. */
export function renamed<
  Table extends { readonly [name: string]: unknown },
  Names extends { readonly [N in keyof Table]: string },
>(table: Table, names: Names): { [N in keyof Table as Names[N]]: Table[N] } {
  const entries = Object.entries(table).map(([name, entry]) => [names[name], entry]);
  return Object.fromEntries(entries);
}
