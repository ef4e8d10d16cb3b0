// contracts/kit/tables.ts
/** Tables that are derived: from rows, or from other tables. */
/** The names of a table's entries, in their order. The table must have no others than its type says. */
function namesOf(table) {
	return Object.keys(table);
}
/** A text as a name of the table; `undefined` where the table has no such entry of its own. */
function nameIn(table, text) {
	return namesOf(table).find((name) => name === text);
}
/** The entries of a table by name, in their order. The table must have no others than its type says. */
function entriesOf(table) {
	return namesOf(table).map((name) => [name, table[name]]);
}
/** A table with an entry for each row, under its id. Ids must differ. */
function tableOf(rows, value) {
	return tableFrom(rows.map((row) => [row.id, value(row)]));
}
/** A table with the same names. */
function mapTable(table, value) {
	return tableFrom(entriesOf(table).map(([name, entry]) => [name, value(entry, name)]));
}
/** A table of the rows that have a column, by their ids. */
function column(rows, name) {
	const cells = rows.flatMap((row) => Object.entries(row).filter(([key]) => key === name).map(([, cell]) => [row.id, cell]));
	return Object.fromEntries(cells);
}
/** The same table read from the other side. No two entries may be the same. */
function inverse(table) {
	const entries = Object.entries(table).map(([name, entry]) => [entry, name]);
	return Object.fromEntries(entries);
}
/** A table of entries, one for each name there is. */
function tableFrom(entries) {
	return Object.fromEntries(entries);
}
export { nameIn as a, tableOf as c, mapTable as i, entriesOf as n, namesOf as o, inverse as r, tableFrom as s, column as t };
