/** The command line of `npm run reduced`. */
import { appendFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Broken, type Cell, cellsWith, isWrong, type Judged, judgedIn } from './cells.ts';
import { type Devices, reducedProfiles } from './profiles.ts';

const help = `Usage: npm run reduced -- [options]

Judges each deviation by the rule that it breaks, with each profile that lacks one thing, and counts the verdicts.
Exits with 1 where a broken rule passes.

Options:
  --devices LIST  made by the run, known from the profile, or expired before it (default made,known,expired)
  --rule REGEX    only deviations whose rule and words match
  --lacks REGEX   only profiles that lack what matches
  --part N/M      every Mth cell, beginning with the Nth
  --further       those of test/deviations as well
  --sound         the service as it should be in place of the deviations: prints what does not pass
  --file FILE     appends a line for each verdict
  --help          shows this help
`;

const options = {
  devices: { type: 'string', default: 'made,known,expired' },
  rule: { type: 'string', default: '' },
  lacks: { type: 'string', default: '' },
  part: { type: 'string', default: '1/1' },
  further: { type: 'boolean', default: false },
  sound: { type: 'boolean', default: false },
  file: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

const sound: Broken = { what: 'nothing', breaks: [], isFurther: false, defect: () => ({}) };

/** Gives the exit code: 1 where a broken rule passes, else 0. */
export async function main(words: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...words], options });
  if (values.help) {
    console.log(help);
    return 0;
  }
  const [part = 1, parts = 1] = values.part.split('/').map(Number);
  const cells = values.devices
    .split(',')
    .flatMap((devices) => (values.sound ? soundCells(devices as Devices) : cellsWith(devices as Devices)))
    .filter(
      ({ broken }) => (values.further || !broken.isFurther) && new RegExp(values.rule).test(broken.what),
    )
    .filter(({ reduced }) => new RegExp(values.lacks).test(reduced.lacks))
    .filter((_, place) => place % parts === part - 1);
  const counts = new Map<string, number>();
  let wrong = 0;
  for (const cell of cells)
    for (const judged of await judgedIn(cell)) {
      counts.set(judged.verdict, (counts.get(judged.verdict) ?? 0) + 1);
      const isBad = values.sound ? judged.verdict !== 'pass' : isWrong(cell, judged);
      if (isBad) wrong++;
      const line = lineOf(cell, judged);
      if (isBad || judged.verdict === 'by status') console.log(line);
      if (values.file !== undefined) appendFileSync(values.file, `${line}\n`);
    }
  const said = [...counts].map(([verdict, count]) => `${count} ${verdict}`).join(', ');
  console.log(
    `${cells.length} cells: ${said}; ${wrong} ${values.sound ? 'did not pass' : 'passed wrongly'}.`,
  );
  return wrong > 0 && !values.sound ? 1 : 0;
}

function soundCells(devices: Devices): Cell[] {
  return reducedProfiles(devices).map((reduced) => ({ broken: sound, reduced }));
}

function lineOf({ broken, reduced }: Cell, { id, verdict, reason, unlock }: Judged): string {
  return [verdict, reduced.devices, reduced.lacks, id, broken.what, reason, unlock.join(' ')].join('\t');
}
