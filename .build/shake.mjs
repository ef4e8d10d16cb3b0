/**
 * Takes out of declarations what the public entries do not lead to, so that the published types are small and
 * can be read.
 */
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { fileOf } from './types.mjs';

/** A type that is derived from a schema, by the words that derive one: it is written out in its place. */
const ofSchema = /\b(Static|TSchema|DataOf|ShownFields|typeof rows|typeof \w+\.\w+)\b/;

/**
 * @param entries declaration files, of which everything that is exported stays
 * @param written gives the text of a type, by file and name
 * @returns the text of each file that they lead to, by its path
 */
export function shaken(entries, written) {
  const modules = new Map();
  for (const entry of entries) for (const name of exportsOf(moduleAt(entry))) need(entry, name);
  return new Map([...modules].flatMap(([file, module]) => (isKept(module) ? [[file, textOf(module)]] : [])));

  function moduleAt(file) {
    if (!modules.has(file)) modules.set(file, parsed(file));
    return modules.get(file);
  }

  /** Keeps what a file exports by this name; says whether there is such a name. */
  function need(file, name) {
    const module = moduleAt(file);
    if (module.found.has(name)) return module.found.get(name);
    module.found.set(name, true);
    const statement = module.declared.get(name);
    const from = module.exported.get(name);
    const star =
      statement || from ? undefined : module.stars.find(({ source }) => starNeeds(file, source, name));
    if (from) follow(file, from);
    else if (statement) keep(file, statement);
    if (star) star.kept = true;
    module.found.set(name, Boolean(statement ?? from ?? star));
    return module.found.get(name);
  }

  function starNeeds(file, source, name) {
    return source.startsWith('.') && needOf(file, source, name);
  }

  /** Keeps what a declaration speaks of. */
  function needWithin(file, word) {
    const { declared, imported } = moduleAt(file);
    const statement = declared.get(word);
    const from = imported.get(word);
    if (statement) keep(file, statement);
    else if (from) follow(file, from);
  }

  function follow(file, from) {
    if (from.kept) return;
    from.kept = true;
    if (from.local !== undefined) needWithin(file, from.local);
    else if (from.source.startsWith('.')) needOf(file, from.source, from.name);
  }

  function needOf(file, source, name) {
    const target = fileOf(resolve(dirname(file), source));
    if (name !== '*') return need(target, name);
    for (const each of exportsOf(moduleAt(target))) need(target, each);
    return true;
  }

  function keep(file, statement) {
    if (statement.kept) return;
    statement.kept = true;
    const { head, name } = statement;
    if (head !== undefined && ofSchema.test(statement.text))
      statement.text = `${head} ${written(file, name)}`;
    const { text } = statement;
    for (const [, source, name] of text.matchAll(/import\("(\.[^"]+)"\)\.([\w$]+)/g))
      needOf(file, source, name);
    for (const word of wordsOf(text)) needWithin(file, word);
    // A file's additions to the types of a package hold wherever the file is read.
    for (const part of moduleAt(file).parts) if (part.isAugmentation) keep(file, part);
  }

  function exportsOf({ declared, exported, stars, file }) {
    const named = [...declared].flatMap(([name, { isExported }]) => (isExported ? [name] : []));
    const starred = stars.flatMap(({ source }) =>
      source.startsWith('.') ? exportsOf(moduleAt(fileOf(resolve(dirname(file), source)))) : [],
    );
    return [...new Set([...named, ...exported.keys(), ...starred])];
  }
}

/** The declarations, imports and exports of a file, each by its name. */
function parsed(file) {
  const text = readFileSync(file, 'utf8');
  const module = {
    file,
    parts: [],
    declared: new Map(),
    imported: new Map(),
    exported: new Map(),
    stars: [],
    found: new Map(),
  };
  let last = 0;
  for (const node of parseAst(text, { lang: 'dts', sourceType: 'module', astType: 'ts', range: true }).body) {
    const [start, end] = node.range;
    const part = { text: text.slice(start, end), comment: text.slice(last, start).trim(), kept: false };
    last = end;
    module.parts.push(part);
    const source = node.source?.value;
    if (node.type === 'ImportDeclaration') {
      part.specifiers = node.specifiers.map((specifier) => specifierOf(specifier, source, text));
      for (const specifier of part.specifiers) module.imported.set(specifier.as, specifier);
      Object.assign(part, { source, isType: node.importKind === 'type', word: 'import' });
    } else if (node.type === 'ExportAllDeclaration') {
      module.stars.push(Object.assign(part, { source }));
    } else if (node.type === 'ExportNamedDeclaration' && !node.declaration) {
      part.specifiers = node.specifiers.map((specifier) => specifierOf(specifier, source, text));
      for (const specifier of part.specifiers) module.exported.set(specifier.as, specifier);
      Object.assign(part, { source, isType: node.exportKind === 'type', word: 'export' });
    } else {
      part.isExported = node.type === 'ExportNamedDeclaration';
      part.isAugmentation =
        node.type === 'TSModuleDeclaration' && (node.kind === 'global' || node.id.value !== undefined);
      Object.assign(part, writable(node.declaration ?? node));
      for (const name of namesOf(node.declaration ?? node)) addOverload(module.declared, name, part);
    }
  }
  return module;
}

/** The names that a declaration may speak of: not what is in comments and strings, nor names of properties. */
function wordsOf(text) {
  const bare = text.replace(/\/\*[\s\S]*?\*\/|"[^"]*"|'[^']*'/g, ' ').replace(/\b[\w$]+(?=\??:)/g, ' ');
  return [...new Set(bare.match(/[A-Za-z_$][\w$]*/g))];
}

/** Gives the head of a type that can be written out: one without parameters that is made of others. */
function writable({ type, id, typeParameters, body }) {
  if (typeParameters) return {};
  if (type === 'TSTypeAliasDeclaration') return { name: id.name, head: `export type ${id.name} =` };
  const isEmpty = type === 'TSInterfaceDeclaration' && body.body.length === 0;
  return isEmpty ? { name: id.name, head: `export interface ${id.name}` } : {};
}

/** Overloads are several declarations of one name: they stay together. */
function addOverload(declared, name, part) {
  const first = declared.get(name);
  if (!first) return declared.set(name, part);
  Object.defineProperty(part, 'kept', { get: () => first.kept, set: () => undefined });
  first.text += `\n${part.text}`;
  part.text = '';
}

function namesOf({ id, declarations }) {
  return declarations ? declarations.map((each) => each.id.name) : id ? [id.name ?? id.value] : [];
}

function specifierOf(specifier, source, text) {
  const nameIn = (node) => node?.name ?? node?.value;
  const isStar = specifier.type === 'ImportNamespaceSpecifier';
  const isExport = specifier.type === 'ExportSpecifier';
  const inner = isExport ? specifier.local : specifier.imported;
  const as = nameIn(isExport ? specifier.exported : specifier.local);
  return {
    text: text.slice(...specifier.range),
    as,
    name: isStar ? '*' : (nameIn(inner) ?? 'default'),
    ...(source === undefined ? { local: nameIn(inner) } : { source }),
    isWhole: specifier.type !== 'ImportSpecifier' && !isExport,
    kept: false,
  };
}

function isKept({ parts }) {
  return parts.some(({ kept, specifiers }) => kept || specifiers?.some((each) => each.kept));
}

function textOf({ parts }) {
  const texts = parts.flatMap((part) => {
    const { text, comment, specifiers } = part;
    if (!specifiers) return part.kept && text !== '' ? [comment, text] : [];
    const kept = specifiers.filter((each) => each.kept);
    if (kept.length === 0) return [];
    if (kept.length === specifiers.length) return [text];
    const { word, isType, source } = part;
    const from = source === undefined ? '' : ` from "${source}"`;
    return [`${word} ${isType ? 'type ' : ''}{ ${kept.map((each) => each.text).join(', ')} }${from};`];
  });
  return `${texts.filter((text) => text !== '').join('\n')}\n`;
}
