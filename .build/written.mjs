/** Types written out by the compiler: what `Static<typeof schema>` comes to. */
import { join, relative } from 'node:path';
import { API } from 'typescript/unstable/sync';

// Flags of the compiler: see NodeBuilderFlags.
const NO_TRUNCATION = 1;
const FULLY_QUALIFIED = 64;
const IN_TYPE_ALIAS = 8_388_608;
const FLAGS = NO_TRUNCATION | FULLY_QUALIFIED | IN_TYPE_ALIAS;
/** Flag of a symbol. */
const OPTIONAL = 16_777_216;

/**
 * @param root of the sources; @param types of their declarations; @param config the project they belong to
 * @returns `written(declarationFile, name)`, the text that follows the name of a type, and `close()`
 */
export function startWriting({ root, types, config }) {
  const api = new API({ cwd: root });
  const { checker, program } = api.updateSnapshot({ openProjects: [config] }).getProject(config);
  const textOf = (type, file) => checker.typeToString(type, file, FLAGS);

  function written(declarations, name) {
    const source = join(root, relative(types, declarations)).replace(/\.d\.ts$/, '.ts');
    const file = program.getSourceFile(source);
    const {
      index,
      0: found,
      1: word,
    } = new RegExp(`^(?:export )?(type|interface) ${name}\\b`, 'm').exec(file.text);
    const place = index + found.length - name.length;
    const type = checker.getDeclaredTypeOfSymbol(checker.getSymbolAtPosition(source, place));
    if (word === 'type') return `${textOf(type, file)};`;
    const members = checker.getPropertiesOfType(type).map((property) => {
      const mark = property.flags & OPTIONAL ? '?' : '';
      return `  ${property.name}${mark}: ${textOf(checker.getTypeOfSymbol(property), file)};`;
    });
    return `{\n${members.join('\n')}\n}`;
  }

  return { written, close: () => api.close() };
}
