/**
 * Side by side with SUMO, which moves vehicles by how they follow each other in lanes, once a second: the same number
 * of vehicles, the same span of time, on a grid there and in the bundled town here. `node test/bench/sumo.mjs`, or the
 * part `sumo`; it says why where there is no SUMO (Debian: apt-get install sumo).
 *
 * The two do different work. SUMO keeps vehicles from running into each other and reports nothing; Roadtest has every
 * vehicle report, and stores that. What is compared is seconds of vehicles for a second of the processor.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { pathOf } from './measure.mjs';
import { bundled } from './traffic.mjs';

const VEHICLES = 2_000;
const SPAN = 600; // seconds
/** The schemas that they would check files by are looked for on the web. */
const quiet = ['--no-warnings', 'true', '--xml-validation', 'never'];

export async function sumoRows() {
  const what = `${VEHICLES.toLocaleString('en')} vehicles for ${SPAN / 60} minutes, against SUMO`;
  const version = await versionOfSumo();
  if (version === undefined) {
    return [{ what, figure: 'skipped', bar: '', met: true, note: 'there is no sumo here' }];
  }
  const folder = mkdtempSync(join(tmpdir(), 'roadtest-sumo-'));
  try {
    const bundle = await bundled('test/bench/traffic/world.ts', folder);
    const network = await gridWith(folder);
    const theirs = await ridden(network);
    const taken = await ours(bundle);
    const share = theirs.cpu / theirs.vehicles / (taken.cpu / VEHICLES);
    const here = `${taken.cpu.toFixed(2)} s of the processor with ${taken.reports.toLocaleString('en')} reports stored`;
    const there = `${version}: ${theirs.cpu.toFixed(2)} s for ${theirs.vehicles.toLocaleString('en')} vehicles`;
    return [{ what, figure: `${share.toFixed(0)} ×`, bar: '', met: true, note: `${here}; ${there}` }];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function versionOfSumo() {
  const found = await promisify(execFile)('sumo', ['--version']).catch(() => undefined);
  return (
    found &&
    (/Version (\S+)/.exec(found.stdout)?.[1] ? `SUMO ${/Version (\S+)/.exec(found.stdout)[1]}` : 'SUMO')
  );
}

/** A grid of streets of 140 m, large enough that the vehicles find room, and routes too long to come to their end. */
async function gridWith(folder) {
  const run = promisify(execFile);
  const [network, trips, routes] = ['net', 'trips', 'rou'].map((kind) => join(folder, `grid.${kind}.xml`));
  const grid = ['--grid', '--grid.number', '24', '--grid.length', '140', '--default.lanenumber', '2'];
  await run('netgenerate', [...grid, '--seed', '1', '--output-file', network]);
  const edges = edgesOf(network);
  const edge = (number) => edges[number % edges.length];
  const lines = Array.from({ length: VEHICLES }, (_, number) => {
    const via = [1, 2, 3, 4, 5, 6].map((stop) => edge(number * 104_729 + stop * 5_003)).join(' ');
    return `<trip id="${number}" depart="0" from="${edge(number * 7_919)}" via="${via}" to="${edge(number * 31 + 17)}"/>`;
  });
  writeFileSync(trips, `<routes>${lines.join('')}</routes>`);
  await run('duarouter', [
    '-n',
    network,
    '--route-files',
    trips,
    '-o',
    routes,
    '--ignore-errors',
    'true',
    ...quiet,
  ]);
  return { network, routes };
}

function edgesOf(network) {
  return [...readFileSync(network, 'utf8').matchAll(/<edge id="([^":]+)" from/g)].map(([, id]) => id);
}

async function ridden({ network, routes }) {
  const span = ['--begin', '0', '--end', String(SPAN), '--step-length', '1', '--seed', '1'];
  const told = ['--no-step-log', 'true', '--duration-log.statistics', 'true', ...quiet];
  const { stdout, cpu } = await measured('sumo', ['-n', network, '-r', routes, ...span, ...told]);
  return { cpu, vehicles: Number(/Inserted: (\d+)/.exec(stdout)?.[1] ?? VEHICLES) };
}

async function ours(bundle) {
  const { stdout } = await promisify(execFile)(process.execPath, [
    pathOf('test/bench/traffic/measured.mjs'),
    bundle,
    'span',
    String(VEHICLES),
    String(SPAN),
  ]);
  return JSON.parse(stdout);
}

/** The output of a program, and the seconds of the processor that it took, as the shell counts them. */
async function measured(program, args) {
  const script = 'time -p "$@"';
  const child = spawn('bash', ['-c', script, 'bash', program, ...args], {
    env: { ...process.env, TIMEFORMAT: '%U %S', LC_ALL: 'C' },
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (part) => {
    stdout += part;
  });
  child.stderr.on('data', (part) => {
    stderr += part;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${stderr.slice(-300)}`);
  const used = [...stderr.matchAll(/^(?:user|sys) ([\d.]+)$/gm)].map(([, seconds]) => Number(seconds));
  return { stdout, cpu: used.reduce((sum, seconds) => sum + seconds, 0) };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { what, figure, note } of await sumoRows()) console.log(`${what}  ${figure}  ${note}`);
}
