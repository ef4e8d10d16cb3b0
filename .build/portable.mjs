/**
 * Packages that are made for Node, in a form that runs anywhere: what they import of Node becomes a stand-in. It is for
 * a package of which only functions without Node are called, such as node-cron without its tasks in other processes.
 */
import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';

const MARK = '?portable';
const STAND_IN = '\0without-node';

/** Emitters work as those of Node do: a task is registered and destroyed by way of their events. */
const emitters = new Set(['events', 'node:events']);

/**
 * Enough to load the package and to make a task. Functions that are called while it loads look for
 * files of its own; those that cannot work without Node say so.
 */
const standIn = `
const noPath = () => '';
const unavailable = () => { throw new Error('not available without Node'); };
let ids = 0;
export const randomUUID = () => String(ids++);
${['dirname', 'resolve', 'fileURLToPath'].map((name) => `export const ${name} = noPath;`).join('\n')}
${['pathToFileURL', 'fork'].map((name) => `export const ${name} = unavailable;`).join('\n')}
export default { dirname, resolve, isAbsolute: unavailable };
`;

/** Tells whether a module is the portable form of one of a package. */
const isPortable = (id) => id?.endsWith(MARK) ?? false;

/** Gives all code the portable form of these packages. */
export function portablePackages(packages) {
  return {
    name: 'portable-packages',
    resolveId: {
      order: 'pre',
      async handler(source, importer, options) {
        const within = isPortable(importer);
        // The name alone would be that of the module of Node.
        if (within && emitters.has(source))
          return this.resolve('events/events.js', undefined, { skipSelf: true });
        if (within && isBuiltin(source)) return STAND_IN;
        if (!within && !packages.includes(source)) return null;
        const from = within ? importer.slice(0, -MARK.length) : importer;
        const resolved = await this.resolve(source, from, { ...options, skipSelf: true });
        return resolved && { ...resolved, id: resolved.id + MARK };
      },
    },
    load(id) {
      if (id === STAND_IN) return standIn;
      // It only looks for files of its own there, by way of the stand-ins.
      return isPortable(id)
        ? readFileSync(id.slice(0, -MARK.length), 'utf8').replaceAll('import.meta.url', "''")
        : null;
    },
  };
}
