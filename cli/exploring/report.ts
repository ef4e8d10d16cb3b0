/** An exploration for people: what was done, and a failure as a history to read. */
import type { Exploration, Failure } from '../../contracts/explore/exploration.ts';
import { whyNothing } from '../../contracts/explore/judging.ts';
import { shellWord } from '../../contracts/kit/curl.ts';
import { counted } from '../../contracts/kit/phrases.ts';
import { wholeRun } from '../../contracts/report/verdict-exit.ts';
import type { Io } from '../command.ts';

interface Asked {
  address: string | undefined;
  given: { profile: string | undefined; save: string | undefined; replay: string | undefined };
}

export function print(run: Exploration, asked: Asked, io: Io): void {
  const { dim, yellow, green } = io.colors;
  io.out(`${asked.address ?? 'The simulator in this process'}\n`);
  io.out(`${dim(`profile ${run.profile ?? 'none'}, ${run.tool}, --seed ${run.seed}`)}\n\n`);
  for (const failure of run.failures) printFailure(failure, run, asked, io);
  if (run.fault !== undefined) io.out(`The exploration itself failed: ${run.fault}\n`);
  if (run.journalLost !== undefined) io.out(`${yellow('!')} ${wholeRun.journalLost(run.journalLost)}\n`);
  const nothing = whyNothing(run);
  for (const warning of run.warnings) if (warning !== nothing) io.out(`${yellow('!')} ${warning}\n`);
  const counts = `${run.histories} histories, ${run.steps} steps (${run.judged} judged), ${run.requests} requests`;
  const about = run.themes.length === 0 ? 'nothing: the profile describes too little' : run.themes.join(', ');
  io.out(`${counts}\nabout ${about}\n`);
  for (const line of coverageOf(run)) io.out(`${dim(line)}\n`);
  if (run.interrupted) io.out(`${yellow('Interrupted')}: this is what was found until then.\n`);
  const { interrupted, failures, fault, journalLost } = run;
  if (interrupted || failures.length > 0 || fault !== undefined || journalLost !== undefined) return;
  if (nothing !== undefined) io.out(`${yellow('Nothing follows')}: ${nothing}\n`);
  else io.out(`${green('✔')} Each is explained by some reading of the document.\n`);
}

/** How often each step was drawn, and after how many different steps and states. */
function coverageOf({ coverage }: Exploration): string[] {
  const drawn = new Map<string, { times: number; after: number }>();
  for (const [key, count] of Object.entries(coverage)) {
    const step = key.slice(key.lastIndexOf(' > ') + 3);
    const { times, after } = drawn.get(step) ?? { times: 0, after: 0 };
    drawn.set(step, { times: times + count, after: after + 1 });
  }
  return [...drawn]
    .sort(([, one], [, other]) => other.times - one.times)
    .map(
      ([step, { times, after }]) =>
        `${String(times).padStart(7)} × ${step}, after ${counted(after, 'pair')} of step and state`,
    );
}

function printFailure(failure: Failure, run: Exploration, asked: Asked, io: Io): void {
  const { bold, red, yellow, dim } = io.colors;
  const [likeliest, ...others] = failure.broken;
  const head =
    likeliest?.join(' and ') ?? 'No single broken rule, and no pair of them, explains this history';
  io.out(`${failure.verdict === 'fail' ? red('✘ fail') : yellow('? suspect')}  ${bold(head)}\n\n`);
  failure.taken.forEach(({ step, came }, index) => {
    io.out(
      `${String(index + 1).padStart(4)}  ${step}${came === undefined ? dim(' (could not be done)') : ` → ${came}`}\n`,
    );
  });
  io.out(`\n  expected  ${failure.expected}\n  observed  ${failure.observed}\n`);
  if (others.length > 0) {
    const sets = others.map((set) => set.join(' and '));
    io.out(`  it could also be explained without ${sets.join(', or without ')}\n`);
  }
  for (const { step, reading } of failure.ruledOut)
    io.out(`  ruled out ${dim(`by step ${step}:`)} ${reading}\n`);
  const { requests, foundWith, failed, played } = failure;
  io.out(
    `  found     after ${requests} requests, with ${counted(foundWith, 'step')}; played again it failed ${failed} of ${played} times\n`,
  );
  io.out(`  repeat    ${commandOf(run, asked)}\n\n`);
}

/** The command that finds it again, or plays it again where it was saved. */
function commandOf({ seed }: Exploration, { address, given }: Asked): string {
  const target = address === undefined ? [] : [address];
  const profile = given.profile === undefined ? [] : ['--profile', given.profile];
  const file = given.replay ?? given.save;
  const how = file === undefined ? ['--seed', String(seed)] : ['--replay', file];
  return ['roadtest', 'explore', ...target, ...profile, ...how].map(shellWord).join(' ');
}
