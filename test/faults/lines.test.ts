/** The lines of a failure, run as they stand by a shell that knows the credentials, print the answer that was reported. */
import { execFile } from 'node:child_process';
import process from 'node:process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { nodeHost } from '../../contracts/hosts/node.ts';
import { verify } from '../../contracts/verify/whole-run.ts';
import { defectOf, deviantSimulator } from '../../simulator/deviations/apply.ts';
import { serve } from '../../simulator/hosts/node.ts';
import { drawn, LONG, SEED } from '../sample.ts';
import { deviationFaults } from './index.ts';
import { firstOf } from './judging.ts';

/** Counts of licences are those of the account, which other devices change; lines go out one after the other; a location of others is the one before; the others are refusals of many kinds. */
const alike = deviationFaults.filter(
  ({ does }) => !/^(licences|operations|auth\/no-way-round|token)\/|-at-once:|location-is-own:/.test(does),
);

it.each(drawn(2, alike, 2))('$does', LONG, async (fault) => {
  const simulator = deviantSimulator(defectOf(fault));
  const server = await serve(simulator, { port: 0 });
  const { profile } = simulator;
  try {
    const baseUrl = `http://127.0.0.1:${server.port}`;
    const asked = { baseUrl, credentials: { userName: 'demo', apiKey: 'demo-key' }, profile, seed: SEED };
    const run = await verify({ ...asked, only: [firstOf(fault)], settleMs: 0 }, nodeHost());
    const failed = run.outcomes.find(({ verdict }) => verdict === 'fail');
    const lines = failed?.steps?.flatMap((step) => step.run ?? []) ?? expect.fail('no failure has steps');
    const env = { ...process.env, ROADTEST_USER_NAME: 'demo', ROADTEST_API_KEY: 'demo-key' };
    const script = [...lines.slice(0, -1), 'echo; echo ----', lines.at(-1)].join('\n');
    const { stdout } = await promisify(execFile)('sh', ['-c', script], { env });
    const [head = '', body = ''] = (stdout.split('\n----\n').at(-1) ?? '').split('\r\n\r\n');
    const { reply } = run.exchanges[failed?.exchanges.at(-1) ?? -1] ?? {};
    expect(head).toMatch(new RegExp(`^HTTP/\\S+ ${reply?.status} `));
    expect(shapeOf(body), lines.join('\n')).toEqual(shapeOf(reply?.body ?? ''));
  } finally {
    await server.close();
    simulator.stop();
  }
});

/** An answer without what each record has of its own: texts, and large numbers; other records of a list are open, too. */
function shapeOf(body: string): unknown {
  const of = (_: string, value: unknown) => {
    if (typeof value === 'string') return '';
    if (Array.isArray(value)) return [];
    return typeof value === 'number' && Math.abs(value) >= 1_000 ? 0 : value;
  };
  return body === '' ? '' : JSON.parse(body, of);
}
