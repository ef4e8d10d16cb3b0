/** `npm start` builds where it must, and so does packing. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };

it('a build is made by npm before a start and before it packs', async () => {
  const root = mkdtempSync(join(tmpdir(), 'roadtest-start-'));
  try {
    mkdirSync(join(root, '.build'));
    writeFileSync(join(root, 'package.json'), JSON.stringify(manifest));
    writeFileSync(
      join(root, '.build/prepare.mjs'),
      `import { mkdirSync, writeFileSync } from 'node:fs';
      mkdirSync('dist/bin', { recursive: true });
      writeFileSync('dist/bin/roadtest.js', 'console.log(process.argv.slice(2).join())');`,
    );
    const { stdout } = await promisify(execFile)('npm', ['--silent', 'start'], { cwd: root });
    expect(stdout).toBe('demo\n');
    expect(manifest.scripts.prepack).toContain('prepublish');
    expect(manifest.files).toContain('!dist/.built');
  } finally {
    rmSync(root, { recursive: true });
  }
});
