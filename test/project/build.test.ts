/** A build is made where something has changed, and takes the place of the last one when it is whole. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };

const execute = promisify(execFile);

interface Stamp {
  stampOf(root: string): string;
  isBuilt(dist: string, stamp: string): boolean;
  markBuilt(draft: string, stamp: string): void;
  putInPlace(draft: string, dist: string): void;
}
const url = new URL('../../.build/stamp.mjs', import.meta.url).href;
const { stampOf, isBuilt, markBuilt, putInPlace }: Stamp = await import(url);

const folder = mkdtempSync(join(tmpdir(), 'roadtest-build-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The sources of a package, one file in each folder. */
function sources(name: string): string {
  const root = join(folder, name);
  for (const part of ['.build', 'cli', 'contracts', 'scenarios', 'simulator']) {
    mkdirSync(join(root, part, 'inner'), { recursive: true });
    writeFileSync(join(root, part, 'inner', 'one.ts'), part);
  }
  writeFileSync(join(root, 'package.json'), '{}');
  return root;
}

function draft(name: string, text: string): string {
  const path = join(folder, name);
  mkdirSync(path);
  writeFileSync(join(path, 'text'), text);
  return path;
}

describe('a build', () => {
  it('is there already while no source has changed, and is not once one has', () => {
    const root = sources('changing');
    const dist = draft('changing-dist', 'built');
    const stamp = stampOf(root);
    expect(isBuilt(dist, stamp)).toBe(false);
    markBuilt(dist, stamp);
    expect(isBuilt(dist, stampOf(root))).toBe(true);
    writeFileSync(join(root, 'scenarios', 'made.generated.ts'), 'made from others');
    expect(isBuilt(dist, stampOf(root))).toBe(true);
    for (const change of ['cli/inner/one.ts', 'simulator/new.css', 'package.json']) {
      const before = stampOf(root);
      writeFileSync(join(root, change), 'another text');
      expect(stampOf(root)).not.toBe(before);
    }
    rmSync(join(root, 'contracts/inner/one.ts'));
    expect(isBuilt(dist, stampOf(root))).toBe(false);
  });

  it('takes the place of the last one, and leaves nothing beside it', () => {
    const dist = join(folder, 'dist');
    for (const text of ['first', 'second']) {
      putInPlace(draft(`draft-${text}`, text), dist);
      expect(readFileSync(join(dist, 'text'), 'utf8')).toBe(text);
    }
    expect(readdirSync(folder).filter((name) => name.startsWith('draft'))).toEqual([]);
  });

  it('is made by npm before a start and before it packs', async () => {
    const { scripts, files } = manifest;
    const root = join(folder, 'fresh');
    mkdirSync(join(root, '.build'), { recursive: true });
    writeFileSync(join(root, 'package.json'), JSON.stringify(manifest));
    writeFileSync(
      join(root, '.build/prepare.mjs'),
      `import { mkdirSync, writeFileSync } from 'node:fs';
      mkdirSync('dist/bin', { recursive: true });
      writeFileSync('dist/bin/roadtest.js', 'console.log(process.argv.slice(2).join())');`,
    );
    const { stdout } = await execute('npm', ['--silent', 'start'], { cwd: root });
    expect(stdout).toBe('demo\n');
    expect(scripts.prepack).toContain('prepublish');
    expect(files).toContain('!dist/.built');
  });
});
