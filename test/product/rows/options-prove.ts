/** The effect of each option of `roadtest prove`. */
import { type LineRow, yard } from './line-row.ts';

/** Tests that pass without a fault only, and say what they see of the service. */
const tests = `
const { ROADTEST_BASE_URL: base, ROADTEST_CONTROL_URL: control, ROADTEST_USER_NAME: userName, ROADTEST_API_KEY: apiKey } = process.env;
const headers = { 'content-type': 'application/json' };
const signed = await fetch(base + '/api/Auth/Token', { method: 'POST', headers, body: JSON.stringify({ userName, apiKey }) });
const { token } = await signed.json();
const ask = async (address) => (await fetch(address, { headers: { authorization: 'Bearer ' + token } })).text();
console.log('ids', JSON.parse(await ask(base + '/api/devices')).map(({ id }) => id).join());
console.log('clock', await ask(control + '/clock'));
process.exit(process.env.ROADTEST_PROVE === 'plain' ? 0 : 1);
`;
const vehicles = `roadtest: 1
name: vehicles
openings: { records.id: { form: string, prefixes: { device: veh-, alert: alr-, group: grp-, user: usr- } } }
`;
const command = ['--', 'node', 'tests.mjs'];

export const proveRows: readonly LineRow[] = [
  {
    command: 'prove',
    name: 'as JSON and as a page',
    words: [
      ...['--json', '--html', 'matrix.html', '--only', 'fault/slow-answers', '--jobs', '2', '--time', '60'],
      ...['--devices', '2', '--seed', '5', '--at', '2027-01-01T08:30:00Z', '--frozen', ...command],
    ],
    files: { 'tests.mjs': tests },
    writes: ['matrix.html'],
    shows: {
      json: /"finding": "exposed"/,
      html: /matrix\.html: <!doctype html>[\s\S]*fault\/slow-answers/,
      only: /"rows": \[\s*\{\s*"id": "fault\/slow-answers"[^\]]*\],/,
      jobs: /"interrupted": false/,
      time: /--time 60/,
      devices: /ids dev-1,dev-2\\n/,
      seed: /--seed 5/,
      at: /\\"now\\":\\"2027-01-01T08:30:00/,
      frozen: /\\"frozen\\":true/,
    },
  },
  {
    command: 'prove',
    name: 'with a world of its own',
    words: [
      ...['--only', 'difference/extra-fields', '--require', 'exposed=0', '--fixture', 'yard.yaml'],
      ...['--profile', 'vehicles.yaml', ...command],
    ],
    files: { 'tests.mjs': tests, 'yard.yaml': yard.replace('dev-', 'veh-'), 'vehicles.yaml': vehicles },
    shows: { require: /Not met: --require exposed=0/, fixture: /ids veh-77\n/, profile: /ids veh-77\n/ },
  },
  {
    command: 'prove',
    name: 'where nothing moves',
    words: ['--json', '--only', 'difference/extra-fields', '--still', ...command],
    files: { 'tests.mjs': tests },
    shows: { still: /"again": "roadtest prove --still/ },
  },
  {
    command: 'prove',
    name: 'the rows',
    words: ['--list'],
    shows: { list: /^fault\/token-revoked +carries on/m },
  },
];
