/** `roadtest explore` on services in this process: what it finds, what it says of it, and what it does not accuse. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { serve } from '../../../simulator/hosts/node.ts';
import type { Handle } from '../../../simulator/http/call.ts';
import { createSimulator } from '../../../simulator/index.ts';
import type { Rules } from '../../../simulator/options.ts';
import { launchHere } from '../../command/roadtest.ts';
import { endWithFile, folder } from '../../command/started.ts';
import { sequenceFaults } from '../../faults/sequences.ts';

const env = { ROADTEST_USER_NAME: 'demo', ROADTEST_API_KEY: 'demo-key', XDG_STATE_HOME: folder };

interface Failure {
  verdict: string;
  past?: string;
  broken: string[][];
  history: object[];
  observed: string;
  expected: string;
  unshrunk?: string;
}

/** The exploration of a simulator with faults, by its JSON, as words ask for. */
async function explored(faults: readonly string[], words: string, change = (handle: Handle) => handle) {
  const rules: Partial<Rules> = Object.assign({}, ...faults.map((name) => sequenceFaults[name]?.rules?.()));
  const simulator = createSimulator({ devices: 3, rules });
  const server = await serve({ bodyLimit: simulator.bodyLimit, handle: change(simulator.handle) });
  endWithFile(() => server.close());
  const line = ['explore', server.url, '--seed', '1', ...words.split(' '), '--reporter', 'json'];
  const { code, out, err } = await launchHere(line, { env, cwd: folder }).ended;
  await server.close();
  simulator.stop();
  const run: { explored: { failures: Failure[]; themes: string[] }; unmet?: string[] } =
    out === '' ? { explored: { failures: [], themes: [] }, unmet: [err] } : JSON.parse(out);
  const { failures, themes } = run.explored;
  return {
    ...{ code, themes, unmet: run.unmet },
    failures: failures.filter(({ past }) => past === undefined),
    gonePast: failures.filter(({ past }) => past !== undefined),
  };
}

/** Writes a history for `--replay`. */
function saved(...steps: object[]): string {
  writeFileSync(
    join(folder, 'history.json'),
    JSON.stringify({ format: 'roadtest-history', version: 1, broken: [], steps }),
  );
  return '--replay history.json';
}

const user = { family: 'user', record: 1 };
const group = { family: 'group', record: 1 };
const times = (count: number, step: object) => Array.from({ length: count }, () => step);
const email = { device: 1, channel: 'email' };
const cached = [
  ...[{ do: 'create', ...user }, ...times(3, { do: 'read', ...user })],
  ...[
    { do: 'update', ...user, fact: 'name' },
    { do: 'read', ...user },
  ],
];

describe('A failure says which record and which field came otherwise than expected', () => {
  it.each<[fault: string, rule: string, observed: RegExp, steps: object[]]>([
    [
      'cached-after-three-reads',
      'users/updated-keeps-rest',
      /^the user \S+ with name "[^"]+" \(read user 1\)$/,
      cached,
    ],
    [
      'withheld-counted',
      'limits/usage-counts/email',
      /^device \S+ with usageEmail \d \(read the settings of device 1\)$/,
      [
        { do: 'device', device: 1 },
        { do: 'limit', ...email, to: 1 },
        ...times(5, { do: 'send', ...email, count: 1 }),
        { do: 'settings', device: 1 },
      ],
    ],
    [
      'fourth-patch',
      'groups/updated-keeps-rest',
      /^the group \S+ in the list with name "[^"]+" \(list the groups\)$/,
      [
        { do: 'create', ...group },
        ...times(4, { do: 'update', ...group, fact: 'name' }),
        { do: 'list', family: 'group' },
      ],
    ],
  ])('%s', async (fault, rule, observed, steps) => {
    const { code, failures } = await explored([fault], saved(...steps));
    expect(failures[0], 'the failure').toBeDefined();
    expect(failures[0]?.broken.flat()).toContain(rule);
    expect(failures[0]?.observed).toMatch(observed);
    expect(failures[0]?.expected).not.toBe('');
    expect([code, failures[0]?.verdict]).toEqual([1, 'fail']);
  });
});

describe('An exploration', () => {
  // Some 1,500 requests and the readings of all of them: long on a machine that does other things.
  it('finds what shows only after some calls, makes it short, and saves it', {
    timeout: 180_000,
  }, async () => {
    const { code, failures } = await explored(
      ['withheld-counted'],
      '--only limits/ --requests 1500 --save found.json',
    );
    expect(code).toBe(1);
    expect(failures[0]?.broken.flat().join()).toMatch(/limits\/usage-/);
    expect(failures[0]?.history.length).toBeLessThanOrEqual(12);
    expect(failures[0]).not.toHaveProperty('unshrunk');
    expect(JSON.parse(readFileSync(join(folder, 'found.json'), 'utf8')).steps).toEqual(failures[0]?.history);
  });

  it('goes past what is accepted, and past what is not asked for', async () => {
    const known = ['users/updated-keeps-rest', 'users/replaced'].map(
      (id) => `- id: ${id}\n  reason: known\n`,
    );
    writeFileSync(join(folder, 'known.yaml'), known.join(''));
    const past = await explored(['cached-after-three-reads'], `${saved(...cached)} --baseline known.yaml`);
    expect([past.code, past.failures, past.gonePast[0]?.broken[0]]).toEqual([
      0,
      [],
      ['users/updated-keeps-rest'],
    ]);
    const other = await explored(['withheld-counted'], '--only groups/ --requests 60');
    expect([other.failures, other.themes]).toEqual([[], ['groups']]);
  });

  it('says that no history was played where none is about what was asked for', async () => {
    const run = await explored([], '--only limits/ --read-only');
    expect([run.code, run.themes]).toEqual([3, []]);
    expect(run.unmet?.join()).toContain('none about the rules that were asked for');
  });

  it.each(['', '--max-devices 4 '])(
    'finds nothing wrong with a service as it should be (%s)',
    async (bounds) => {
      const run = await explored([], `${bounds}--requests 150`);
      expect({ code: run.code, failures: run.failures }).toEqual({ code: 0, failures: [] });
    },
  );

  it.each<[what: string, status: number, body: string]>([
    ['401', 401, '{"error":"no"}'],
    ['503', 503, ''],
    ['an empty body', 200, ''],
    ['a page', 200, '<html></html>'],
  ])(
    'neither passes nor fails a service that answers %s from its 41st request on',
    async (_, status, body) => {
      let count = 0;
      const run = await explored(
        [],
        '--requests 60 --patience 1',
        (handle) => async (call) =>
          ++count > 40 && !call.target.startsWith('/_control') ? { status, headers: {}, body } : handle(call),
      );
      expect(run.failures.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
      expect(run.code).toBe(3);
    },
  );
});
