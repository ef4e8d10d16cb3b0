/** Tables that are derived: from rows, or from other tables. */

/** The names of a table's entries, in their order. The table must have no others than its type says. */
export function namesOf<Table extends object>(table: Table): (keyof Table & string)[] {
  return Object.keys(table) as (keyof Table & string)[];
}

/** A text as a name of the table; `undefined` where the table has no such entry of its own. */
export function nameIn<Table extends object>(table: Table, text: string): (keyof Table & string) | undefined {
  return namesOf(table).find((name) => name === text);
}

/** The entries of a table by name, in their order. The table must have no others than its type says. */
export function entriesOf<Name extends string, Entry>(
  table: { readonly [N in Name]: Entry },
): [Name, Entry][] {
  return namesOf(table).map((name) => [name, table[name]]);
}

/** A table with an entry for each row, under its id. Ids must differ. */
export function tableOf<Row extends { readonly id: string }, Value>(
  rows: readonly Row[],
  value: (row: Row) => Value,
): { [Id in Row['id']]: Value } {
  return tableFrom(rows.map((row): [Row['id'], Value] => [row.id, value(row)]));
}

/** A table with the same names. */
export function mapTable<Name extends string, Entry, Value>(
  table: { readonly [N in Name]: Entry },
  value: (entry: Entry, name: Name) => Value,
): { [N in Name]: Value } {
  return tableFrom(entriesOf(table).map(([name, entry]) => [name, value(entry, name)]));
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

/** A table of entries, one for each name there is. */
export function tableFrom<Name extends string, Entry>(
  entries: readonly (readonly [Name, Entry])[],
): { [N in Name]: Entry } {
  return Object.fromEntries(entries) as { [N in Name]: Entry };
}
