/** An exploration for people: what was done, and a failure as a history to read. */
import {
  type Exploration,
  type Failure,
  type PastFailure,
  whyNothing,
} from '../../contracts/explore/exploration.ts';
import { shellWord } from '../../contracts/kit/curl.ts';
import type { Palette } from '../../contracts/kit/palette.ts';
import { counted } from '../../contracts/kit/phrases.ts';
import { wholeRun } from '../../contracts/report/summary.ts';

interface Asked {
  address: string | undefined;
  options: { readonly [N in Repeated]: string | undefined };
}

type Repeated = 'profile' | 'only' | 'skip' | 'baseline' | 'save' | 'replay';

export function textOf(run: Exploration, asked: Asked, palette: Palette): string {
  const { dim, yellow } = palette;
  const counts = `${run.histories} histories, ${run.steps} steps (${run.judged} judged), ${run.requests} requests`;
  const about = run.themes.length === 0 ? 'nothing: the profile describes too little' : run.themes.join(', ');
  const nothing = whyNothing(run);
  return [
    `${asked.address ?? 'The simulator in this process'}\n`,
    `${dim(`profile ${run.profile ?? 'none'}, ${run.tool}, --seed ${run.seed}`)}\n\n`,
    ...run.failures.flatMap((failure) => linesOfFailure(failure, run, asked, palette)),
    ...run.gonePast.map((failure) => lineOfPast(failure, palette)),
    ...(run.fault === undefined ? [] : [`The exploration itself failed: ${run.fault}\n`]),
    ...(run.journalLost === undefined ? [] : [`${yellow('!')} ${wholeRun.journalLost(run.journalLost)}\n`]),
    ...run.warnings.flatMap((warning) => (warning === nothing ? [] : [`${yellow('!')} ${warning}\n`])),
    `${counts}\nabout ${about}\n`,
    ...(run.interrupted ? [`${yellow('Interrupted')}: this is what was found until then.\n`] : []),
    ...(nothing === undefined ? conclusionOf(run, palette) : []),
  ].join('');
}

/** Says what follows; where nothing does, the last line says why. */
function conclusionOf(
  { interrupted, failures, gonePast, fault, journalLost }: Exploration,
  { green }: Palette,
): string[] {
  if (interrupted || failures.length > 0 || fault !== undefined || journalLost !== undefined) return [];
  const but = gonePast.length > 0 ? ', or by a failure that was gone past' : '';
  return [`${green('✔')} Each is explained by some reading of the document${but}.\n`];
}

function linesOfFailure(failure: Failure, run: Exploration, asked: Asked, palette: Palette): string[] {
  const { bold, red, yellow, dim } = palette;
  const [likeliest, ...others] = failure.broken;
  const head =
    likeliest?.join(' and ') ?? 'No single broken rule, and no pair of them, explains this history';
  const sets = others.map((set) => set.join(' and '));
  const { requests, foundWith, failed, played } = failure;
  return [
    `${failure.verdict === 'fail' ? red('✘ fail') : yellow('? suspect')}  ${bold(head)}\n\n`,
    ...failure.taken.flatMap(({ step, came, run: lines = [] }, index) => [
      `${String(index + 1).padStart(4)}  ${step}${came === undefined ? dim(' (could not be done)') : ` → ${came}`}\n`,
      ...lines.map((line) => `      ${dim(line)}\n`),
    ]),
    `\n  expected  ${failure.expected}\n  observed  ${failure.observed}\n`,
    ...(sets.length > 0 ? [`  other rules that may be the cause: ${sets.join('; ')}\n`] : []),
    ...failure.ruledOut.map(({ step, reading }) => `  ruled out ${dim(`by step ${step}:`)} ${reading}\n`),
    `  found     after ${requests} requests, with ${counted(foundWith, 'step')}; played again it failed ${failed} of ${played} times\n`,
    ...(failure.unshrunk === undefined ? [] : [`  length    not made shorter: ${failure.unshrunk}\n`]),
    `  repeat    ${commandOf(run, asked)}\n\n`,
  ];
}

/** A failure that the search went past, and its steps. */
function lineOfPast({ past, broken, taken }: PastFailure, { yellow, dim }: Palette): string {
  const mark = past === 'accepted' ? yellow('○ accepted') : dim('– not asked for');
  const rules = broken[0]?.join(' and ') ?? '';
  return `${mark}  ${rules}, by ${counted(taken.length, 'step')}: ${taken.map(({ step }) => step).join('; ')}\n`;
}

/** The command that finds it again, or plays it again where it was saved. */
function commandOf({ seed }: Exploration, { address, options }: Asked): string {
  const target = address === undefined ? [] : [address];
  const asked = (['profile', 'only', 'skip', 'baseline'] as const).flatMap((name) =>
    options[name] === undefined ? [] : [`--${name}`, options[name]],
  );
  const file = options.replay ?? options.save;
  const how = file === undefined ? ['--seed', String(seed)] : ['--replay', file];
  return ['roadtest', 'explore', ...target, ...asked, ...how].map(shellWord).join(' ');
}
