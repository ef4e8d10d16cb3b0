/**
 * The tables of the language: actions, conditions and expectations are a row each, by the field that asks for it. A row is
 * a branch of a choice of the schema, and says how its facts are read; each table adds what is done with them.
 */
import type { Static, TObject, TProperties, TSchema } from '../../contracts/kit/schema.ts';
import { namesOf } from '../../contracts/kit/tables.ts';
import type { Path } from './problems.ts';
import type { Names } from './resolve/names.ts';
import type { Branch } from './schema/builders.ts';

/** The source of a row: its fields in the file, and the names of the story. */
export interface Reading<Value, Fields> {
  /** The value of the field that asks for it. */
  value: Value;
  /** The fields beside it. */
  fields: Fields;
  /** Path of the whole map. */
  path: Path;
  /** Path of `value`. */
  here: Path;
  names: Names;
  /** True if `it` means a device. */
  mayBeIt: boolean;
}

/** `Facts` are what a story has of it once it is read. */
export interface Row<
  Value extends TSchema = TSchema,
  Beside extends TProperties = TProperties,
  Facts = unknown,
> extends Branch<Value, Beside> {
  /** `undefined`, with the problem noted, for what cannot be. */
  read(reading: Reading<Static<Value>, Static<TObject<Beside>>>): Facts | undefined;
}

type Table = { readonly [field: string]: { read(reading: Reading<unknown, object>): unknown } };
type FactsIn<R> = R extends { read(...given: never): infer Facts } ? NonNullable<Facts> : never;
type OneOf<Facts> = Facts extends readonly (infer One)[] ? One : Facts;

/** The value of any row of a table: `kind` is the field that asks for it. A row that reads a list gives one of it. */
export type Said<Rows, Common = object> = {
  [Field in keyof Rows & string]: { kind: Field } & Common & OneOf<FactsIn<Rows[Field]>>;
}[keyof Rows & string];

/** Reads a map that has the form of the table; `facts` are those of its row. */
export function readRow<Rows extends Table>(
  rows: Rows,
  written: { readonly [field: string]: unknown },
  { path, names, mayBeIt }: { path: Path; names: Names; mayBeIt: boolean },
): { kind: keyof Rows & string; facts: FactsIn<Rows[keyof Rows]> } | undefined {
  const kind = namesOf(rows).find((field) => Object.hasOwn(written, field));
  if (kind === undefined) return undefined;
  const { [kind]: value, ...fields } = written;
  const facts = rows[kind]?.read({ value, fields, path, here: [...path, kind], names, mayBeIt });
  return facts === undefined ? undefined : { kind, facts: facts as FactsIn<Rows[keyof Rows]> };
}
