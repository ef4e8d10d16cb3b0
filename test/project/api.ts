/** The public API as the compiler sees it: the exported names of each entry, with their doc comments. */
import { join, resolve } from 'node:path';
import { API } from 'typescript/unstable/sync';
import manifest from '../../package.json' with { type: 'json' };

export const root = resolve(import.meta.dirname, '../..');

/** Flag of a symbol that represents another. */
const ALIAS = 2_097_152;

export interface Exported {
  /** Such as `roadtest/stories`. */
  entry: string;
  name: string;
  examples: string[];
}

/** The entries of the package that hold code, with their declarations. */
export const entries = Object.entries(manifest.exports).flatMap(([name, target]) =>
  typeof target === 'string' ? [] : [{ entry: name.replace('.', 'roadtest'), types: target.types }],
);

let names: readonly Exported[] | undefined;

/** Every exported name of every entry; the compiler is asked once. */
export function exportedNames(): readonly Exported[] {
  names ??= namesAsCompiled();
  return names;
}

function namesAsCompiled(): Exported[] {
  const config = join(root, '.build/tsconfig.json');
  const api = new API({ cwd: root });
  const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
  if (!project) throw new Error('there is no project');
  const { checker, program } = project;
  const found = entries.flatMap(({ entry, types }) => {
    const source = join(root, types.replace('./dist/types/', '').replace('.d.ts', '.ts'));
    const file = program.getSourceFile(source);
    const module = file && checker.getSymbolAtLocation(file);
    if (!module) throw new Error(`${source} is not part of the project`);
    return checker.getExportsOfModule(module).map((symbol) => {
      const own = symbol.flags & ALIAS ? checker.getAliasedSymbol(symbol) : symbol;
      const tags = own.getJsDocTags(checker);
      return {
        entry,
        name: symbol.name,
        examples: tags.filter(({ name }) => name === 'example').map(({ text }) => String(text ?? '')),
      };
    });
  });
  api.close();
  return found;
}
