/**
 * The validators that a simulator needs from its start, as Ajv compiles them: so no process compiles them again, and a
 * program in a browser holds no compiler.
 */
import { join } from 'node:path';
import { _ } from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';

/** The files of such validators, each with the imports that its code needs as well as Ajv's own functions. */
const files = {
  'simulator/fixture/validator.ts': [],
  'simulator/http/body-validators.ts': [`import { formats } from './body-forms.ts';`],
};

/**
 * Fills in these files when they are bundled.
 *
 * @param imported imports a module of the sources by its path
 */
export async function preparedValidators(root, imported) {
  const { ajvWith } = await imported('contracts/kit/ajv.ts');
  const texts = new Map();
  for (const [file, imports] of Object.entries(files)) {
    const exported = Object.entries(await imported(file));
    texts.set(join(root, file), [...imports, codeOf(exported, ajvWith)].join('\n'));
  }
  return {
    name: 'prepared-validators',
    load: (id) => (texts.has(id) ? { code: texts.get(id), moduleType: 'js' } : undefined),
  };
}

/** The code of validators and of tables of them, which are made with the same options. */
function codeOf(exported, ajvWith) {
  /** The name of each schema, of which several may be one. */
  const names = new Map();
  let options = {};
  /** The expression that stands for a validator, or for a table of them. */
  const standFor = (value) => {
    if (typeof value !== 'function') {
      const entries = Object.entries(value).map(
        ([name, inside]) => `${JSON.stringify(name)}: ${standFor(inside)}`,
      );
      return `{ ${entries.join(', ')} }`;
    }
    options = value.options;
    if (!names.has(value.schema)) names.set(value.schema, `validator${names.size + 1}`);
    return `errorsOf(${names.get(value.schema)})`;
  };
  const declared = exported.map(([name, value]) => `export const ${name} = ${standFor(value)};`);
  const ajv = ajvWith({
    ...options,
    code: { ...options.code, source: true, esm: true, formats: _`formats` },
  });
  for (const [schema, name] of names) ajv.addSchema(schema, name);
  const own = Object.fromEntries([...names.values()].map((name) => [name, name]));
  const compiled = standalone(ajv, own).replaceAll(/export const (validator\d+) = /g, 'const $1 = ');
  const errorsOf = `const none = [];\nconst errorsOf = (validate) => (data) => (validate(data) ? none : validate.errors);`;
  return [compiled, errorsOf, ...declared].join('\n');
}
