/** Records the sources that a build was made from, and puts a new build in the place of the last one. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const MARK = '.built';
const folders = ['.build', 'cli', 'contracts', 'scenarios', 'simulator'];
const files = ['package.json', 'package-lock.json', 'tsconfig.json'];

/** A fingerprint of everything that a build is made from, but what is generated from it. */
export function stampOf(root) {
  const hash = createHash('sha256');
  const inFolders = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.includes('.generated.'))
      .map(({ parentPath, name }) => join(parentPath, name)),
  );
  const beside = files.map((file) => join(root, file)).filter((file) => existsSync(file));
  for (const path of [...inFolders.sort(), ...beside]) {
    hash
      .update(`${path.slice(root.length)}\0`)
      .update(readFileSync(path))
      .update('\0');
  }
  return hash.digest('hex');
}

/** Tells whether a whole build is there that was made from this. */
export function isBuilt(dist, stamp) {
  try {
    return readFileSync(join(dist, MARK), 'utf8') === stamp;
  } catch {
    return false;
  }
}

export function markBuilt(draft, stamp) {
  writeFileSync(join(draft, MARK), stamp);
}

/** Each build has an old place of its own: one that is put there meanwhile makes this one fail, and stays. */
export function putInPlace(draft, dist) {
  const old = `${draft}-old`;
  if (existsSync(dist)) renameSync(dist, old);
  renameSync(draft, dist);
  rmSync(old, { recursive: true, force: true });
}
