/** A row of the tables of options: a line of a command, and what each option of it does. */
import type { Service } from '../server.ts';

export interface LineRow {
  command: string;
  /** The subject of the line. */
  name: string;
  /**
   * In words and files `{url}` is a world of its own on the shared server; `{watched}` the same behind a proxy that counts,
   * which with `{limited}` asks for some requests to come later, with `{public}` has no control API and with `{later}` comes
   * up a moment later. `{broken}` is a service that breaks `groups/replaced`, `{package}` the installed package.
   */
  words: readonly string[];
  /** How that world begins; with three devices, if nothing is said. */
  world?: object;
  begin?(world: Service): Promise<unknown>;
  files?: { readonly [name: string]: string | ((world: Service) => Promise<string>) };
  env?: { readonly [name: string]: string };
  /** Lines that are run before, in the same folder. */
  before?: readonly (readonly string[])[];
  /** Something that happens between these and the line. */
  meanwhile?(world: Service): Promise<unknown>;
  /** It runs in a terminal. */
  within?: 'terminal';
  /** A browser is there: it writes the address into `opened.txt`, and interrupts the command. */
  opens?: true;
  /** It is interrupted once that is printed. */
  until?: RegExp;
  /** Files that it writes. */
  writes?: readonly string[];
  /** Something that is asked of the world afterwards. */
  seen?(world: Service): Promise<string>;
  /** The option, and what the output, the names and contents of files, or the counts of the proxy have. */
  shows: { readonly [option: string]: RegExp };
}

export const story = `title: Two vans
clock: { start: 2026-03-02 08:00, for: 1h }
fleet: { van: { count: 2, drives: there, report: 10s } }
routes: { there: { roads: [depot, harbour, depot] } }
groups: { North: }
timeline:
  - { at: 30m, do: { alert: van-1, type: sos } }
`;
export const cast = 'title: A cast\nfixture: none.yaml\nclock: { start: 2026-03-02 08:00, for: 10m }\n';
export const yard = 'devices: [{ id: dev-77, name: Tow truck }]\n';
export const ours = 'roadtest: 1\nname: our staging system\nopenings: {}\n';

/** A world with other credentials than a server has by itself, and a file with them. */
export const guarded = {
  world: {
    fixture: {
      account: { userName: 'kim', apiKey: 'key-of-kim-1' },
      devices: [{ id: 'dev-1' }, { id: 'dev-2' }],
    },
  },
  files: { 'key.json': '{"userName":"kim","apiKey":"key-of-kim-1"}' },
  env: { ROADTEST_USER_NAME: '', ROADTEST_API_KEY: '' },
} as const;

/** A history that shows what `{broken}` does, with steps that it does not need. */
export const history = JSON.stringify({
  format: 'roadtest-history',
  version: 1,
  broken: [['groups/replaced']],
  steps: [
    { do: 'create', family: 'group', record: 1 },
    { do: 'read', family: 'group', record: 1 },
    { do: 'read', family: 'group', record: 1 },
    { do: 'replace', family: 'group', record: 1 },
    { do: 'read', family: 'group', record: 1 },
  ],
});

/** The requests that the public API of the world has seen. */
export const requests = async (world: Service): Promise<string> =>
  (await world.control('GET', '/requests')).text;

/** Each answer of these operations takes so long, in real milliseconds. */
export const slow =
  (latency: number, operation = '*') =>
  (world: Service) =>
    world.control('PUT', '/faults', { rules: [{ operation, latency }] });
