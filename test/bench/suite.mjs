/** The whole contract suite between two processes: near, and 100 ms away. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { atMost, median, ROADTEST, serve } from './measure.mjs';

/** The requests of a run of which each needs the answer of the one before, as they were counted. */
const LONGEST_CHAIN = 35;
const LATENCY = 100;

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
    atMost('  its requests', median(near.map(({ requests }) => requests)), '', 800, 'ids judged'),
    atMost(
      `  ${LATENCY} ms away`,
      far.took,
      'ms',
      3 * LONGEST_CHAIN * LATENCY,
      `a chain of ${LONGEST_CHAIN} requests takes ${LONGEST_CHAIN * LATENCY} ms`,
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
      [ROADTEST, 'verify', service.baseUrl, '--json'],
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
