/** Types written out by the compiler: what `Static<typeof schema>` comes to. */
import { join, relative } from 'node:path';
import { API } from 'typescript/unstable/sync';

// Flags of the compiler: see NodeBuilderFlags.
const NO_TRUNCATION = 1;
const FULLY_QUALIFIED = 64;
const IN_TYPE_ALIAS = 8_388_608;
const FLAGS = NO_TRUNCATION | FULLY_QUALIFIED | IN_TYPE_ALIAS;
/** A name that a type may still have although it is made of a schema: then its parts are written out. */
const ofSchema = /import\("[^"]*(typebox|\/kit\/schema\.ts|\/schema\/[\w-]+\.ts)"\)/;
/** Flag of a symbol. */
const OPTIONAL = 16_777_216;

/**
 * @param root of the sources; @param types of their declarations; @param config the project they belong to
 * @returns `written(declarationFile, name)`, the text that follows the name of a type, and `close()`
 */
export function startWriting({ root, types, config }) {
  const api = new API({ cwd: root });
  const { checker, program } = api.updateSnapshot({ openProjects: [config] }).getProject(config);

  function textOf(type, file) {
    const text = checker.typeToString(type, file, FLAGS);
    if (!ofSchema.test(text)) return text;
    if (checker.isArrayType(type)) {
      const [element] = checker.getTypeArguments(type);
      return `${text.startsWith('readonly ') ? 'readonly ' : ''}(${textOf(element, file)})[]`;
    }
    if (type.isUnionType())
      return type
        .getTypes()
        .map((part) => textOf(part, file))
        .join(' | ');
    return membersOf(type, file);
  }

  function membersOf(type, file) {
    const named = checker.getPropertiesOfType(type).map((property) => {
      const mark = property.flags & OPTIONAL ? '?' : '';
      const name = /^[\w$]+$/.test(property.name) ? property.name : JSON.stringify(property.name);
      const value = textOf(checker.getTypeOfSymbol(property), file);
      return `${name}${mark}: ${mark ? value.replace(/^undefined \| | \| undefined$/, '') : value};`;
    });
    const indexed = checker
      .getIndexInfosOfType(type)
      .map(
        ({ keyType, valueType, isReadonly }) =>
          `${isReadonly ? 'readonly ' : ''}[name: ${textOf(keyType, file)}]: ${textOf(valueType, file)};`,
      );
    return `{ ${[...named, ...indexed].join('\n  ')} }`;
  }

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
    return word === 'type' ? `${textOf(type, file)};` : membersOf(type, file);
  }

  return { written, close: () => api.close() };
}
