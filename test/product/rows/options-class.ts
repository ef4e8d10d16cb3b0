/** The effect of each option of `roadtest class`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../installed.ts';
import { type LineRow, ours } from './line-row.ts';

const key = (name: string) => readFileSync(join(root, `test/command/tls/${name}.pem`), 'utf8');

export const classRows: readonly LineRow[] = [
  {
    command: 'class',
    name: 'for two, over https',
    words: [
      ...['--trainees', 'Anna K,ben', '--story', 'first-day', '--may', 'rewind', 'inject', '--port', '0'],
      ...['--host', '127.0.0.1', '--allow-host', 'room.example', '--profile', 'ours.yaml', '--json'],
      ...['--tls-cert', 'cert.pem', '--tls-key', 'key.pem'],
    ],
    files: { 'ours.yaml': ours, 'cert.pem': key('server'), 'key.pem': key('server-key') },
    until: /"trainer"/,
    shows: {
      trainees: /"name":"Anna K".*"world":"anna-k".*"name":"ben"/,
      story: /"userName":"anna-k"/,
      may: /"apiKey":/,
      port: /:(?!4010)\d+\/_console\/class\.html#token=/,
      host: /\/\/127\.0\.0\.1:/,
      'allow-host': /"trainer"/,
      profile: /"baseUrl"/,
      json: /^\{"trainer":/m,
      'tls-cert': /"link":"https:/,
      'tls-key': /"link":"https:/,
    },
  },
  {
    command: 'class',
    name: 'shown in a browser',
    words: ['--trainees', 'anna', '--port', '0', '--open'],
    opens: true,
    within: 'terminal',
    writes: ['opened.txt'],
    shows: { open: /opened\.txt: http:\/\/127\.0\.0\.1:\d+\/_console\/class\.html#token=/ },
  },
];
