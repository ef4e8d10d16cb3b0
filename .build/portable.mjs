/**
 * Gives packages that are made for Node a form that runs anywhere: what they import of Node becomes a stand-in. It is for
 * a package of which only functions without Node are called, such as node-cron without its tasks in other processes.
 */
import { isBuiltin } from 'node:module';

const STAND_IN = '\0without-node';

/** Enough to load the package and to make a task: it looks for files of its own as it loads. */
const standIn = `
const unavailable = () => { throw new Error('not available without Node'); };
let ids = 0;
export const randomUUID = () => String(ids++);
export const dirname = () => '';
export { dirname as resolve, dirname as fileURLToPath, unavailable as pathToFileURL, unavailable as fork };
export default { dirname, resolve: dirname, isAbsolute: unavailable };
`;

export function portablePackages(packages) {
  const isWithin = (id) => packages.some((name) => id?.includes(`node_modules/${name}/`));
  return {
    name: 'portable-packages',
    resolveId: {
      order: 'pre',
      handler(source, importer) {
        if (!isWithin(importer) || !isBuiltin(source)) return null;
        // Emitters work as those of Node do: a task is registered and destroyed by way of their events.
        if (source.endsWith('events')) return this.resolve('events/events.js', undefined, { skipSelf: true });
        return STAND_IN;
      },
    },
    load: (id) => (id === STAND_IN ? standIn : null),
    transform: (code, id) => (isWithin(id) ? code.replaceAll('import.meta.url', "''") : null),
  };
}
