/** `roadtest prove` from its command line to its exit code. */
import { CliError, type Io, type Values } from '../command.ts';
import { checkWritable, writeWhole } from '../serving/files.ts';
import { readProfile } from '../serving/reading.ts';
import { pageOf } from './html.ts';
import type { proveOptions } from './options.ts';
import { type ProveOptions, prove, type RowResult } from './prove.ts';
import { againOf, lineOf, summaryOf } from './report.ts';
import { exitCodeOf, requirementOf, unmetOf } from './requirement.ts';
import { rows } from './rows.ts';
import type { Proof } from './run.ts';

/** The fields of a result that hold words of our own. */
const OWN: ReadonlySet<string> = new Set<keyof RowResult>(['id', 'says', 'expects', 'finding']);

type Given = Values<typeof proveOptions>;

/** @throws CliError, and the errors of what the command line names */
export async function runProve(
  { args, options }: { args: readonly string[]; options: Given },
  io: Io,
): Promise<number> {
  if (options.list) return listed(options, io);
  if (args.length === 0)
    throw new CliError('COMMAND_MISSING', 'There is no command that runs the tests.', {
      hint: 'Name it after --: roadtest prove -- npm test.',
    });
  const requirements = (options.require ?? '').split(',').filter(Boolean).map(requirementOf);
  if (options.html !== undefined) await checkWritable(options.html, 'report', io);
  const proof: Proof = {
    settings: settingsOf(options),
    profile: options.profile === undefined ? undefined : await readProfile(options.profile, io),
    words: args,
    io: { ...io, out: () => {}, err: () => {} },
  };
  const line = { options: optionsOf(options), words: args };
  const proven = await prove(proof, chosenOf(options, io));
  const { secrets } = io.outlet;
  if (options.html !== undefined)
    await writeWhole(
      options.html,
      io.outlet.written(pageOf(secrets.deep(proven, OWN), secrets.deep(line))),
      'report',
      io,
    );
  const exitCode = exitCodeOf(proven, requirements);
  if (options.json) {
    const again = proven.rows.map((row) => ({
      ...row,
      took: Math.round(row.took),
      again: againOf(row.id, line),
    }));
    io.json({ ...proven, plain: proven.plain.map(Math.round), rows: again, exitCode }, 2);
    return exitCode;
  }
  io.out(summaryOf(proven, line, io));
  for (const { text } of unmetOf(proven, requirements)) io.out(`Not met: --require ${text}\n`);
  return exitCode;
}

function listed({ json }: Given, io: Io): number {
  const told = rows.map(({ id, says, expects }) => ({ id, says, expects }));
  if (json) io.json(told, 2);
  else for (const { id, says, expects } of told) io.out(`${id.padEnd(36)} ${expects.padEnd(12)} ${says}\n`);
  return 0;
}

function settingsOf({ profile, devices, seed, at, frozen, still, fixture }: Given): Proof['settings'] {
  return { port: 0, host: '127.0.0.1', keepsOn: true, profile, devices, seed, at, frozen, still, fixture };
}

function chosenOf({ only, time, jobs, json }: Given, io: Io): ProveOptions {
  const shows = !json;
  return {
    only: (only ?? '').split(',').filter(Boolean),
    time: time === undefined ? undefined : time * 1000,
    jobs,
    onPlain: ({ took, traffic }) => {
      if (shows) io.out(`plain run: passes in ${(took / 1000).toFixed(1)} s with ${traffic.count} calls\n`);
    },
    onRow: (result, done, of) => {
      io.draw('');
      if (shows) io.out(lineOf(result, io));
      if (done < of) io.draw(`${done} of ${of} rows`);
    },
  };
}

/** The options that a row needs to be run again. */
function optionsOf({ profile, devices, seed, at, frozen, still, fixture, time }: Given): string[] {
  const given = { profile, devices, seed, at, fixture, time };
  const valued = Object.entries(given).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, String(value)],
  );
  return [...(frozen ? ['--frozen'] : []), ...(still ? ['--still'] : []), ...valued];
}
