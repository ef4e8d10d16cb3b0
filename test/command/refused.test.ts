/** Lines that are refused before anything is done: their exit code, their stable code, where, why, and what to try. */
import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { gpx, northwards } from '../stories/tracks.ts';
import { commandNames, helpOf, line, put } from './line.ts';
import { listening } from './proxy.ts';
import { deployed, nowhere } from './verifying.ts';

const three = gpx(northwards(3));
const files = {
  'typo.yaml': 'roadtest: 1\nname: typo\nopenings:\n  token.lifetme: PT5M\n',
  'broken.yaml': 'roadtest: 1\nname: "open\n',
  'profile.yaml': 'roadtest: 1\nname: ours\nopenings: {}\n',
  'own-ids.yaml':
    'roadtest: 1\nname: ours\nopenings: { records.id: { form: string, prefixes: { group: grp- } } }\n',
  'secret.yaml':
    'roadtest: 1\nname: s\nopenings: {}\ncontrols: { advance: { by: http, method: POST, url: /a, headers: { x: "{$OFFICE}" } } }\n',
  'fixture.yaml': 'roadtest: 1\ndevices: [{ id: truck-9 }]\n',
  'key.yaml': 'account: { userName: ada, apiKey: 55512345678 }\n',
  'seconds.yaml': 'devices: [{ locations: [{ deviceTime: 1772431200, latitude: 48, longitude: 11 }] }]\n',
  'ids.yaml': 'groups: [{ id: depot-north, name: N }]\ndevices: [{ id: dev-1, group: depot-north }]\n',
  'nort.yaml': 'groups: [{ name: North }]\ndevices:\n  - { group: Nort }\n',
  'good.gpx': three,
  'one.gpx': gpx(northwards(1)),
  'swapped.gpx': three.replaceAll(/lat="([^"]*)" lon="([^"]*)"/g, 'lat="148" lon="$1"'),
  'torn.gpx': three.slice(0, three.lastIndexOf('</trkpt>')),
  'packed.gpx.gz': gzipSync(three),
  'text.txt': 'nothing of the kind',
  'list.json': '[1, 2]',
  'null.json': 'null',
  'late.json': { format: 'roadtest-snapshot', version: 99 },
  'story.yaml': 'title: T\nclock: { start: 2026-03-02 08:00, for: 1h }\nfleet: { van: }\n',
  'odd.yaml': 'title: T\nclock: { start: 2026-03-02 08:00, for: 1h }\nnothing: 1\n',
  'accepted.yaml': '- id: limits/stops-at-limit/smss\n',
  'report.json': { format: 'roadtest-run', version: 1 },
  'run.jsonl': 'Dear Sir or Madam,\n',
  'folder/x': '',
  'pictures/a.json': '{"format":"holiday"}',
};
const LONG = `a\u001b[2J\u202e${'b'.repeat(800)}`;
const GONE = '{gone}';

/** The line, its code, and parts of what is said. */
type Row = readonly [line: string, code: string, ...parts: string[]];

const rows: readonly Row[] = [
  // Commands, arguments and options.
  ['travle', 'UNKNOWN_COMMAND', 'There are: serve, class,'],
  ['verfy', 'UNKNOWN_COMMAND', 'Did you mean roadtest verify?'],
  ['help verfy', 'UNKNOWN_COMMAND', 'Did you mean roadtest verify?'],
  ['--versoin', 'UNKNOWN_OPTION', 'Did you mean --version?'],
  ['--port 4011 serve', 'UNKNOWN_OPTION', 'before a command', 'Options come after a command.'],
  ['constructor', 'UNKNOWN_COMMAND'],
  ['__proto__', 'UNKNOWN_COMMAND'],
  ['serve speed', 'UNKNOWN_ARGUMENT', 'Did you mean --speed?'],
  ['serve --sped 5', 'UNKNOWN_OPTION', 'Unknown option --sped for roadtest serve.', 'or --speed'],
  ...['--__proto__', '--constructor', '--no-frozen', '--toString', '-s', '-speed', '---speed', '--=x'].map(
    (word): Row => [`serve ${word} x`, 'UNKNOWN_OPTION'],
  ),
  ['serve --speed', 'WRONG_OPTION', 'roadtest serve --help'],
  ['serve --speed 1 --speed 2', 'WRONG_OPTION', '--speed is given more than once.'],
  ['serve --speed 5 --frozen', 'WRONG_OPTION', '--speed cannot be combined with --frozen.'],
  ['serve --speed Infinity', 'WRONG_OPTION'],
  ['serve --speed 0', 'WRONG_OPTION'],
  ['serve --seed NaN', 'WRONG_OPTION'],
  ['serve --devices 1.5', 'WRONG_OPTION', 'a whole number'],
  ['serve --port 70000', 'WRONG_OPTION', 'up to 65535'],
  ['serve --frozen=maybe', 'WRONG_OPTION', '--frozen takes no value.'],
  ['serve --track', 'WRONG_OPTION', '--track takes one FILE or more.'],
  ['serve --log xml', 'WRONG_OPTION', '--log takes pretty, json, off.'],
  ['serve --seed 5 --import list.json', 'WRONG_OPTION', '--import'],
  ['serve --live', 'UNKNOWN_OPTION', '--help shows what it takes'],
  ['serve --still --import list.json', 'WRONG_OPTION'],
  ['serve --scenario demo --devices 4', 'WRONG_OPTION', '--scenario'],
  ['serve --scenario demo --import x.json', 'WRONG_OPTION', '--import'],
  ['exec', 'MISSING_ARGUMENT', 'COMMAND is missing'],
  ['prove', 'COMMAND_MISSING'],
  ['play', 'MISSING_ARGUMENT', 'STORY is missing'],
  ['verify', 'MISSING_ARGUMENT', 'BASE_URL is missing'],
  ['judge', 'MISSING_ARGUMENT'],
  ['learn', 'MISSING_ARGUMENT'],
  ['diff list.json', 'MISSING_ARGUMENT', 'AFTER is missing'],
  ['sweep', 'MISSING_ARGUMENT', 'JOURNAL is missing'],
  // The world that is served.
  ['serve --profile fixture.yaml', 'WRONG_FILE', '--fixture'],
  ['serve --fixture profile.yaml', 'WRONG_FILE', '--profile'],
  ['serve --profile nowhere.yaml', 'FILE_NOT_READABLE', 'nowhere.yaml'],
  ['serve --profile folder', 'FILE_NOT_READABLE', 'it is a folder'],
  ['serve --profile typo.yaml', 'PROFILE_INVALID', 'typo.yaml:4:', 'token.lifetime'],
  ['serve --profile broken.yaml', 'PROFILE_SYNTAX', 'broken.yaml:'],
  ['serve --fixture key.yaml', 'FIXTURE_INVALID', 'TEXT_INVALID', 'the value is not', 'in quotes'],
  ['serve --fixture seconds.yaml', 'FIXTURE_INVALID', 'is not a time', 'is not a time such as'],
  [
    'serve --fixture ids.yaml --profile own-ids.yaml',
    'FIXTURE_INVALID',
    'UNKNOWN_GROUP',
    'it must be a text such as "grp-4711"',
  ],
  ['serve --fixture nort.yaml', 'FIXTURE_INVALID', 'nort.yaml:3:7 UNKNOWN_GROUP', 'did you mean "North"'],
  ['serve --track packed.gpx.gz', 'FILE_NOT_TEXT', 'unpack'],
  ['serve --track torn.gpx', 'TRACK_NOT_READABLE', 'torn.gpx'],
  ['serve --track good.gpx nowhere.gpx', 'FILE_NOT_READABLE', 'nowhere.gpx'],
  ['serve --track text.txt', 'TRACK_NOT_READABLE', 'GPX'],
  ['serve --track one.gpx', 'TRACK_ONE_POINT', 'one.gpx'],
  ['serve --track swapped.gpx', 'TRACK_AXES_SWAPPED', 'swapped.gpx:5'],
  ['serve --track good.gpx good.gpx --devices 1', 'TOO_FEW_DEVICES', '--devices 2'],
  ['serve --import nowhere.json', 'FILE_NOT_READABLE'],
  ['serve --import text.txt', 'SNAPSHOT_INVALID', 'text.txt'],
  ['serve --import list.json', 'SNAPSHOT_INVALID'],
  ['serve --import null.json', 'SNAPSHOT_INVALID'],
  ['serve --import late.json', 'SNAPSHOT_VERSION', '99'],
  ['serve --at noon', 'TIME_INVALID', 'noon'],
  ['serve --scenario licence-crunsh', 'UNKNOWN_STORY', 'licence-crunch'],
  ['serve --scenario nothing.yaml', 'FILE_NOT_READABLE', 'nothing.yaml'],
  ['serve --deviate limits/stop-at-limit', 'UNKNOWN_ID', 'limits/stops-at-limit'],
  ['serve --deviate limits/stops-at-limit/fax', 'UNKNOWN_ID', 'limits/stops-at-limit/sms'],
  ['serve --deviate constructor', 'UNKNOWN_ID', 'roadtest rules'],
  ['serve --deviate history/forth-patch', 'UNKNOWN_ID', 'history/fourth-patch'],
  // Callers, and how they call.
  ['serve --allow roadtest:4010', 'HOST_NAME_INVALID', 'as in an address'],
  ['serve --allow *', 'HOST_NAME_INVALID'],
  ['serve --allow http://localhost:5173/', 'ORIGIN_INVALID', 'without a path'],
  ...['https://a.test;x', "'https://a.test https://b.test'", 'ftp://a.test'].map(
    (origin): Row => [`serve --allow ${origin}`, 'ORIGIN_INVALID'],
  ),
  ['serve --host 203.0.113.7', 'HOST_UNAVAILABLE'],
  ['serve --port {taken}', 'PORT_IN_USE', 'port 0'],
  ['serve --tiles https://{s}.tiles.example/{z}/{x}/{y}.png', 'TILES_INVALID'],
  ['serve --tiles text.txt', 'TILES_INVALID'],
  ['serve --tiles nothing.pmtiles', 'FILE_NOT_READABLE'],
  ['serve --tiles folder', 'FILE_NOT_READABLE'],
  ['class --trainees anna,anna', 'TRAINEES_INVALID', '"anna" is there twice'],
  [
    `class --trainees ${Array.from({ length: 51 }, (_, at) => `t${at}`)}`,
    'TRAINEES_INVALID',
    'several classes',
  ],
  ['class --trainees anna --story nowhere', 'UNKNOWN_STORY'],
  ['class --trainees anna --may fly', 'GRANT_INVALID', 'rewind and inject'],
  // Stories.
  ['play licence-crunsh', 'UNKNOWN_STORY', 'licence-crunch'],
  ['play lesson/midnigt', 'UNKNOWN_STORY', 'lesson/midnight'],
  ['play nowhere.yaml', 'FILE_NOT_READABLE'],
  ['play first-day --speed fast', 'WRONG_OPTION', 'or max'],
  ['play first-day --until 99h', 'UNTIL_INVALID', 'is outside the story'],
  ['play first-day --report xml', 'WRONG_OPTION', 'text, json, junit'],
  ['scenarios look', 'UNKNOWN_VERB', 'list, show and check'],
  ['scenarios show first-dya', 'UNKNOWN_STORY', 'first-day'],
  ['export cars story.yaml -o x', 'UNKNOWN_ARGUMENT', 'Did you mean roadtest export load story.yaml?'],
  ['export load story.yaml', 'MISSING_ARGUMENT', 'roadtest export load STORY -o DIR'],
  ['export load nowhere.yaml -o x', 'FILE_NOT_READABLE', 'nowhere.yaml'],
  ['export load story.yaml -o x --until 3h', 'UNTIL_INVALID', 'is outside the story'],
  ['export load story.yaml -o text.txt', 'FILE_NOT_WRITABLE', 'text.txt'],
  ['export load story.yaml -x y', 'UNKNOWN_OPTION', '-x'],
  // The deployment that is judged.
  ['verify fleet.example.com', 'ADDRESS_INVALID', 'http://fleet.example.com'],
  ['verify ftp://fleet.example.com', 'ADDRESS_INVALID', 'http://fleet.example.com'],
  ['verify http://', 'ADDRESS_INVALID', 'https://fleet.example.com'],
  ['verify http://127.0.0.1:4010/?key=1', 'ADDRESS_INVALID', 'http://127.0.0.1:4010/'],
  ['verify http://demo:hunter2secret@127.0.0.1:1', 'ADDRESS_INVALID', 'ROADTEST_API_KEY'],
  [`verify ${GONE} --only limit/`, 'UNKNOWN_ID', 'limits/'],
  [`verify ${GONE} --skip limits/stop-at-limit`, 'UNKNOWN_ID', 'limits/stops-at-limit'],
  [`verify ${GONE} --only token/ --skip token/`, 'NOTHING_SELECTED'],
  // Commas without names would select everything.
  ...['only', 'skip', 'require', 'reporter'].map(
    (option): Row => [`verify ${GONE} --${option} ,`, 'WRONG_OPTION', `--${option} names nothing`],
  ),
  ['prove --only , -- true', 'WRONG_OPTION', '--only names nothing'],
  [`verify ${GONE} --reporter junti`, 'UNKNOWN_REPORTER', 'junit'],
  [`verify ${GONE} --reporter text,junit`, 'OUTPUT_NEEDED', '--output'],
  [`verify ${GONE} --require inconclusive`, 'REQUIREMENT_INVALID'],
  [`verify ${GONE} --require judged>=101%`, 'REQUIREMENT_INVALID', 'no share is above 100%'],
  [`verify ${GONE} --baseline accepted.yaml`, 'BASELINE_INVALID', 'Did you mean limits/'],
  [`verify ${GONE} --baseline none.yaml`, 'FILE_NOT_READABLE'],
  [`verify ${GONE} --write-baseline profile.yaml`, 'BASELINE_INVALID'],
  [`verify ${GONE} --profile none.yaml`, 'FILE_NOT_READABLE'],
  [`verify ${GONE} --profile typo.yaml`, 'PROFILE_INVALID', 'typo.yaml:4:', 'token.lifetime'],
  [`verify ${GONE} --profile secret.yaml`, 'SECRET_MISSING', 'OFFICE'],
  [`verify ${GONE} --max-rps 0`, 'WRONG_OPTION'],
  [`verify ${GONE} --record x.json --plan`, 'WRONG_OPTION', 'cannot be combined with'],
  [`verify ${GONE} --wait long`, 'WRONG_OPTION', '--wait takes a span of time'],
  ['verify {there} --in-place --journal /no/such/folder/journal', 'FILE_NOT_WRITABLE'],
  ['verify {there} --journal /no/such/folder/journal', 'FILE_NOT_WRITABLE'],
  [`verify ${GONE} --output /dev/null/out`, 'FILE_NOT_WRITABLE'],
  [`verify ${GONE} --output text.txt`, 'FILE_NOT_WRITABLE', 'there is a file of this name'],
  [`verify ${GONE}`, 'UNREACHABLE', 'ECONNREFUSED', 'roadtest serve'],
  [`learn ${GONE}`, 'UNREACHABLE', 'ECONNREFUSED'],
  [`explore ${GONE}`, 'UNREACHABLE', 'ECONNREFUSED'],
  ['explore --replay list.json', 'HISTORY_INVALID'],
  ['explore --time long', 'WRONG_OPTION'],
  ['judge text.txt', 'RECORDING_SYNTAX'],
  ['judge report.json', 'RECORDING_FORMAT', 'is the JSON report of a run', '--record FILE'],
  ['learn --openapi story.yaml', 'OPENAPI_INVALID'],
  ['learn --har list.json', 'HAR_INVALID'],
  ['prove --only fault/nothing -- true', 'UNKNOWN_ROW'],
  ['sweep run.jsonl', 'JOURNAL_INVALID'],
  ['sweep none.jsonl', 'FILE_NOT_READABLE'],
  ['diff folder', 'HISTORY_EMPTY'],
  ['diff nowhere', 'FILE_NOT_READABLE'],
  ['diff list.json list.json', 'REPORT_INVALID'],
  ['diff list.json list.json --reporter html', 'UNKNOWN_REPORTER'],
  ['rules limits/stop-at-limit', 'UNKNOWN_ID', 'Did you mean limits/stops-at-limit'],
  ['rules listDevcies', 'UNKNOWN_ID', 'Did you mean listDevices'],
  ['rules token.lifetme', 'UNKNOWN_ID', 'Did you mean token.lifetime'],
];

let taken = '';
let there = '';
let gone = '';
beforeAll(async () => {
  put(files);
  ({ url: there } = await deployed());
  gone = await nowhere();
  taken = new URL(await listening(createServer())).port;
});
const names = () => ({ taken, there, gone });
/** Adds `--port 0`, so that a mistake of this test serves nothing at a port that others use. */
const elsewhere = (text: string) => (/^(serve|class) (?!.*--port)/.test(text) ? `${text} --port 0` : text);

it.each(rows)('roadtest %s: %s', async (text, code, ...parts) => {
  const { code: exit, out, err } = await line(elsewhere(text), { names: names() });
  expect({ exit, out, err }).toEqual({ exit: 2, out: '', err: expect.stringContaining(`[${code}]`) });
  for (const part of parts) expect(err).toContain(part);
  expect(err).not.toMatch(/^ +at |555123|hunter2secret/m);
});

it.each([
  '{long}',
  'rules {long}',
  'rules --{long}',
  'verify {long}',
  `verify ${GONE} --only {long}`,
  `verify ${GONE} --reporter {long}`,
  `verify ${GONE} --require {long}`,
  'scenarios {long}',
  'scenarios show {long}',
  'scenarios show first-day {long}',
  'export {long}',
  'play {long}',
  'play first-day --speed {long}',
  'play first-day --report {long}',
  'serve --at {long}',
  'serve --allow {long}',
  'prove --only {long} -- true',
])(
  'a long value is quoted in part, on its line, and without effect on a terminal: roadtest %s',
  async (text) => {
    const { code, err } = await line(elsewhere(text), { names: { ...names(), long: LONG } });
    expect(code).toBe(2);
    expect(err.length).toBeLessThan(1_000);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what must not be there
    expect(err).not.toMatch(/b{300}|[\u001b\u202e]/);
  },
);

it('the help of prove names no option that other commands have', async () => {
  const { out } = await line('prove --help');
  expect([out.includes('--fixture FILE'), out.includes('--scenario')]).toEqual([true, false]);
});

it('no word at all is answered with the help, on the error side', async () => {
  expect(await line('')).toEqual({ code: 2, out: '', err: (await line('--help')).out });
});

it('roadtest --version prints the version', async () => {
  expect(await line('--version')).toEqual({
    code: 0,
    out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    err: '',
  });
});

describe.each(await commandNames())('roadtest %s', async (command) => {
  const { options, arguments: places } = await helpOf(command);

  it('has help with its summary, options, arguments and an example', async () => {
    const { code, out, err } = await line(`${command} --help`);
    const { out: overview } = await line('--help');
    expect([code, err]).toEqual([0, '']);
    const [usage = '', , summary = ''] = out.split('\n');
    expect(usage).toMatch(new RegExp(`^roadtest ${command} .*\\[options\\]$`));
    expect(overview.replaceAll(/\s+/g, ' ')).toContain(`roadtest ${command} ${summary}`);
    for (const place of places) expect(usage).toContain(place);
    expect(out).toMatch(new RegExp(`\nExamples:\n {2}roadtest ${command} `));
    for (const { option } of options)
      expect(out.split(option).length, `${option} is listed once`).toBeGreaterThan(1);
  });

  it.each(options.filter(({ option }) => option !== '--help'))(
    'refuses $option in a wrong form',
    async ({ option, value }) => {
      const { out: usage } = await line(`${command} --help`);
      const needed =
        usage
          .split('\n', 1)[0]
          ?.match(/</g)
          ?.map(() => 'x') ?? [];
      const behind = command === 'prove' ? ' -- x' : '';
      const refused = (words: string) => line([command, ...needed, words].join(' ') + behind);
      const isNumber = /^(N|S|DAYS)$/.test(value ?? '');
      const wrong =
        value === undefined ? ['=maybe'] : ['', ...(isNumber ? [' fast', ' -1', " ''", ' NaN'] : [])];
      for (const words of wrong)
        expect({ words, ...(await refused(option + words)) }).toEqual({
          ...{ words, code: 2, out: '' },
          err: expect.stringMatching(
            new RegExp(
              `^error ${option} (?:takes|needs) .*\\[WRONG_OPTION\\]\n {2}roadtest ${command} --help`,
            ),
          ),
        });
      expect((await refused(`${option.slice(0, -1)}~`)).err).toMatch(
        /\[UNKNOWN_OPTION\]\n {2}Did you mean --/,
      );
    },
  );
});
