/**
 * Vehicles that drive and report, through the whole path: motion, geofences, limits and licence, store.
 *
 * Times are those of the processor, of all threads of the process, so that a machine with other things to do does
 * not count; where nothing else runs, they are those of the clock. Each measurement has a process of its own.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { atLeast, atMost, inRounds, median, pathOf, perSecond, told } from './measure.mjs';

const MEBIBYTE = 2 ** 20;

export async function trafficRows() {
  const folder = mkdtempSync(join(tmpdir(), 'roadtest-traffic-'));
  try {
    const bundle = await bundled('test/bench/traffic/world.ts', folder);
    const measure = async (...what) => {
      const { stdout } = await promisify(execFile)(process.execPath, [
        pathOf('test/bench/traffic/measured.mjs'),
        bundle,
        ...what,
      ]);
      return JSON.parse(stdout);
    };
    return [...(await rates(measure)), ...(await day(measure)), await flat(measure), await answers(measure)];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function rates(measure) {
  const { ours, bare } = await inRounds(
    { ours: () => measure('rate', '10000'), bare: () => measure('bare', '10000') },
    3,
  );
  const rate = median(ours.map(({ reports, cpu }) => reports / cpu));
  const wall = median(ours.map(({ reports, wall: seconds }) => reports / seconds));
  const loop = median(bare.map(({ reports, cpu }) => reports / cpu));
  return [
    atLeast(
      'reports of 10,000 devices at full speed',
      rate / 1e6,
      'M/s',
      1,
      `24 geofences; ${perSecond(wall)} by the clock on the wall`,
    ),
    told(
      '  of a bare loop over typed arrays',
      (100 * rate) / loop,
      '%',
      `${perSecond(loop)}: four columns and 32 bytes a row`,
    ),
  ];
}

async function day(measure) {
  const { reports, cpu, wall, resident } = await measure('day', '10000');
  const note = `${reports.toLocaleString('en')} reports; ${wall.toFixed(1)} s by the clock on the wall`;
  return [
    atMost('a day of 10,000 devices every 30 s', cpu, 's', 40, note),
    atMost(
      '  at most resident',
      resident / MEBIBYTE,
      'MiB',
      1024,
      'the whole process, 100 locations kept of each',
    ),
  ];
}

async function flat(measure) {
  const { few, many } = await inRounds(
    { few: () => measure('rate', '1000'), many: () => measure('rate', '100000') },
    5,
  );
  const costs = (taken) => taken.map(({ reports, cpu }) => (cpu / reports) * 1e9);
  const byRound = costs(many).map((cost, round) => cost / costs(few)[round]);
  const note = `${Math.round(median(costs(many)))} ns against ${Math.round(median(costs(few)))} ns`;
  return atMost('a report with 100,000 devices against 1,000', median(byRound), '×', 1.3, note);
}

async function answers(measure) {
  const { waits, worst, reports, seconds } = await measure('answers', '10000');
  const note = `${waits} requests over HTTP while ${perSecond(reports / seconds)} were reported`;
  return atMost('99 of 100 answers while a story plays at full speed', worst, 'ms', 50, note);
}

/** Source that no public entry leads to, as one module. */
export async function bundled(source, folder) {
  const build = await rolldown({
    cwd: pathOf('.'),
    input: { world: source },
    tsconfig: false,
    platform: 'node',
    logLevel: 'silent',
  });
  await build.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name].mjs',
  });
  await build.close();
  return join(folder, 'world.mjs');
}
