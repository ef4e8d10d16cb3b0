/** The cost of `roadtest explore` itself: time of the processor for a request, beside that of a bare call. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { atMost, inTurn, ROADTEST, serve } from './measure.mjs';

/** Printed by a process at its end: milliseconds of processor time, of whatever thread. */
const accounting =
  'data:text/javascript,process.on("exit",()=>{const{user,system}=process.cpuUsage();console.error("cpu",(user+system)/1000)})';
const few = 300;
const many = 3_300;

export async function exploreRows() {
  const service = await serve();
  const scratch = mkdtempSync(join(tmpdir(), 'roadtest-bench-'));
  try {
    const { explored, bare } = await inTurn(
      {
        explored: () => each((requests) => explore(service.baseUrl, requests, scratch)),
        bare: () => each((requests) => fetches(`${service.baseUrl}/api/devices/dev-1`, requests)),
      },
      5,
    );
    const note = `${explored.toFixed(1)} ms of processor time for a request, ${bare.toFixed(1)} ms for a bare fetch`;
    return [atMost('explore, for itself', explored - bare, 'ms', 2, note)];
  } finally {
    rmSync(scratch, { recursive: true, force: true });
    await service.stop();
  }
}

/** The time for a request among many: the start of a process takes the same for few. */
async function each(run) {
  const [less, more] = [await run(few), await run(many)];
  return (more.cpu - less.cpu) / (more.requests - less.requests);
}

async function explore(baseUrl, requests, scratch) {
  const options = ['--requests', `${requests}`, '--time', '5m', '--seed', '5', '--json'];
  const journal = ['--journal', join(scratch, `${requests}-${performance.now()}.jsonl`)];
  const { stdout, cpu } = await accounted([ROADTEST, 'explore', baseUrl, ...options, ...journal]);
  return { requests: JSON.parse(stdout).requests, cpu };
}

async function fetches(url, requests) {
  const script = `for (let i = 0; i < ${requests}; i++) await (await fetch('${url}')).text();`;
  const { cpu } = await accounted(['--input-type=module', '-e', script]);
  return { requests, cpu };
}

async function accounted(words) {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['--import', accounting, ...words], {
    maxBuffer: 2 ** 28,
  });
  return { stdout, cpu: Number(/^cpu ([\d.]+)$/m.exec(stderr)?.[1]) };
}
