import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { typed } from '../command/world.ts';
import { gpx, northwards } from '../stories/tracks.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'roadtest-'));
  const files: { [name: string]: string } = {
    'typo.yaml': 'roadtest: 1\nname: typo\nopenings:\n  token.lifetme: PT5M\n',
    'broken.yaml': 'roadtest: 1\nname: "open\n',
    'one.gpx': gpx(northwards(1)),
    'swapped.gpx': gpx(
      northwards(3).map((point) => ({ ...point, latitude: point.longitude, longitude: 148 })),
    ).replaceAll(/lat="([^"]*)" lon="([^"]*)"/g, 'lat="$2" lon="$1"'),
    'good.gpx': gpx(northwards(3)),
    'text.txt': 'nothing of the kind',
    'list.json': '[1, 2]',
    'null.json': 'null',
    'fixture.yaml': 'roadtest: 1\ndevices: [{ id: truck-9 }]\n',
    'profile.yaml': 'roadtest: 1\nname: ours\nopenings: {}\n',
    'key.yaml': 'account: { userName: ada, apiKey: 55512345678 }\n',
    'seconds.yaml': 'devices: [{ locations: [{ deviceTime: 1772431200, latitude: 48, longitude: 11 }] }]\n',
    'prefix.gpx': gpx(northwards(3)).replaceAll(
      '</trkpt>',
      '<extensions><hr:x>9</hr:x></extensions></trkpt>',
    ),
    'ids.yaml': 'groups: [{ id: depot-north, name: N }]\ndevices: [{ id: dev-1, group: depot-north }]\n',
    'own-ids.yaml':
      'roadtest: 1\nname: ours\nopenings: { records.id: { form: string, prefixes: { group: grp- } } }\n',
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  await writeFile(join(folder, 'packed.gpx.gz'), gzipSync(gpx(northwards(3))));
  await mkdir(join(folder, 'folder'));
});
afterAll(() => rm(folder, { recursive: true }));

const port = (args: string[]) => (args.includes('--port') ? [] : ['--port', '0']);

const refused = async (...args: string[]) => {
  const ended = await typed(['serve', '--json', ...port(args), ...args], { cwd: folder });
  expect(ended.code, ended.err).toBe(2);
  expect(ended.out).toBe('');
  expect(ended.err).not.toMatch(/^ +at /m); // no stack
  return ended.err;
};

it('prints no secret of a file that it refuses', async () => {
  expect(await refused('--fixture', 'key.yaml')).not.toContain('555');
});

describe('roadtest serve refuses, with a code and what to try, before it opens a port', () => {
  const cases: [what: string, args: string[], ...parts: string[]][] = [
    ['a fixture as a profile', ['--profile', 'fixture.yaml'], 'WRONG_FILE', '--fixture'],
    ['a profile as a fixture', ['--fixture', 'profile.yaml'], 'WRONG_FILE', '--profile'],
    ['a key that is no text', ['--fixture', 'key.yaml'], 'TEXT_INVALID', 'the value is not', 'in quotes'],
    [
      'a time in seconds',
      ['--fixture', 'seconds.yaml'],
      'TIME_INVALID',
      'is not a time',
      '2026-03-02T06:00:00Z',
    ],
    ['a packed track', ['--track', 'packed.gpx.gz'], 'FILE_NOT_TEXT', 'packed by gzip', 'gunzip'],
    ['a prefix that is not declared', ['--track', 'prefix.gpx'], 'TRACK_NOT_READABLE', 'prefix hr'],
    [
      'a reference to an id that is not taken',
      ['--fixture', 'ids.yaml', '--profile', 'own-ids.yaml'],
      'UNKNOWN_GROUP',
      'its id is not taken',
    ],
    ['a profile that is not there', ['--profile', 'nowhere.yaml'], 'FILE_NOT_READABLE', 'nowhere.yaml'],
    ['a certificate without its key', ['--tls-cert', 'text.txt'], 'WRONG_OPTION', '--tls-key'],
    ['what is no certificate', ['--tls-cert', 'text.txt', '--tls-key', 'text.txt'], 'TLS_INVALID', 'PEM'],
    [
      'a host name with a port',
      ['--allow-host', 'roadtest:4010'],
      'HOST_NAME_INVALID',
      'without scheme and port',
    ],
    ['an address as a host name', ['--allow-host', 'http://roadtest'], 'HOST_NAME_INVALID'],
    [
      'an origin with a path',
      ['--allow-origin', 'http://localhost:5173/'],
      'ORIGIN_INVALID',
      'without a path',
    ],
    ['any origin', ['--allow-origin', '*'], 'ORIGIN_INVALID'],
    ['an origin with another header', ['--allow-origin', 'https://a.test;x'], 'ORIGIN_INVALID'],
    ['two origins in one', ['--allow-origin', 'https://a.test https://b.test'], 'ORIGIN_INVALID'],
    ['no origin', ['--allow-origin', 'null'], 'ORIGIN_INVALID'],
    ['a folder as a profile', ['--profile', 'folder'], 'FILE_NOT_READABLE', 'it is a folder'],
    [
      'a profile with a typo',
      ['--profile', 'typo.yaml'],
      'PROFILE_INVALID',
      'typo.yaml:4:',
      'token.lifetime',
    ],
    ['a profile that is not YAML', ['--profile', 'broken.yaml'], 'PROFILE_SYNTAX', 'broken.yaml:'],
    ['a track that is not there', ['--track', 'good.gpx', 'nowhere.gpx'], 'FILE_NOT_READABLE', 'nowhere.gpx'],
    ['a track that is invalid', ['--track', 'text.txt'], 'TRACK_NOT_READABLE', 'text.txt', 'GPX'],
    ['a track of one point', ['--track', 'one.gpx'], 'TRACK_ONE_POINT', 'one.gpx'],
    ['a track with swapped axes', ['--track', 'swapped.gpx'], 'TRACK_AXES_SWAPPED', 'swapped.gpx:5'],
    [
      'more tracks than devices',
      ['--track', 'good.gpx', 'good.gpx', '--devices', '1'],
      'TOO_FEW_DEVICES',
      '--devices 2',
    ],
    ['a snapshot that is not there', ['--import', 'nowhere.json'], 'FILE_NOT_READABLE'],
    ['a snapshot that is not JSON', ['--import', 'text.txt'], 'SNAPSHOT_INVALID', 'text.txt'],
    ['a snapshot that is other JSON', ['--import', 'list.json'], 'SNAPSHOT_INVALID'],
    ['null as a snapshot', ['--import', 'null.json'], 'SNAPSHOT_INVALID'],
    [
      'an export into a folder that is not there',
      ['--export-on-exit', 'nowhere/x.json'],
      'FILE_NOT_WRITABLE',
    ],
    ['an export onto a folder', ['--export-on-exit', 'folder'], 'FILE_NOT_WRITABLE'],
    ['a time that is invalid', ['--at', 'noon'], 'TIME_INVALID', 'noon'],
    ['--speed beside --frozen', ['--speed', '5', '--frozen'], '--speed', '--frozen'],
    ['--seed beside --import', ['--seed', '5', '--import', 'list.json'], '--seed', '--import'],
    ['a port that is invalid', ['--port', '70000'], '--port'],
    ['a speed that is not a number', ['--speed', 'fast'], '--speed'],
    ['a speed of nothing', ['--speed', '0'], '--speed'],
    ['NaN as a seed', ['--seed', 'NaN'], '--seed'],
    ['half a device', ['--devices', '1.5'], '--devices'],
    ['an option with a typo', ['--sped', '5'], '--speed'],
    ['an address that this machine has not', ['--host', '203.0.113.7'], 'HOST_UNAVAILABLE'],
  ];
  for (const [what, args, ...parts] of cases) {
    it(what, async () => {
      const err = await refused(...args);
      for (const part of parts) expect(err).toContain(part);
    });
  }

  it('a port in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as { port: number };
    const { code, out, err } = await typed(['serve', '--json', '--port', String(port)]);
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err).toContain('PORT_IN_USE');
    expect(err).toContain(String(port));
    other.close();
  });
});
