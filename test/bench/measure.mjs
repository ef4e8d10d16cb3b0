/** Shared parts of the benchmarks: child processes, load, medians. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';

const root = new URL('../../', import.meta.url);
export const pathOf = (path) => fileURLToPath(new URL(path, root));
export const ROADTEST = pathOf('dist/bin/roadtest.js');

/** Starts a server that prints one JSON line with `baseUrl`; answers with that line and how to stop it. */
export async function startServer(args) {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return { ...JSON.parse(line), pid: child.pid, stop: () => stopped(child) };
}

export function serve(...options) {
  return startServer([ROADTEST, 'serve', '--port', '0', '--json', '--frozen', ...options]);
}

export async function stopped(child, signal = 'SIGTERM') {
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}

/** A port that nothing listens on. */
export function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(String(port)));
    });
  });
}

/** Asks until somebody answers, whatever the answer is. */
export async function firstAnswer(url) {
  for (;;) {
    const answered = await fetch(url).then(
      (reply) => reply.text(),
      () => undefined,
    );
    if (answered !== undefined) return;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

/** A token of a served simulator. */
export async function tokenOf({ baseUrl, userName, apiKey }) {
  const reply = await fetch(`${baseUrl}/api/Auth/Token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userName, apiKey }),
  });
  return (await reply.json()).token;
}

/** Requests a second that a server answers to one kind of request. Throws when any is refused. */
export async function rateOf(request, seconds = 2) {
  const result = await autocannon({ connections: 32, duration: seconds, ...request });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${request.url}: ${result.non2xx} refused, ${result.errors} failed`);
  }
  return result['2xx'] / result.duration;
}

/** Medians of several measurements taken in turn: `{ name: () => Promise<number> }` → `{ name: median }`. */
export async function inTurn(measurements, rounds = 5) {
  const taken = await inRounds(measurements, rounds);
  return Object.fromEntries(Object.entries(taken).map(([name, values]) => [name, median(values)]));
}

/** Several measurements taken in turn, each round's figure: `{ name: () => Promise<number> }` → `{ name: [number] }`. */
export async function inRounds(measurements, rounds) {
  const taken = Object.fromEntries(Object.keys(measurements).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, measure] of Object.entries(measurements)) taken[name].push(await measure());
  }
  return taken;
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1];
}

/** A row of the table: what, the figure, the bar it is held to, and how it was come by. */
export function ratio(what, ours, theirs, least, note) {
  const value = ours / theirs;
  return { what, figure: value.toFixed(2), bar: `≥ ${least}`, met: value >= least, note };
}

/**
 * The same for the rates of several rounds. The ratio of each round counts, and of these the median: a machine
 * that has other things to do is as fast for both within a round, not from one round to the next.
 */
export function ratioOfRates(what, ours, theirs, least) {
  const byRound = ours.map((rate, round) => rate / theirs[round]);
  const note = `${perSecond(median(ours))} against ${perSecond(median(theirs))}`;
  return ratio(what, median(byRound), 1, least, note);
}

/** A figure that is held to a bar, compared as it is shown. */
export function atMost(what, value, unit, most, note) {
  return {
    what,
    figure: `${value < 100 ? value.toFixed(1) : Math.round(value)} ${unit}`,
    bar: `≤ ${most} ${unit}`,
    met: Number(value.toFixed(1)) <= most,
    note,
  };
}

const perSecond = (rate) => `${Math.round(rate).toLocaleString('en')}/s`;
