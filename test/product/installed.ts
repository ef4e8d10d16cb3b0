/**
 * The packed file, installed into an empty folder: what `npm pack` writes of the build, as a user gets it. It is
 * packed and installed once for all files and workers, and again once what is packed has changed.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import manifest from '../../package.json' with { type: 'json' };
import { emptyFolder } from './folder.ts';

const execute = promisify(execFile);
export const root = fileURLToPath(new URL('../..', import.meta.url));
const store = join(root, 'test/artefacts/product');

/** The peers, and the types of Node that `roadtest/node` needs: a user has them, and no registry is asked for them. */
const beside = ['msw', 'vitest', '@types'];

export interface Installed {
  /** The project of the user. */
  readonly project: string;
  /** A path within the installed package. */
  path(...names: string[]): string;
  /** The installed command. */
  readonly command: string;
}

let here: Promise<Installed> | undefined;

/** The installed package. The files of a worker share it, and the workers do. */
export function installed(): Promise<Installed> {
  here ??= install();
  return here;
}

async function install(): Promise<Installed> {
  const given = process.env.ROADTEST_PRODUCT;
  const project = given ?? join(store, keyOf());
  if (!existsSync(project)) await installInto(project);
  const path = (...names: string[]) => join(project, 'node_modules/roadtest', ...names);
  return { project, path, command: join(project, 'node_modules/.bin/roadtest') };
}

/** Beside, and then put in place. Of the workers that want it the first does so, the others wait. */
async function installInto(project: string): Promise<void> {
  mkdirSync(store, { recursive: true });
  const lock = join(store, '.lock');
  while (!existsSync(project)) {
    if (taken(lock)) await installFirst(project).finally(() => rmSync(lock, { force: true }));
    else await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Whether the lock is ours now. One of a process that is gone is taken away. */
function taken(lock: string): boolean {
  try {
    writeFileSync(lock, `${process.pid}`, { flag: 'wx' });
    return true;
  } catch {
    const owner = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : 0;
    if (owner > 0 && !isAlive(owner)) rmSync(lock, { force: true });
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function installFirst(project: string): Promise<void> {
  if (existsSync(project)) return;
  for (const old of readdirSync(store))
    if (old !== '.lock') rmSync(join(store, old), { recursive: true, force: true });
  const draft = mkdtempSync(join(store, '.draft-'));
  await installedFrom(await packInto(draft), draft);
  for (const name of beside) symlinkSync(join(root, 'node_modules', name), join(draft, 'node_modules', name));
  renameSync(draft, project);
}

/** Writes the file that would be published into a folder. */
export async function packInto(folder: string): Promise<string> {
  const words = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const { stdout } = await execute('npm', words, { cwd: root, maxBuffer: 64 * 1024 * 1024 });
  const [packed] = JSON.parse(stdout) as { filename: string }[];
  return join(folder, packed?.filename ?? '');
}

/**
 * Installs it into an empty folder, with other packages of the registry where they are named.
 *
 * @param type what `.js` files of the folder are
 */
export async function installedFrom(
  tarball: string,
  folder: string,
  packages: readonly string[] = [],
  type: 'module' | 'commonjs' = 'module',
): Promise<void> {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type, private: true }));
  const offline = packages.length === 0 ? ['--offline'] : ['--prefer-offline'];
  const quiet = [...offline, '--ignore-scripts', '--no-audit', '--no-fund'];
  await execute('npm', ['install', ...quiet, tarball, ...packages], { cwd: folder });
}

/** A name that changes with what is packed. */
function keyOf(): string {
  const hash = createHash('sha256');
  const add = (path: string): void => {
    const { mtimeMs, size } = statSync(path);
    hash.update(`${path} ${size} ${mtimeMs}\n`);
  };
  const kept = manifest.files.filter((name) => !name.startsWith('!') && !name.includes('*'));
  for (const name of ['package.json', 'README.md', 'LICENSE', ...kept]) {
    const path = join(root, name);
    if (!existsSync(path)) throw new Error(`${name} is not there: npm run build makes the package.`);
    add(path);
    if (!statSync(path).isDirectory()) continue;
    for (const file of readdirSync(path, { recursive: true }) as string[]) add(join(path, file));
  }
  hash.update(readFileSync(join(root, 'package.json')));
  return hash.digest('hex').slice(0, 16);
}

/** An empty project that has the installed package, and is gone with the test file. */
export async function projectWithIt(): Promise<string> {
  const { project } = await installed();
  const folder = emptyFolder();
  symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  return folder;
}
