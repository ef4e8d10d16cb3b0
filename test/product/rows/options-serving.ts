/** The effect of each option that `serve` and `exec` share: a server with the options, and what is seen of it. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../installed.ts';
import { run } from '../run.ts';
import { type Access, newWorld, type Service } from '../server.ts';

export interface ServingRow {
  name: string;
  /** The command that alone has these options. */
  only?: 'serve' | 'exec';
  words: readonly string[];
  files?: { readonly [name: string]: string | (() => Promise<string>) };
  /** The text that is seen while it is up. */
  see?(service: Service & Access): Promise<string>;
  /** Files that it has written once it has ended. */
  writes?: readonly string[];
  /** The option, and what the access, the answers or the files have. */
  shows: { readonly [option: string]: RegExp };
}

const key = (name: string) => readFileSync(join(root, `test/command/tls/${name}.pem`), 'utf8');
const track = readFileSync(join(root, 'test/stories/fields/drive.csv'), 'utf8');
/** The answers of these paths of the control API, one after the other. */
const control =
  (...paths: string[]) =>
  async (service: Service): Promise<string> => {
    const texts: string[] = [];
    for (const path of paths) texts.push((await service.control('GET', path)).text);
    return texts.join('\n');
  };
const asked = async (url: string, headers: { [name: string]: string }): Promise<string> => {
  const answer = await fetch(url, { headers });
  return `${answer.status} ${answer.headers.get('access-control-allow-origin')}`;
};

/** A fixture that changes while it is served. */
const watched = join(mkdtempSync(join(tmpdir(), 'roadtest-watched-')), 'fleet.yaml');
writeFileSync(watched, 'devices: [{ id: dev-7 }]\n');

export const servingRows: readonly ServingRow[] = [
  {
    name: 'a plain fleet',
    words: ['--devices', '2', '--seed', '77', '--at', '2026-05-05T10:00:00Z', '--frozen', '--history', '50'],
    async see(service) {
      for (let second = 10; second < 70; second++)
        await service.api('POST', '/devices/dev-1/locations', {
          deviceTime: `2026-05-05T09:${10 + Math.floor(second / 60)}:${second % 60 < 10 ? '0' : ''}${second % 60}Z`,
          latitude: 48,
          longitude: 11,
        });
      const { body } = await service.control('GET', '/devices/dev-1/track');
      return `${await control('/clock', '/devices', '/names')(service)}\nkept ${body.locations.length}`;
    },
    shows: {
      devices: /"id":"dev-2"(?!.*"id":"dev-3")/,
      seed: /"id":"usr-2","name":"(?!Onie Schmeler)/,
      at: /"now":"2026-05-05T10:00:00/,
      frozen: /"frozen":true/,
      history: /kept 50\n/,
    },
  },
  {
    name: 'a running clock',
    words: ['--speed', '60', '--still'],
    async see(service) {
      await service.control('POST', '/clock/advance', { by: 'PT10M' });
      return control('/clock', '/trips')(service);
    },
    shows: { speed: /"speed":60,"frozen":false/, still: /"trips":0,/ },
  },
  {
    name: 'vehicles from a moment on',
    words: ['--at', '2026-05-05T10:00:00Z', '--frozen', '--alive'],
    async see(service) {
      await service.control('POST', '/clock/advance', { by: 'PT10M' });
      return (await service.control('GET', '/trips')).text;
    },
    shows: { alive: /"distance":[1-9]/ },
  },
  {
    name: 'a recorded drive',
    words: ['--track', 'drive.csv', '--frozen'],
    files: { 'drive.csv': track },
    async see(service) {
      await service.control('POST', '/clock/advance', { by: 'PT10M' });
      return (await service.control('GET', '/devices/dev-1/track')).text;
    },
    shows: { track: /"latitude":48\.3[34]/ },
  },
  {
    name: 'a story',
    words: ['--scenario', 'tunnel', '--frozen'],
    see: control('/story'),
    shows: { scenario: /"story":\{"name":"tunnel"/ },
  },
  {
    name: 'a fixture under a profile',
    words: [
      '--fixture',
      'fleet.yaml',
      '--profile',
      'ours.yaml',
      '--export-on-exit',
      'world.json',
      '--with-api-key',
    ],
    files: {
      'fleet.yaml': 'devices: [{ id: dev-7, name: Tow truck }]\naccount: { apiKey: key-of-the-fixture }\n',
      'ours.yaml': 'roadtest: 1\nname: ours\nbasePath: /fleet/v2\nopenings: { token.lifetime: PT8H }\n',
    },
    see: control('/devices', '/profile'),
    writes: ['world.json'],
    shows: {
      fixture: /Tow truck/,
      profile: /"name":"ours"/,
      'export-on-exit': /world\.json: \{/,
      'with-api-key': /world\.json: [\s\S]*key-of-the-fixture/,
    },
  },
  {
    name: 'a fixture whose file changes',
    words: ['--fixture', watched, '--watch', '--frozen'],
    async see(service) {
      const devices = async () => (await service.control('GET', '/devices')).text;
      writeFileSync(watched, 'devices: [{ id: dev-8 }]\n');
      await service.control('POST', '/reset');
      const atReset = await devices();
      writeFileSync(watched, 'devices: [{ id: dev-9 }]\n');
      while (!(await devices()).includes('dev-9')) await sleep(50);
      return `at the reset ${atReset}`;
    },
    shows: { watch: /at the reset .*"dev-8"/ },
  },
  {
    name: 'a snapshot',
    words: ['--import', 'world.json'],
    files: {
      'world.json': async () => (await (await newWorld({ devices: 3 })).control('GET', '/snapshot')).text,
    },
    see: control('/devices'),
    shows: { import: /"id":"dev-3"(?!.*"id":"dev-4")/ },
  },
  {
    name: 'a broken rule',
    words: ['--deviate', 'groups/created-is-listed', '--frozen'],
    async see(service) {
      await service.api('POST', '/groups', { name: 'Hidden' });
      return (await service.api('GET', '/groups')).text;
    },
    shows: { deviate: /^(?!.*Hidden)/m },
  },
  {
    name: 'names that are not read',
    words: ['--frozen', '--strict', 'refuse'],
    see: async (service) => (await service.api('POST', '/groups', { nmae: 'North' })).text,
    shows: { strict: /STRICT_UNKNOWN_FIELD/ },
  },
  {
    name: 'other addresses',
    words: [
      '--frozen',
      '--host',
      '127.0.0.1',
      '--allow-host',
      'roadtest.test',
      '--allow-origin',
      'http://page.test',
    ],
    async see({ controlUrl, baseUrl }) {
      const other = ['-s', '-o', '/dev/null', '-w', '%{http_code}', '-H', 'host: roadtest.test'];
      const { out } = await run('curl', [...other, `${controlUrl}/clock`]);
      const page = await asked(`${controlUrl}/clock`, { origin: 'http://page.test' });
      return `at ${baseUrl}, by ${page}, as another host ${out}`;
    },
    shows: {
      host: /at http:\/\/127\.0\.0\.1:/,
      'allow-host': /as another host 200/,
      'allow-origin': /by 200 http:\/\/page\.test/,
    },
  },
  {
    name: 'tiles',
    words: ['--frozen', '--tiles', 'https://tiles.test/{z}/{x}/{y}.png'],
    async see({ pageUrl, baseUrl }) {
      const page = await fetch(`${pageUrl ?? `${baseUrl}/`}`);
      return `${page.headers.get('content-security-policy')} ${await page.text()}`;
    },
    shows: { tiles: /tiles\.test/ },
  },
  {
    name: 'https',
    words: ['--frozen', '--tls-cert', 'cert.pem', '--tls-key', 'key.pem'],
    files: { 'cert.pem': key('server'), 'key.pem': key('server-key') },
    shows: { 'tls-cert': /"baseUrl":"https:/, 'tls-key': /"baseUrl":"https:/ },
  },
  {
    name: 'lines for programs',
    only: 'serve',
    words: ['--frozen', '--log', 'json'],
    see: async (service) => (await service.api('GET', '/devices')).text,
    shows: {
      port: /"baseUrl":"http:\/\/127\.0\.0\.1:(?!4010)[1-9]/,
      json: /^\{"baseUrl"/m,
      log: /"operation":"listDevices"/,
    },
  },
  { name: 'a port', only: 'exec', words: ['--frozen', '--port', '0'], shows: { port: /127\.0\.0\.1:[1-9]/ } },
];
