/** A line of `serve`, and what each option of it has the answers, the output and the files show. `exec` shares most of them. */
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { createSimulator } from '../../../simulator/index.ts';
import { root, type Service } from '../roadtest.ts';

export interface Serving {
  /** The words, parted by spaces. */
  line: string;
  /** The option, and what is seen of it. */
  shows: { readonly [option: string]: RegExp };
  files?: { readonly [name: string]: string };
  /** The text that is seen while it is up. */
  see?(service: Service & { pageUrl?: string }): Promise<string>;
}

const drive = { 'drive.csv': readFileSync(join(root, 'test/stories/fields/drive.csv'), 'utf8') };

/** The answers of these paths of the control API, one after the other. */
const control =
  (...paths: string[]) =>
  async (service: Service): Promise<string> => {
    const answers = [];
    for (const path of paths) answers.push(JSON.stringify((await service.control('GET', path)).body));
    return answers.join('\n');
  };
const later =
  (...paths: string[]) =>
  async (service: Service): Promise<string> => {
    await service.control('POST', '/clock/advance', { by: 'PT10M' });
    return control(...paths)(service);
  };

/** The status of a request under another name of the host, and the origin that may read it. */
function asked(url: string, headers: { [name: string]: string }): Promise<string> {
  return new Promise((resolve, reject) => {
    const onward = request(url, { headers, agent: false }, (answer) => {
      resolve(`${answer.statusCode} ${answer.headers['access-control-allow-origin']}`);
      answer.resume();
    });
    onward.on('error', reject).end();
  });
}

export const servings: readonly Serving[] = [
  {
    line: '--devices 2 --seed 77 --at 2026-05-05T10:00:00Z --frozen',
    see: control('/clock', '/devices', '/names'),
    shows: {
      devices: /"id":"dev-2"(?!.*"id":"dev-3")/,
      seed: /"id":"usr-2","name":"(?!Onie Schmeler)/,
      at: /"now":"2026-05-05T10:00:00/,
      frozen: /"frozen":true/,
    },
  },
  {
    line: '--speed 60 --still --log json',
    async see(service) {
      await service.api('GET', '/devices');
      return later('/clock', '/trips')(service);
    },
    shows: {
      speed: /"speed":60,"frozen":false/,
      still: /"trips":0,/,
      log: /"operation":"listDevices"/,
      port: /"baseUrl":"http:\/\/127\.0\.0\.1:(?!4010)[1-9]/,
      json: /^\{"baseUrl"/m,
    },
  },
  {
    line: '--track drive.csv --frozen',
    files: drive,
    see: later('/devices/dev-1/track'),
    shows: { track: /"latitude":48\.3[34]/ },
  },
  {
    line: '--scenario tunnel --frozen',
    see: control('/story'),
    shows: { scenario: /"story":\{"name":"tunnel"/ },
  },
  {
    line: '--fixture fleet.yaml --profile ours.yaml',
    files: {
      'fleet.yaml': 'devices: [{ id: dev-7, name: Tow truck }]\naccount: { apiKey: key-of-the-fixture }\n',
      'ours.yaml': 'roadtest: 1\nname: ours\nbasePath: /fleet/v2\nopenings: { token.lifetime: PT8H }\n',
    },
    see: control('/devices', '/profile'),
    shows: {
      fixture: /Tow truck/,
      profile: /"name":"ours"/,
    },
  },
  {
    line: '--import world.json',
    files: { 'world.json': JSON.stringify(createSimulator({ devices: 3 }).snapshot()) },
    see: control('/devices'),
    shows: { import: /"id":"dev-3"(?!.*"id":"dev-4")/ },
  },
  {
    line: '--deviate groups/created-is-listed --frozen --strict refuse',
    async see(service) {
      const refused = await service.api('POST', '/groups', { nmae: 'North' });
      await service.api('POST', '/groups', { name: 'Hidden' });
      return `${JSON.stringify(refused.body)} listed ${JSON.stringify((await service.api('GET', '/groups')).body)}`;
    },
    shows: { deviate: /listed (?!.*Hidden)/, strict: /STRICT_UNKNOWN_FIELD/ },
  },
  {
    line: '--frozen --host 127.0.0.1 --allow roadtest.test http://page.test --tiles https://tiles.test/{z}/{x}/{y}.png',
    async see({ controlUrl, baseUrl, pageUrl }) {
      const host = await asked(`${controlUrl}/clock`, { host: 'roadtest.test' });
      const page = await asked(`${controlUrl}/clock`, { origin: 'http://page.test' });
      const shown = await fetch(pageUrl ?? `${baseUrl}/`);
      await shown.text();
      return `at ${baseUrl}, by ${page}, as another host ${host}\n${shown.headers.get('content-security-policy')}`;
    },
    shows: {
      host: /at http:\/\/127\.0\.0\.1:/,
      allow: /by 200 http:\/\/page\.test, as another host 200/,
      tiles: /tiles\.test/,
    },
  },
];
