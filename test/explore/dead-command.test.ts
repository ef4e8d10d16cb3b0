/** Deployments that die, met by the command that is built, over sockets. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Exploration } from '../../contracts/explore/exploration.ts';
import { launch } from '../cli/roadtest.ts';
import { type Hostile, startHostile } from '../resilience/hostile/deployment.ts';
import { type Answer, endless, from, json, reply } from '../resilience/hostile/kind.ts';
import { environment } from '../resilience/hostile/secrets.ts';
import { oneIn, turns } from '../sample.ts';

const inTurn = turns(1);

/** The first requests, which sign in and learn what there is, are answered as by a simulator. */
const DIES_AT = 21;
const refusal = (status: number) => reply({ status, headers: json, body: '{"error":"no"}' });
const dead: { readonly [what: string]: Answer } = {
  'answers 401': refusal(401),
  'answers 404': refusal(404),
  'answers 429': refusal(429),
  'cuts each connection': (hit) => void hit.socket.destroy(),
  'sends bodies without an end': endless(
    'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
    () => `400\r\n${'x'.repeat(1024)}\r\n`,
    10,
  ),
};

const folder = mkdtempSync(join(tmpdir(), 'roadtest-dead-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function explored(answer: Answer, ...words: string[]) {
  const hostile: Hostile = await startHostile(
    { answer: from(DIES_AT, answer) },
    { marker: join(folder, 'none'), random: () => 0.5 },
  );
  const command = ['explore', hostile.url, '--requests', '100', '--timeout', '1', '--seed', '1', ...words];
  const state = { XDG_STATE_HOME: folder };
  const ended = await launch(command, { env: { ...environment, ...state }, cwd: folder }).ended;
  await hostile.close();
  return ended;
}

const JUDGED = /\d+ of \d+ steps got an answer that can be judged/;

describe.each(oneIn(5, Object.keys(dead)))('a service that %s from its 21st request on', (what) => {
  const answer = dead[what] ?? refusal(500);

  it.runIf(inTurn())(
    'neither passes nor fails: the terminal, the page and JSON say how much was judged',
    async () => {
      const [said, told] = await Promise.all([
        explored(answer, '--reporter', 'text,html', '--output', 'reports'),
        explored(answer, '--json'),
      ]);
      expect([said.code, told.code]).toEqual([3, 3]);
      expect(said.out).toMatch(/\d+ steps \(\d+ judged\)/);
      expect(said.out).toMatch(new RegExp(`^Exit code 3: .*${JUDGED.source}`, 'm'));
      expect(said.out.match(new RegExp(JUDGED.source, 'g'))).toHaveLength(1);
      expect(readFileSync(join(folder, 'reports', 'report.html'), 'utf8')).toMatch(JUDGED);
      const { warnings, judged, steps, failures } = JSON.parse(told.out) as Exploration;
      expect(failures).toEqual([]);
      expect(warnings.join('\n')).toContain(`${judged} of ${steps} steps got an answer that can be judged`);
    },
  );
});
