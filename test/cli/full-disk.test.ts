/** Commands when the disk is full. Node's own functions for writing are put back after the file. */
import fs, { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { playStory } from '../../cli/playing/playing.ts';
import { writeWhole } from '../../cli/serving/files.ts';
import { launch, launchHere } from '../command/roadtest.ts';
import { cli, demo, deployed } from '../command/verifying.ts';
import { testIo } from '../command/world.ts';
import { turns } from '../sample.ts';

const inTurn = turns(4);

/** How many bytes still fit on the disk, and on that of the journals. */
const disk = { left: Number.POSITIVE_INFINITY, ofJournals: Number.POSITIVE_INFINITY };

const { writeSync } = fs;
const { writeFile, open } = fs.promises;

beforeAll(() => {
  const bounded = (target: number, bytes: Uint8Array, from = 0): number => {
    const taken = Math.min(disk.left, bytes.length - from);
    if (taken === 0) throw full();
    disk.left -= taken;
    return writeSync(target, bytes, from, taken);
  };
  const refusing: typeof writeFile = (file, data, options) =>
    String(data).length > disk.left ? Promise.reject(full()) : writeFile(file, data, options);
  const opening: typeof open = async (...given) => {
    const handle = await open(...given);
    const append = handle.appendFile.bind(handle);
    handle.appendFile = (data, options) => {
      const fits = String(data).length <= disk.ofJournals;
      disk.ofJournals -= String(data).length;
      return fits ? append(data, options) : Promise.reject(full());
    };
    return handle;
  };
  useForWriting(bounded as typeof writeSync, refusing, opening);
});
afterAll(() => useForWriting(writeSync, writeFile, open));

/** Modules see it that are loaded already, too. */
function useForWriting(sync: typeof writeSync, whole: typeof writeFile, opening: typeof open): void {
  fs.writeSync = sync;
  fs.promises.writeFile = whole;
  fs.promises.open = opening;
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
  disk.left = disk.ofJournals = Number.POSITIVE_INFINITY;
});
const here = () => ({ cwd: folder, env: { ...demo, XDG_STATE_HOME: folder } });
const play = (given: string, io: ReturnType<typeof testIo>) =>
  playStory({ given, speed: 'max', report: 'json', trace: 'trace.jsonl' }, io);

describe('a full disk', () => {
  it.runIf(inTurn())(
    'is reported with the name of the trace, after the story was played and reported',
    async () => {
      for (const left of [0, 100]) {
        disk.left = left;
        const io = testIo({ cwd: folder });
        expect(await play('sms-and-midnight', io)).toBe(2);
        expect(io.written().err).toContain(
          'error The trace trace.jsonl cannot be written: the disk is full. [FILE_NOT_WRITABLE]\n',
        );
        expect(JSON.parse(io.written().out)).toMatchObject({ standing: { failed: 0 } });
      }
    },
  );

  it.runIf(inTurn())('does not hide that an expectation failed', async () => {
    const io = testIo({ cwd: folder });
    const story = `title: T
clock: { start: 2026-03-02 08:00, for: 1h }
fleet: { van: }
expect: { sent: 5 }
`;
    writeFileSync(join(folder, 'fails.yaml'), story);
    disk.left = 0;
    expect(await play('fails.yaml', io)).toBe(1);
    expect(io.written().err).toContain('[FILE_NOT_WRITABLE]');
    expect(JSON.parse(io.written().out)).toMatchObject({ standing: { failed: 1 } });
  });

  it.runIf(inTurn())(
    'is reported with the name of a snapshot or report, and leaves no part of it',
    async () => {
      disk.left = 3;
      const io = testIo({ cwd: folder });
      await expect(writeWhole('world.json', io.outlet.json({ a: 1 }), 'snapshot', io)).rejects.toMatchObject({
        code: 'FILE_NOT_WRITABLE',
        message: 'The snapshot world.json cannot be written: the disk is full.',
      });
      expect(readdirSync(folder).filter((name) => name.includes('world'))).toEqual([]);
    },
  );
});

describe('a journal on a full disk', () => {
  const line = /^error The journal .* cannot be written: the disk is full\. \[JOURNAL_NOT_WRITABLE\]$/m;
  const two = ['--only', 'token/issued,groups/created-is-listed'];

  it.runIf(inTurn())(
    'ends verify with 2 and a line of its own, and no rule that was not reached for another reason does',
    async () => {
      const { url } = await deployed();
      const verify = () => cli(['verify', url, '--in-place', ...two, '--require', 'judged>=100%']);
      disk.ofJournals = 0;
      const lost = await verify();
      expect([lost.code, lost.err]).toEqual([2, expect.stringMatching(line)]);
      const unreached = await cli(['verify', url, '--read-only', ...two, '--require', 'judged>=100%']);
      expect([unreached.code, unreached.err]).toEqual([3, expect.not.stringMatching(line)]);
    },
  );

  it.runIf(inTurn())('is in the reports for programs, and hides no rule that is broken', async () => {
    const { url } = await deployed();
    disk.ofJournals = 0;
    const words = ['--in-place', '--only', 'groups/created-is-listed', '--reporter', 'junit'];
    const { out } = await cli(['verify', url, ...words]);
    expect(out).toMatch(/<error type="run" message="The journal .* cannot be written/);
    const { url: broken } = await deployed({ deviate: 'token/issued' });
    disk.ofJournals = 0;
    const { code, err } = await cli(['verify', broken, '--in-place', ...two]);
    expect([code, err]).toEqual([1, expect.stringMatching(line)]);
  });

  it.runIf(inTurn())('ends explore, which says nothing then about the deployment', async () => {
    const { url } = await deployed();
    disk.ofJournals = 500;
    const explored = await launchHere(['explore', url, '--in-place', '--time', '20s'], here()).ended;
    expect([explored.code, explored.err]).toEqual([2, expect.stringMatching(line)]);
    expect(explored.out).not.toContain('✔');
  });

  it.runIf(inTurn())('is said by sweep, which has undone all the same what it could', async () => {
    const { url, simulator } = await deployed();
    const group = simulator.fleet.groups.create({ name: 'rt-abcd2345', deviceIds: [] });
    const entries = [
      { entry: 'run', format: 'roadtest-journal', version: 1, nonce: 'abcd2345', target: url },
      { entry: 'made', number: 1, resource: 'group', id: simulator.lens.writeId('group', group.id) },
    ];
    writeFileSync(join(folder, 'left.jsonl'), entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
    disk.ofJournals = 0;
    const { code, out, err } = await cli(['sweep', join(folder, 'left.jsonl')]);
    expect([code, out, err]).toEqual([2, expect.stringMatching(/^removed/), expect.stringMatching(line)]);
  });
});

describe('a report on a full disk', () => {
  const line = /^error The report .*run\.json cannot be written: the disk is full\. \[FILE_NOT_WRITABLE\]$/m;
  const report = ['--reporter', 'json', '--output', 'out'];

  it.runIf(inTurn()).each([
    ['all that was reached holds', [], {}, 2],
    ['what was required was not reached', ['--require', 'pass>=2'], {}, 2],
    ['a rule is broken', [], { deviate: 'token/issued' }, 1],
  ])('is told where %s', async (_, words, how, expected) => {
    const { url } = await deployed(how);
    disk.left = 1_000;
    const { code, err } = await cli([
      'verify',
      url,
      '--only',
      'token/issued',
      '--read-only',
      ...report,
      ...words,
    ]);
    expect([code, err]).toEqual([expected, expect.stringMatching(line)]);
  });

  it.runIf(inTurn())('is told by explore', async () => {
    disk.left = 100;
    const { code, err } = await launchHere(['explore', '--requests', '1', ...report], here()).ended;
    expect([code, err]).toEqual([2, expect.stringMatching(line)]);
  });

  it('is printed where it is the only one, by explore as by verify; of several the one for people, once', async () => {
    const { url } = await deployed();
    for (const words of [
      ['explore', '--requests', '1'],
      ['verify', url, '--only', 'token/issued', '--read-only'],
    ]) {
      disk.left = 100;
      const one = await launchHere([...words, ...report], here()).ended;
      expect([one.code, one.err]).toEqual([2, expect.stringMatching(line)]);
      expect(JSON.parse(one.out)).toMatchObject({ format: 'roadtest-run' });
    }
    const several = ['--reporter', 'json,junit', '--output', 'out'];
    const text = ['--reporter', 'text,json', '--output', 'out'];
    for (const words of [several, text]) {
      const { code, out } = await launchHere(['explore', '--requests', '1', ...words], here()).ended;
      expect([code, out.match(/^The simulator in this process$/gm)]).toEqual([2, [expect.anything()]]);
      expect(out).toMatch(/^\d+ histories, \d+ steps/m);
    }
  });

  it.runIf(inTurn())('is printed by the built command', async () => {
    const full = `import fs from 'node:fs'; import { syncBuiltinESMExports } from 'node:module';
      const { writeFile } = fs.promises;
      fs.promises.writeFile = async (file, ...rest) => {
        if (String(file).includes('run.json')) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
        return writeFile(file, ...rest);
      };
      syncBuiltinESMExports();`;
    const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(full)}` };
    const { code, out, err } = await launch(['explore', '--requests', '1', ...report], {
      env,
      cwd: folder,
    }).ended;
    expect([code, err]).toEqual([2, expect.stringMatching(line)]);
    expect(JSON.parse(out)).toMatchObject({ format: 'roadtest-run' });
  });
});

describe.skipIf(process.platform !== 'linux')('an output on a full disk', () => {
  const run = (...words: string[]) => launch(words, { out: '/dev/full' }).ended;

  it.runIf(inTurn())('is told, and ends a server in good order', async () => {
    for (const words of [['rules'], ['serve', '--port', '0', '--json']]) {
      expect(await run(...words)).toMatchObject({
        code: 2,
        err: expect.stringMatching(
          /^error Standard output cannot be written: the disk is full\. \[OUTPUT_NOT_WRITABLE\]$/m,
        ),
      });
    }
  });
});

it.runIf(inTurn())('a snapshot that cannot be written does not hide how a command has failed', async () => {
  disk.left = 10;
  const words = ['exec', '--export-on-exit', 'world.json', '--', process.execPath, '-e', 'process.exit(7)'];
  const { code, err } = await launchHere(words, here()).ended;
  expect([code, err]).toEqual([7, expect.stringContaining('[FILE_NOT_WRITABLE]')]);
});
