/** What commands do when the disk is full. Node's own functions for writing are put back after the file. */
import fs, { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { exportLoad } from '../../cli/exporting/load.ts';
import { playStory } from '../../cli/playing/playing.ts';
import { writeWhole } from '../../cli/serving/files.ts';
import { testIo } from './world.ts';

/** How many bytes still fit on the disk. */
const disk = { left: Number.POSITIVE_INFINITY };

const { writeSync } = fs;
const { writeFile } = fs.promises;

beforeAll(() => {
  const bounded = (target: number, bytes: Uint8Array, from = 0): number => {
    const taken = Math.min(disk.left, bytes.length - from);
    if (taken === 0) throw full();
    disk.left -= taken;
    return writeSync(target, bytes, from, taken);
  };
  const refusing: typeof writeFile = (file, data, options) =>
    String(data).length > disk.left ? Promise.reject(full()) : writeFile(file, data, options);
  useForWriting(bounded as typeof writeSync, refusing);
});
afterAll(() => useForWriting(writeSync, writeFile));

/** Modules see it that are loaded already, too. */
function useForWriting(sync: typeof writeSync, whole: typeof writeFile): void {
  fs.writeSync = sync;
  fs.promises.writeFile = whole;
  syncBuiltinESMExports();
}

function full(): Error {
  return Object.assign(new Error('ENOSPC: no space left on device, write'), {
    code: 'ENOSPC',
    syscall: 'write',
  });
}

const folder = mkdtempSync(join(tmpdir(), 'roadtest-full-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => {
  disk.left = Number.POSITIVE_INFINITY;
});
const play = (given: string, io: ReturnType<typeof testIo>) =>
  playStory({ given, speed: 'max', report: 'json', trace: 'trace.jsonl' }, io);

describe('a full disk', () => {
  it('is reported with the name of the trace, after the story was played and reported', async () => {
    for (const left of [0, 100]) {
      disk.left = left;
      const io = testIo({ cwd: folder });
      await expect(play('sms-and-midnight', io)).rejects.toMatchObject({
        code: 'FILE_NOT_WRITABLE',
        message: 'The trace trace.jsonl cannot be written: the disk is full.',
        exitCode: 2,
      });
      expect(JSON.parse(io.written().out)).toMatchObject({ standing: { failed: 0 } });
    }
  });

  it('does not hide that an expectation failed', async () => {
    const io = testIo({ cwd: folder });
    const { writeFileSync } = await import('node:fs');
    const story = `title: T
clock: { start: 2026-03-02 08:00, for: 1h }
fleet: { van: }
expect: { sent: 5 }
`;
    writeFileSync(join(folder, 'fails.yaml'), story);
    disk.left = 0;
    await expect(play('fails.yaml', io)).rejects.toMatchObject({ code: 'FILE_NOT_WRITABLE', exitCode: 1 });
    expect(JSON.parse(io.written().out)).toMatchObject({ standing: { failed: 1 } });
  });

  it('is reported with the name of a snapshot or report, and leaves no part of it', async () => {
    disk.left = 3;
    const io = testIo({ cwd: folder });
    await expect(writeWhole('world.json', io.outlet.json({ a: 1 }), 'snapshot', io)).rejects.toMatchObject({
      code: 'FILE_NOT_WRITABLE',
      message: 'The snapshot world.json cannot be written: the disk is full.',
    });
    expect(readdirSync(folder).filter((name) => name.includes('world'))).toEqual([]);
  });

  it('is reported with the folder of an exported load, and leaves no part of it', async () => {
    disk.left = 3;
    const options = {
      given: 'sms-and-midnight',
      output: 'load',
      force: false,
      ...{
        profile: undefined,
        until: undefined,
        seed: undefined,
        at: undefined,
        devices: undefined,
        batch: undefined,
      },
    };
    await expect(exportLoad(options, testIo({ cwd: folder }))).rejects.toMatchObject({
      code: 'FOLDER_NOT_WRITABLE',
      message: 'The folder load cannot be written: the disk is full.',
    });
    expect(readdirSync(folder).filter((name) => name.includes('load'))).toEqual([]);
  });
});
