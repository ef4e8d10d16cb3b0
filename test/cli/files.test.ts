import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type FileKind, readText, textIn } from '../../cli/serving/reading.ts';
import { fileBytes } from '../../contracts/kit/bounds.ts';
import { launchHere, serve } from '../command/roadtest.ts';
import { testIo } from '../command/world.ts';

const folder = mkdtempSync(join(tmpdir(), 'roadtest-files-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const io = testIo({ cwd: folder });
const put = (name: string, bytes: string | Uint8Array): string => {
  writeFileSync(join(folder, name), bytes);
  return name;
};
const folderOf = (name: string): string => {
  mkdirSync(join(folder, name));
  return name;
};
const linkTo = (target: string, name: string): string => {
  symlinkSync(target, join(folder, name));
  return name;
};

describe('a file that is read', () => {
  it.each<[what: string, bytes: string | Uint8Array, text: string]>([
    ['nothing', '', ''],
    ['text', 'a: ü\n', 'a: ü\n'],
    ['a byte order mark', '\ufeffa: 1', 'a: 1'],
    ['UTF-16, low byte first', Buffer.from('\ufeffa: ü', 'utf16le'), 'a: ü'],
    ['UTF-16, high byte first', Buffer.from('\ufeffa: ü', 'utf16le').swap16(), 'a: ü'],
  ])('may hold %s', async (_, bytes, text) => {
    expect(await readText(put('good.yaml', bytes), 'story', io)).toBe(text);
  });

  it.each<[what: string, make: () => string, code: string, message: string]>([
    ['is not there', () => 'none.yaml', 'FILE_NOT_READABLE', 'there is no such file'],
    ['is a folder', () => folderOf('sub'), 'FILE_NOT_READABLE', 'it is a folder'],
    ['is a device without end', () => '/dev/zero', 'FILE_NOT_READABLE', 'it is not a plain file'],
    ['is a link to itself', () => linkTo('loop', 'loop'), 'FILE_NOT_READABLE', 'links form a loop'],
    ['has a NUL in its name', () => 'a\0b', 'FILE_NOT_READABLE', 'null bytes'],
    [
      'is UTF-16 with half a character',
      () => put('wide.yaml', Buffer.from([0xff, 0xfe, 0x00, 0xd8])),
      'FILE_NOT_TEXT',
      'damaged UTF-16',
    ],
    [
      'is Latin-1',
      () => put('latin.yaml', Buffer.from('a: 1\nb: \xfc\n', 'latin1')),
      'FILE_NOT_TEXT',
      'line 2 is not UTF-8',
    ],
  ])('and %s is an error with a code', async (_, make, code, message) => {
    const file = make();
    await expect(readText(file, 'story', io)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message),
    });
  });

  it.each(Object.keys(fileBytes) as FileKind[])(
    'as %s has a limit, and is not read beyond it',
    async (kind) => {
      const file = put('large', '');
      truncateSync(join(folder, file), 2 * 1024 ** 3);
      const most = Math.min(fileBytes[kind], 1024 ** 2);
      await expect(textIn(join(folder, file), most)).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' });
    },
  );

  it('may be as long as its limit, and not a byte longer', async () => {
    const path = join(folder, put('exact', 'x'.repeat(1024)));
    expect(await textIn(path, 1024)).toHaveLength(1024);
    await expect(textIn(path, 1023)).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' });
  });
});

describe.skipIf(process.platform === 'win32')('a pipe that is read', () => {
  const pipe = (name: string): string => {
    const path = join(folder, name);
    execFileSync('mkfifo', [path]);
    return path;
  };

  it('gives what is written into it', async () => {
    const path = pipe('full');
    const writer = spawn('sh', ['-c', 'exec 3<>"$0"; printf "a: 1" >&3; sleep 0.2', path]);
    await new Promise((resolve) => writer.once('spawn', resolve));
    const text = textIn(path, 100, 'a file or a pipe', 5_000);
    expect(await text).toBe('a: 1');
  });

  it('does not hold a command when nothing is written into it', async () => {
    await expect(textIn(pipe('silent'), 100, 'a file or a pipe', 50)).rejects.toMatchObject({
      code: 'FILE_NOT_READABLE',
      message: expect.stringContaining('nothing came out of the pipe'),
    });
  });

  it('is read once: its lines are shown with what is wrong in them', async () => {
    const path = pipe('wrong');
    const writing = writeFile(path, 'title: T\nclock: { start: 2026-03-02 08:00, for: 1h }\nnothing: 1\n');
    const { code, err } = await launchHere(['scenarios', 'check', path]).ended;
    await writing;
    expect([code, err]).toEqual([1, expect.stringContaining('3 | nothing: 1')]);
  });

  it('is read once: as the fixture of a story that is served', async () => {
    const path = pipe('cast');
    put('story.yaml', 'title: T\nfixture: none.yaml\nclock: { start: 2026-03-02 08:00, for: 1h }\n');
    const writing = writeFile(path, 'devices: [{ id: dev-77 }]');
    const service = await serve(['--scenario', './story.yaml', '--fixture', path], { cwd: folder });
    await writing;
    expect((await service.control('GET', '/devices/dev-77')).status).toBe(200);
    await service.stop();
  });

  it('does not fill the memory', async () => {
    const path = pipe('endless');
    const writer = spawn('sh', ['-c', 'cat /dev/zero > "$0"', path]);
    try {
      await expect(textIn(path, 100_000, 'a file or a pipe', 5_000)).rejects.toMatchObject({
        code: 'FILE_TOO_LARGE',
      });
    } finally {
      writer.kill();
    }
  });
});
