/**
 * Files that a command line names: what is no plain file, is too long or is no text ends each command by a code; a full
 * disk is told, and hides no verdict. Node's own functions for writing and waiting are put back after the tests.
 */
import { execFileSync } from 'node:child_process';
import fs, {
  closeSync,
  constants,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
} from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import timers from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { begun, commandNames, helpOf, journalOf, line, put } from './line.ts';
import { serve } from './roadtest.ts';
import { demo, deployed, folder } from './verifying.ts';

const at = (name: string): string => join(folder, name);

/** The lines of what `serve` and `exec` take. */
const served = {
  '--profile': '--profile {file}',
  '--track': '--track {file}',
  '--scenario': '--scenario {file}',
  '--tiles': '--tiles {file}',
  '--import': '--import {file}',
  '--fixture': '--fixture {file}',
};

/** Words of a command line that lead to a file. `{url}` is a deployment. */
const places: { readonly [place: string]: string } = {
  ...Object.fromEntries(
    Object.entries(served).flatMap(([place, words]) => [
      [`serve ${place}`, `--port 0 ${words}`],
      [`exec ${place}`, `${words} -- true`],
    ]),
  ),
  'play STORY': '{file}',
  'play --fixture': 'first-day --fixture {file}',
  'play --profile': 'first-day --profile {file}',
  'play --trace': 'first-day --trace {file}',
  'scenarios STORY': 'check {file}',
  'scenarios --profile': 'show first-day --profile {file}',
  'export STORY': 'load {file} -o load',
  'export --output': 'load first-day -o {file}',
  'export --profile': 'load first-day -o load --profile {file}',
  'export --fixture': 'load first-day -o load --fixture {file}',
  'verify --profile': '{url} --profile {file}',
  'verify --journal': '{url} --in-place --journal {file}',
  'verify --openapi': '{url} --openapi {file}',
  'verify --output': '{url} --output {file}',
  'verify --baseline': '{url} --baseline {file}',
  'verify --write-baseline': '{url} --write-baseline {file}',
  'verify --record': '{url} --only token/issued --record {file}',
  'verify --learned-profile': '{url} --learned-profile {file}',
  'judge FILE': '{file}',
  'judge --profile': 'traffic.har --profile {file}',
  'judge --baseline': 'run.json --baseline {file}',
  'judge --output': 'run.json --output {file}',
  'diff BEFORE': '{file} text',
  'diff AFTER': 'report/run.json {file}',
  'learn --openapi': '--openapi {file}',
  'learn --har': '--har {file}',
  'learn --output': '{url} --output {file}',
  'explore --profile': '--profile {file}',
  'explore --journal': '{url} --in-place --journal {file}',
  'explore --replay': '--replay {file}',
  'explore --save': '--save {file}',
  'explore --output': '--output {file}',
  'explore --baseline': '--baseline {file}',
  'explore --write-baseline': '--write-baseline {file}',
  'class --story': '--trainees anna --port 0 --story {file}',
  'class --profile': '--trainees anna --port 0 --profile {file}',
  'prove --profile': '--profile {file} -- true',
  'prove --fixture': '--fixture {file} -- true',
  'sweep JOURNAL': '{file}',
  'sweep --profile': 'left.jsonl --profile {file}',
};
/** The names in the help for a value that is a file or a folder. */
const FILES = /^(FILE|DIR|URL\|FILE|IDS\|FILE|STORY|JOURNAL|BEFORE|AFTER)$/;
/** Folders; files that are written alone, or of which only the beginning is read, or so much that it takes long. */
const folders = /--output$/;
const unread =
  /--(output|learned-profile|journal|record|trace|save|tiles|import|har)$|^(diff|judge|sweep) [A-Z]/;

const calls = { do: { call: 'createGroup', name: '' }, undo: { call: 'deleteGroup' } };
const left = { entry: 'change', number: 1, ...calls, id: 7 };
const story = 'title: T\nclock: { start: 2026-03-02 08:00, for: 1h }\nfleet: { van: }\nexpect: { sent: 5 }\n';
let url = '';
beforeAll(async () => {
  ({ url } = await deployed());
  put({
    text: 'text',
    'traffic.har': '{"log":{"entries":[]}}',
    'left.jsonl': journalOf(url, left),
    'fails.yaml': story,
  });
  const judged = await line(
    'verify {url} --only token/issued --read-only --record run.json --reporter json --output report',
    {
      names: { url },
      env: demo,
    },
  );
  expect(judged.code, judged.err).toBe(0);
});

it('each option and argument of each command that is a file has a row here', async () => {
  const all = await Promise.all(
    (await commandNames()).map(async (command) => {
      const { options, arguments: named } = await helpOf(command);
      const taken = options.filter(({ value = '' }) => FILES.test(value)).map(({ option }) => option);
      return [...taken, ...named.filter((name) => FILES.test(name))].map((place) => `${command} ${place}`);
    }),
  );
  expect(Object.keys(places).sort()).toEqual(all.flat().sort());
});

describe.skipIf(process.platform === 'win32')('what is no plain file', () => {
  const wait = timers.setTimeout;
  let socket: Server;
  beforeAll(() => {
    // Ten seconds without a word from a pipe go by at once.
    timers.setTimeout = (_, value) => wait(0, value);
    syncBuiltinESMExports();
    socket = createServer().listen(at('socket'));
    execFileSync('mkfifo', [at('pipe')]);
    mkdirSync(at('folder'));
    put({ large: '' });
    truncateSync(at('large'), 2 * 1024 ** 3);
  });
  afterAll(() => {
    timers.setTimeout = wait;
    syncBuiltinESMExports();
    socket.close();
    // A reader that waits for a writer all the same finds one.
    closeSync(openSync(at('pipe'), constants.O_RDWR | constants.O_NONBLOCK));
  });

  /** The ends of all commands that name this file, but for what it is lawful for. */
  async function ends(file: string, lawful = /^$/): Promise<string[][]> {
    const asked = Object.entries(places).filter(([place]) => !lawful.test(place));
    const ended = asked.map(async ([place, words]) => {
      const [command = ''] = place.split(' ');
      const running = begun(`${command} ${words}`, { names: { file, url }, env: demo });
      const end = await Promise.race([running.ended, wait(40_000)]);
      if (!end) return [place, 'it hangs'];
      const [code = end.err] = /\[[A-Z_]+\]/.exec(end.err) ?? [];
      return [place, `${end.code} ${end.err.includes(file) ? code : end.err}`];
    });
    return Promise.all(ended);
  }

  it.each<[string, string, RegExp?]>([
    ['a pipe that nobody writes into', 'pipe'],
    ['a folder', 'folder', folders],
    ['a socket', 'socket'],
    ['a device without end', '/dev/zero'],
  ])('%s ends no command otherwise than by a code, wherever it is named', async (_, name, lawful) => {
    const wrong = (await ends(name.startsWith('/') ? name : at(name), lawful)).filter(
      ([, end = '']) => !/^2 \[(FILE_NOT_READABLE|FILE_NOT_WRITABLE|FOLDER_NOT_WRITABLE)\]$/.test(end),
    );
    expect(wrong).toEqual([]);
  });

  it('a file of two gigabytes is too large, whatever it is named as', async () => {
    const wrong = (await ends(at('large'), unread)).filter(([, end]) => end !== '2 [FILE_TOO_LARGE]');
    expect(wrong).toEqual([]);
  });

  it('a pipe is read once: its lines are shown with what is wrong in them', async () => {
    execFileSync('mkfifo', [at('wrong')]);
    const writing = writeFile(
      at('wrong'),
      'title: T\nclock: { start: 2026-03-02 08:00, for: 1h }\nnothing: 1\n',
    );
    const { code, err } = await line('scenarios check {pipe}', { names: { pipe: at('wrong') } });
    await writing;
    expect([code, err]).toEqual([1, expect.stringContaining('3 | nothing: 1')]);
  });

  it('a pipe may be the fixture of a story that is served', async () => {
    execFileSync('mkfifo', [at('cast')]);
    put({ 'story.yaml': 'title: T\nfixture: none.yaml\nclock: { start: 2026-03-02 08:00, for: 1h }\n' });
    const writing = writeFile(at('cast'), 'devices: [{ id: dev-77 }]');
    const service = await serve(['--scenario', './story.yaml', '--fixture', at('cast')], { cwd: folder });
    await writing;
    expect((await service.control('GET', '/devices/dev-77')).status).toBe(200);
    await service.stop();
  });
});

describe('the text of a file', () => {
  const wide = Buffer.from(`\ufeff${story}`, 'utf16le');
  it.each<[string, string | Uint8Array, string]>([
    ['UTF-8', story, 'passed'],
    ['UTF-8 with a byte order mark', `\ufeff${story}`, 'passed'],
    ['UTF-16, low byte first', wide, 'passed'],
    ['UTF-16, high byte first', Buffer.from(wide).swap16(), 'passed'],
    [
      'UTF-16 with half a character',
      Buffer.from([0xff, 0xfe, 0x00, 0xd8]),
      'damaged UTF-16. [FILE_NOT_TEXT]',
    ],
    ['Latin-1', Buffer.from('a: 1\nb: \xfc\n', 'latin1'), 'line 2 is not UTF-8'],
    ['nothing', '', 'EMPTY_FILE'],
  ])('in %s is read, or refused by its place', async (_, bytes, says) => {
    put({ 'text.yaml': bytes });
    const { code, out, err } = await line('scenarios check text.yaml');
    if (says === 'passed') expect([code, err]).toEqual([0, '']);
    else expect([code === 0, `${out}${err}`]).toEqual([false, expect.stringContaining(says)]);
  });

  it('behind a link that leads to itself is none', async () => {
    symlinkSync('loop', at('loop'));
    expect((await line('scenarios check ./loop')).err).toMatch(/links form a loop.*\[FILE_NOT_READABLE\]/);
  });
});

describe('a full disk', () => {
  /** How many bytes still fit on the disk, and on that of the journals. */
  const disk = { left: Number.POSITIVE_INFINITY, ofJournals: Number.POSITIVE_INFINITY };
  const { writeSync } = fs;
  const { writeFile: whole, open } = fs.promises;
  const full = () =>
    Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' });
  /** Modules see it that are loaded already, too. */
  const useForWriting = (sync: typeof writeSync, file: typeof whole, opening: typeof open) => {
    Object.assign(fs, { writeSync: sync });
    Object.assign(fs.promises, { writeFile: file, open: opening });
    syncBuiltinESMExports();
  };

  beforeAll(() => {
    const bounded = (target: number, bytes: Uint8Array, from = 0): number => {
      const taken = Math.min(disk.left, bytes.length - from);
      if (taken === 0) throw full();
      disk.left -= taken;
      return writeSync(target, bytes, from, taken);
    };
    const refusing: typeof whole = (file, data, options) =>
      String(data).length > disk.left ? Promise.reject(full()) : whole(file, data, options);
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
  afterAll(() => useForWriting(writeSync, whole, open));
  beforeEach(() =>
    Object.assign(disk, { left: Number.POSITIVE_INFINITY, ofJournals: Number.POSITIVE_INFINITY }),
  );

  const cannot = (what: string, code = 'FILE_NOT_WRITABLE') =>
    new RegExp(`^error The ${what} cannot be written: the disk is full\\. \\[${code}\\]$`, 'm');
  const TRACE = cannot('trace trace\\.jsonl');
  const JOURNAL = cannot('journal .*', 'JOURNAL_NOT_WRITABLE');
  const REPORT = cannot('report .*run\\.json');
  const one = '--only token/issued --read-only --reporter json --output out';
  const two = '--in-place --only token/issued,groups/created-is-listed';

  const play = 'play sms-and-midnight --report json --trace trace.jsonl';
  const explore = 'explore --requests 1 --output out --reporter';
  const all = `verify {url} ${two} --require judged>=100%`;
  const read = `verify {url} ${two} --require pass>=9 --read-only`;
  const ERROR = /<error type="run" message="The journal .* cannot/;
  const RUN = /^\{\n {2}"format": "roadtest-run"/;
  const TOLD = /\d+ of \d+ steps of \d+ histor(y|ies) judged/;

  /** The case that fits, the exit code, what is said and what is printed; the rule that the deployment breaks. */
  type Row = [
    line: string,
    place: Partial<typeof disk>,
    code: number,
    err: RegExp,
    out: RegExp,
    deviate?: string,
  ];
  it.each<Row>([
    [play, { left: 0 }, 2, TRACE, /"failed": ?0/],
    [play, { left: 100 }, 2, TRACE, /"failed": ?0/],
    [play.replace('sms-and-midnight', 'fails.yaml'), { left: 0 }, 1, TRACE, /"failed": ?1/],
    [all, { ofJournals: 0 }, 2, JOURNAL, /left open/],
    [read, { ofJournals: 0 }, 3, /^(?!.*JOURNAL)/s, /not reached/],
    [`verify {url} ${two} --reporter junit`, { ofJournals: 0 }, 2, JOURNAL, ERROR],
    [`verify {url} ${two}`, { ofJournals: 0 }, 1, JOURNAL, /token\/issued/, 'token/issued'],
    ['explore {url} --in-place --requests 200', { ofJournals: 500 }, 2, JOURNAL, /^(?!.*✔)/s],
    [`verify {url} ${one}`, { left: 1_000 }, 2, REPORT, RUN],
    [`verify {url} ${one} --require pass>=2`, { left: 1_000 }, 2, REPORT, /"exitCode": 3/],
    [`verify {url} ${one}`, { left: 1_000 }, 1, REPORT, /"exitCode": 1/, 'token/issued'],
    [`${explore} json`, { left: 100 }, 2, REPORT, /"format": "roadtest-run"/],
    [`${explore} json,junit`, { left: 100 }, 2, REPORT, TOLD],
    [`${explore} text,json`, { left: 100 }, 2, REPORT, TOLD],
  ])('%s with %j left: %d', async (text, place, code, err, out, deviate) => {
    const target = deviate === undefined ? url : (await deployed({ deviate })).url;
    Object.assign(disk, place);
    const ended = await line(text, { names: { url: target }, env: { ...demo, PATH: process.env.PATH } });
    expect(ended).toEqual({ code, err: expect.stringMatching(err), out: expect.stringMatching(out) });
    expect(readdirSync(folder).filter((name) => /\.tmp/.test(name))).toEqual([]);
  });

  it('is said by sweep, which has undone all the same what it could', async () => {
    const { url: there, simulator } = await deployed();
    const group = simulator.fleet.groups.create({ name: 'rt-abcd2345', deviceIds: [] });
    const id = simulator.lens.writeId('group', group.id);
    put({ 'full.jsonl': journalOf(there, { ...left, id }) });
    disk.ofJournals = 0;
    const { code, out, err } = await line('sweep full.jsonl', { env: demo });
    expect([code, out, err]).toEqual([2, expect.stringMatching(/^removed/), expect.stringMatching(JOURNAL)]);
    expect(readFileSync(at('full.jsonl'), 'utf8')).toContain('"deleteGroup"');
  });
});
