/**
 * The packed file, installed into an empty folder: what `npm pack` writes of the build, as a user gets it. It is packed and
 * installed once for all files and workers, and again once what is packed has changed.
 */
import { execFile, spawn } from 'node:child_process';
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
import { dirname, join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import manifest from '../../../package.json' with { type: 'json' };
import { type Ended, root } from '../roadtest.ts';
import { folder as scratch } from '../started.ts';

const execute = promisify(execFile);
const store = join(root, 'test/artefacts/product');

/** The peers, and the types of Node that `roadtest/node` needs: a user has them, and no registry is asked for them. */
const beside = ['msw', 'vitest', '@types'];

export const node = process.execPath;

export interface Installed {
  /** The project of the user. */
  readonly project: string;
  /** The packed file. */
  readonly tarball: string;
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
  const project = join(store, keyOf());
  while (!existsSync(project)) await installInto(project);
  const { dependencies } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
  return {
    project,
    tarball: join(project, dependencies.roadtest.replace('file:', '')),
    path: (...names) => join(project, 'node_modules/roadtest', ...names),
    command: join(project, 'node_modules/.bin/roadtest'),
  };
}

/** Beside, and then put in place. Of the workers that want it the first does so, the others wait. */
async function installInto(project: string): Promise<void> {
  mkdirSync(store, { recursive: true });
  const lock = join(store, '.lock');
  try {
    writeFileSync(lock, `${process.pid}`, { flag: 'wx' });
  } catch {
    const owner = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : 0;
    if (owner > 0 && !isAlive(owner)) rmSync(lock, { force: true });
    return sleep(100);
  }
  try {
    for (const old of readdirSync(store))
      if (old !== '.lock') rmSync(join(store, old), { recursive: true, force: true });
    const draft = mkdtempSync(join(store, '.draft-'));
    await installedFrom(await packInto(draft), draft);
    for (const name of beside)
      symlinkSync(join(root, 'node_modules', name), join(draft, 'node_modules', name));
    renameSync(draft, project);
  } finally {
    rmSync(lock, { force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Writes the file that would be published into a folder. */
async function packInto(folder: string): Promise<string> {
  const words = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const { stdout } = await execute('npm', words, { cwd: root, maxBuffer: 64 * 1024 * 1024 });
  const [packed] = JSON.parse(stdout) as { filename: string }[];
  return join(folder, packed?.filename ?? '');
}

/** Installs it into an empty folder, with other packages of the registry where they are named. */
export async function installedFrom(tarball: string, folder: string, packages: readonly string[] = []) {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', private: true }));
  const offline = packages.length === 0 ? '--offline' : '--prefer-offline';
  const quiet = [offline, '--ignore-scripts', '--no-audit', '--no-fund'];
  await execute('npm', ['install', ...quiet, tarball, ...packages], { cwd: folder });
}

/** A name that changes with what is packed: a build by what it was made from. */
function keyOf(): string {
  const hash = createHash('sha256');
  const kept = manifest.files.filter((name) => !/^(!|dist$)|\*/.test(name));
  const paths = ['dist/.built', 'package.json', 'README.md', 'LICENSE', ...kept].map((name) =>
    join(root, name),
  );
  for (const path of paths) {
    if (!existsSync(path)) throw new Error(`${path} is not there: npm run build makes the package.`);
    const isFolder = statSync(path).isDirectory();
    for (const name of isFolder ? (readdirSync(path, { recursive: true }) as string[]).sort() : ['']) {
      const { mtimeMs, size } = statSync(join(path, name));
      hash.update(`${path} ${name} ${size} ${mtimeMs}\n`);
    }
  }
  return hash
    .update(readFileSync(join(root, 'dist/.built')))
    .digest('hex')
    .slice(0, 16);
}

/** An empty folder of the test file. It goes with the file. */
export function emptyFolder(): string {
  return mkdtempSync(join(scratch, 'in-'));
}

/** A folder with these files; a program is one that can be run. */
export function folderWith(files: { readonly [name: string]: string }, folder = emptyFolder()): string {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text, { mode: text.startsWith('#!') ? 0o700 : 0o600 });
  }
  return folder;
}

/** A project of a user that has the installed package, and these files. */
export async function projectWith(files: { readonly [name: string]: string } = {}): Promise<string> {
  const { project } = await installed();
  const folder = folderWith({ 'package.json': '{ "type": "module" }', ...files });
  symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** Runs a program to its end, in the project of the user unless it is said where. */
export async function run(
  program: string,
  words: readonly string[],
  around: { cwd?: string; env?: { [name: string]: string } } = {},
): Promise<Ended> {
  const { project } = await installed();
  const { PATH = '', HOME = '' } = process.env;
  const options = { cwd: around.cwd ?? project, env: { PATH, HOME, ...around.env } };
  const child = spawn(program, words, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    err += text;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject).on('close', (code) => resolve({ code, out, err }));
  });
}
