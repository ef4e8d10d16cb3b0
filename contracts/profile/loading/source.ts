/** The text of a profile file: YAML or JSON (which is YAML too), read with the place of everything in it. */
import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import { ProfileError, type ProfileIssue } from '../errors.ts';
import { findUnsafe, splitPointer } from '../pointer.ts';

export interface Source {
  data: unknown;
  /** The issue with its file, line and column: those of the nearest thing that stands in the file. */
  locate(issue: ProfileIssue): ProfileIssue;
}

const MAX_LENGTH = 1_048_576;
/** How often a file may repeat something by alias; more than any person writes, far less than a bomb needs. */
const MAX_ALIASES = 100;

const unsafeWords = {
  UNSAFE_NAME: 'no profile may use this name',
  TOO_DEEP: 'it is nested too deeply',
};

/** Codes of the library that say more than that the text cannot be read. */
const ownCodes: { [code: string]: string } = {
  DUPLICATE_KEY: 'FIELD_TWICE',
  MULTIPLE_DOCS: 'SEVERAL_DOCUMENTS',
  RESOURCE_EXHAUSTION: 'TOO_DEEP',
  TAG_RESOLVE_FAILED: 'UNKNOWN_TAG',
};

/** Throws ProfileError `PROFILE_SYNTAX` for a text that cannot be read, and for names that no profile may have. */
export function readSource(text: string, file: string): Source {
  if (text.length > MAX_LENGTH) {
    throw syntaxError(file, [
      { code: 'TOO_LONG', message: `a profile has at most ${MAX_LENGTH} characters`, pointer: '' },
    ]);
  }
  const lines = new LineCounter();
  const place = (offset: number): { line: number; column: number } => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  const document = guarded(file, () =>
    parseDocument(text, { lineCounter: lines, prettyErrors: false, stringKeys: true }),
  );
  const faults = [...document.errors, ...document.warnings];
  if (faults.length > 0) {
    const issues = faults.map(({ code, message, pos }) => ({
      code: ownCodes[code] ?? 'SYNTAX',
      message,
      pointer: '',
      ...place(pos[0]),
    }));
    // One slip has many consequences; the first is the slip.
    throw syntaxError(file, issues.slice(0, 3));
  }
  const data = guarded(file, () => document.toJS({ maxAliasCount: MAX_ALIASES }) as unknown);
  const locate = (issue: ProfileIssue): ProfileIssue => ({
    ...issue,
    file,
    ...place(offsetOf(document, issue.pointer)),
  });

  const unsafe = findUnsafe(data);
  if (unsafe) throw syntaxError(file, [locate({ ...unsafe, message: unsafeWords[unsafe.code] })]);
  return { data, locate };
}

/** Bombs and nesting without end make the library throw; that is a fault of the file. */
function guarded<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof ReferenceError) {
      const message = `aliases repeat more than ${MAX_ALIASES} things, or one stands inside itself`;
      throw syntaxError(file, [{ code: 'TOO_MANY_ALIASES', message, pointer: '' }]);
    }
    if (error instanceof RangeError) {
      throw syntaxError(file, [{ code: 'TOO_DEEP', message: unsafeWords.TOO_DEEP, pointer: '' }]);
    }
    throw error;
  }
}

function syntaxError(file: string, issues: ProfileIssue[]): ProfileError {
  const placed = issues.map((issue) => ({ file, ...issue }));
  return new ProfileError('PROFILE_SYNTAX', `${file} cannot be read as YAML or JSON.`, placed);
}

/** Where the pointer leads, or as far as the file goes: at the name of a field, at an item of a list. */
function offsetOf(document: Document, pointer: string): number {
  let node = document.contents as Node | null;
  let offset = node?.range?.[0] ?? 0;
  for (const token of splitPointer(pointer)) {
    if (isAlias(node)) node = node.resolve(document) ?? null;
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && key.value === token);
      if (!pair) return offset;
      offset = (pair.key as Node).range?.[0] ?? offset;
      node = pair.value as Node | null;
    } else if (isSeq(node)) {
      node = (node.items[Number(token)] as Node | undefined) ?? null;
      offset = node?.range?.[0] ?? offset;
    } else return offset;
  }
  return offset;
}
