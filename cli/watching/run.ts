/** `roadtest watch`: the traffic of clients with a deployment, judged as it goes by. */
import { concluded } from '../../contracts/report/conclude.ts';
import { outcomeLine } from '../../contracts/report/progress.ts';
import { parseRequirement } from '../../contracts/report/verdict-exit.ts';
import { CliError, type Io } from '../command.ts';
import { writeRecording } from '../judging/recordings.ts';
import { Beside, checkWritable } from '../serving/files.ts';
import { reasonOf } from '../serving/reasons.ts';
import { spanOrNone } from '../spans.ts';
import { readBaseline } from '../verifying/baseline.ts';
import { readProfile } from '../verifying/profile.ts';
import { deliver, prepareDelivery } from '../verifying/reports.ts';
import { listed } from '../verifying/selection.ts';
import { baseUrlFor } from '../verifying/settings.ts';
import { parseTarget } from '../verifying/target.ts';
import { Looking } from './looking.ts';
import { proxyTo } from './proxy.ts';

interface Given {
  target: string | undefined;
  port: number;
  profile: string | undefined;
  for: string | undefined;
  alone: boolean;
  record: string | undefined;
  require: string | undefined;
  baseline: string | undefined;
  reporter: string;
  output: string | undefined;
  json: boolean;
}

/** Returns the exit code of what was seen, once it is stopped or its time is over. */
export async function watchTarget(given: Given, io: Io): Promise<number> {
  const delivery = await prepareDelivery(given.json ? 'json' : given.reporter, given.output, io);
  if (given.target === undefined)
    throw new CliError('MISSING_ARGUMENT', '--target is missing: the base address of the deployment.', {
      hint: 'roadtest watch --target https://fleet.example.com --port 4020',
    });
  const target = parseTarget(given.target);
  if (given.record !== undefined) await checkWritable(given.record, 'recording', io);
  const conditions = {
    requirements: listed(given.require).map(parseRequirement),
    baseline: await readBaseline(given.baseline, io),
  };
  const profile = (await readProfile(given.profile, io))?.profile ?? { roadtest: 1, name: '', openings: {} };
  const time = spanOrNone(given.for, 'for');
  const looking = new Looking(
    {
      ...{ base: baseUrlFor(target, profile), profile, sharing: given.alone ? 'alone' : 'shared' },
      onBad: (outcome) => io.err(`${outcomeLine(outcome, { palette: io.colors, width: io.columns })}\n`),
    },
    io,
  );
  const proxy = await proxyTo(target, given.port, looking).catch((error: unknown) => {
    throw new CliError('PORT_NOT_OPEN', `Port ${given.port} cannot be listened on: ${reasonOf(error)}.`, {
      hint: 'Name another with --port, or 0 for any that is free.',
    });
  });
  io.err(
    `Watching ${target.href} at ${proxy.url}: send your calls there. Ctrl+C ends it, with the report.\n`,
  );
  await untilOver(time, io);
  await proxy.close();
  const { evidence, run } = looking.seen();
  const beside = new Beside(io);
  const ended = concluded(run, conditions);
  await deliver(ended, delivery, beside, io);
  if (given.record !== undefined) await writeRecording({ run, evidence }, given.record, beside, io);
  return beside.exitCode(ended.exitCode);
}

function untilOver(time: number | undefined, io: Io): Promise<void> {
  return new Promise((resolve) => {
    const timer = time === undefined ? setInterval(() => undefined, 60_000) : setTimeout(() => over(), time);
    const over = () => {
      clearInterval(timer);
      resolve();
    };
    if (io.stop.aborted) over();
    io.stop.addEventListener('abort', over, { once: true });
  });
}
