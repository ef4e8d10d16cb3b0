/** The product as the compiler sees it, with changes that are in memory alone. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { API, type Diagnostic } from 'typescript/unstable/sync';
import { textOf } from '../compiled.ts';

const root = resolve(import.meta.dirname, '../../..');
/** The product without its tests. */
const config = join(root, 'tsconfig.product.json');
const configText = JSON.stringify({
  extends: './tsconfig.json',
  include: ['contracts', 'simulator', 'scenarios', 'cli'],
});

/** In a file of the product, a text that is there once, and what comes in its place. */
export interface Edit {
  file: string;
  from: string;
  to: string;
}

export interface Compiler {
  /**
   * The compiler's errors with these edits alone: a line for each, of these files or of all.
   * @throws Error for an edit whose text is not in its file exactly once.
   */
  errors(edits: readonly Edit[], files?: readonly string[]): string[];
  close(): void;
}

export function startCompiler(): Compiler {
  let edited = new Map<string, string>();
  const api = new API({
    cwd: root,
    fs: {
      readFile: (name) => (name === config ? configText : edited.get(name)),
      fileExists: (name) => (name === config ? true : undefined),
    },
  });
  api.updateSnapshot({ openProjects: [config] });

  return {
    errors(edits, files) {
      const before = edited;
      edited = textsOf(edits);
      const changed = [...new Set([...before.keys(), ...edited.keys()])];
      const project = api.updateSnapshot({ fileChanges: { changed } }).getProject(config);
      if (!project) throw new Error('there is no project');
      const { program } = project;
      const found = files
        ? files.flatMap((file) => program.getSemanticDiagnostics(join(root, file)))
        : [...program.getSyntacticDiagnostics(), ...program.getSemanticDiagnostics()];
      return found.map(lineOf);
    },
    close: () => api.close(),
  };
}

function textsOf(edits: readonly Edit[]): Map<string, string> {
  const texts = new Map<string, string>();
  for (const { file, from, to } of edits) {
    const path = join(root, file);
    const [before, after, ...more] = (texts.get(path) ?? readFileSync(path, 'utf8')).split(from);
    if (before === undefined || after === undefined || more.length > 0) {
      throw new Error(`${file} should have this text once: ${from}`);
    }
    texts.set(path, before + to + after);
  }
  return texts;
}

function lineOf(found: Diagnostic): string {
  return `${found.fileName?.slice(root.length + 1)}: ${textOf(found)}`;
}
