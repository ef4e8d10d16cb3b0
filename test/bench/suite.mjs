/** The whole contract suite between two processes: near, and 100 ms away. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { atMost, median, ROADTEST, serve } from './measure.mjs';

const LATENCY = 100;
/** The share of the time that the requests of a distant run would take one after the other. */
const SHARE = 1 / 6;

export async function suiteRows() {
  const near = [];
  for (let round = 0; round < 5; round++) near.push(await verified());
  const far = await verified(LATENCY);
  return [
    atMost(
      'the contract suite, whole',
      median(near.map(({ took }) => took)),
      'ms',
      2_000,
      'roadtest verify over HTTP',
    ),
    atMost('  its requests', median(near.map(({ requests }) => requests)), '', 1_200, 'ids judged'),
    atMost(
      `  ${LATENCY} ms away`,
      far.took,
      'ms',
      SHARE * far.requests * LATENCY,
      `its ${far.requests} requests one after the other take ${(far.requests * LATENCY) / 1_000} s`,
    ),
  ];
}

async function verified(latency = 0) {
  const service = await serve();
  try {
    if (latency > 0) {
      const rules = [{ operation: '*', latency }];
      await fetch(`${service.controlUrl}/faults`, { method: 'PUT', body: JSON.stringify({ rules }) });
    }
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [ROADTEST, 'verify', service.baseUrl, '--reporter', 'json'],
      {
        maxBuffer: 2 ** 28,
      },
    );
    const run = JSON.parse(stdout);
    if (run.outcomes.some(({ verdict }) => verdict !== 'pass'))
      throw new Error('Not every rule was judged and passed.');
    return { took: Date.parse(run.finishedAt) - Date.parse(run.startedAt), requests: run.exchanges.length };
  } finally {
    await service.stop();
  }
}
