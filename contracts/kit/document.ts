/**
 * YAML from outside (and JSON, which is YAML too), read into plain data within stated bounds, with the
 * place of everything in it.
 *
 * - `document-tree.ts`   the text by the library, which is asked neither for duplicates nor for data: both
 *                        take it more than linear time
 * - `document-data.ts`   from its tree to data; aliases and merge keys
 * - `document-fault.ts`  what can be wrong
 */
import { LineCounter } from 'yaml';
import type { DocumentBounds } from './bounds.ts';
import { DataReader } from './document-data.ts';
import { type Fault, faults, type Meaning, Refusal } from './document-fault.ts';
import { treeOf } from './document-tree.ts';

export interface DocumentPlace {
  /** From 1. */
  line: number;
  column: number;
}

/** A fault that keeps a document from being read, and where it is. */
export interface DocumentProblem extends DocumentPlace, Meaning {
  /** The names and places in lists that lead there; empty for the text as a whole. */
  path: readonly string[];
}

/** A text that cannot be read: one problem or a few, in their order. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';
  readonly problems: readonly DocumentProblem[];

  constructor(problems: readonly DocumentProblem[]) {
    super(problems.map(({ line, column, message }) => `${line}:${column} ${message}`).join('\n'));
    this.problems = problems;
  }
}

export interface ReadDocument {
  /** As JSON could hold it; `null` for a text without a value. */
  data: unknown;
  /**
   * Place of something: text and numbers themselves (unless the name is asked for), all else by its name.
   * For what is not there, the nearest thing around it.
   */
  place(path: readonly (string | number)[], atName?: boolean): DocumentPlace;
}

/** @throws DocumentError */
export function readDocument(text: string, bounds: DocumentBounds): ReadDocument {
  try {
    refuseUnreadable(text, bounds);
    const { tree, slips } = treeOf(text, bounds);
    if (slips.length > 0) throw new DocumentError(placed(text, slips));
    const reader = new DataReader(bounds);
    const data = reader.read(tree?.contents);
    const at = placesIn(text);
    const start = tree?.contents?.range?.[0] ?? 0;
    return { data, place: (path, atName = false) => at(reader.offsetAt(data, path, atName, start)) };
  } catch (error) {
    if (error instanceof Refusal) throw new DocumentError(placed(text, [error.fault]));
    throw error;
  }
}

/** Controls, halves of characters and what is not a character: YAML has no place for them. */
const unreadable = /(?![\t\n\r\u0085])\p{Cc}|[\p{Cs}\ufffe\uffff]/u;

function refuseUnreadable(text: string, { characters }: DocumentBounds): void {
  if (text.length > characters) throw new Refusal({ ...faults.tooLarge(characters), path: [], offset: 0 });
  const offset = text.search(unreadable);
  if (offset >= 0) throw new Refusal({ ...faults.notText, path: [], offset });
}

function placed(text: string, found: readonly Fault[]): DocumentProblem[] {
  const at = placesIn(text);
  return found.map(({ offset, ...fault }) => ({ ...fault, ...at(offset) }));
}

function placesIn(text: string): (offset: number) => DocumentPlace {
  const lines = new LineCounter();
  lines.addNewLine(0);
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) lines.addNewLine(end + 1);
  return (offset) => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
}
