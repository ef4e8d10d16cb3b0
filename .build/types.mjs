/**
 * Makes declarations stand alone: ours speak of types of packages whose code is bundled, so the declarations
 * of these are brought along, and somebody who uses the package needs none of them.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

const declaration = /\.d\.([mc]?)ts$/;
/** Matches the text before the name of a module, and the name. */
const anyImport = /(^(?:import|export)\s[^'";]*?from\s*|^import\s*|\bimport\()(["'])([^'"]+)\2/gm;

/**
 * Keeps the declarations below `types` that the entries reach, and brings those of packages to `types/packages`.
 *
 * @param entries declaration files of ours
 * @param packages `node_modules`
 * @param keep matches the names of the packages that users have themselves
 * @returns the folders of the packages that were brought along
 */
export function bringDeclarations({ types, entries, packages, keep }) {
  const folders = new Set();
  /** From where a declaration is read to where it is written; ours stay where they are. */
  const reached = new Map(entries.map((file) => [file, file]));
  for (const [from, to] of reached) {
    const text = readFileSync(from, 'utf8').replace(anyImport, (whole, before, quote, name) => {
      if (keep.test(name)) return whole;
      const local = name.startsWith('.') ? nextTo(from, to, name) : fromPackage(to, name);
      return `${before}${quote}${local}${quote}`;
    });
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, to.startsWith(join(types, 'packages')) ? plain(unindented(text)) : unindented(text));
  }
  const written = new Set(reached.values());
  for (const file of declarationsIn(types)) if (!written.has(file)) rmSync(file);
  return [...folders];

  function nextTo(from, to, name) {
    const file = fileOf(resolve(dirname(from), name));
    reached.set(file, resolve(dirname(to), relative(dirname(from), file)));
    return name.replace(/(?<!\.d)\.ts$/, '.js');
  }

  function fromPackage(to, name) {
    const folder = join(packages, name);
    const { type = 'commonjs', ...manifest } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const target = join(types, 'packages', name);
    const entry = join(folder, typesOf(manifest));
    reached.set(entry, join(target, relative(folder, entry)));
    if (!folders.has(folder)) {
      folders.add(folder);
      mkdirSync(target, { recursive: true });
      // The declarations are read as the package's own: its kind of modules decides how imports resolve.
      writeFileSync(join(target, 'package.json'), `${JSON.stringify({ type })}\n`);
    }
    const path = relative(dirname(to), reached.get(entry)).split(sep).join('/');
    return `${path.startsWith('.') ? '' : './'}${path.replace(declaration, '.$1js')}`;
  }
}

/** Declarations without the white space before their lines: compilers and editors do without. */
function unindented(text) {
  return text.replace(/^[ \t]+(?=\S)/gm, '');
}

/** Declarations of others without comments: nobody meets these types by their names. */
function plain(text) {
  return text.replace(/^\/\*\*?[\s\S]*?\*\/\n?/gm, '').replace(/\n{2,}/g, '\n');
}

function declarationsIn(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => declaration.test(name))
    .map((name) => join(folder, name));
}

/** The declaration file of a module, which may be named with or without an ending. */
export function fileOf(module) {
  const candidates = [
    module.replace(/(?:\.d)?\.([mc]?)[jt]s$/, '.d.$1ts'),
    `${module}.d.ts`,
    join(module, 'index.d.ts'),
  ];
  const file = candidates.find((path) => declaration.test(path) && existsSync(path));
  if (!file) throw new Error(`no declarations of ${module}`);
  return file;
}

/** Returns the file that the declarations of a package begin with: the one it names, else the one next to its code. */
function typesOf({ exports, types, main }) {
  const entry = exports?.['.'] ?? {};
  const code = typeof entry === 'string' ? entry : main;
  return entry.import?.types ?? entry.types ?? types ?? code.replace(/\.([mc]?)js$/, '.d.$1ts');
}
