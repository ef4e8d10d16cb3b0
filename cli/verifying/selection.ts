/** The selection of judged ids: `--only` and `--skip`. */

import { suggestion } from '../../contracts/kit/suggest.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';
import { expand, type Judged } from '../../contracts/specification/judged.ts';
import { rules } from '../../contracts/specification/rules/index.ts';
import { isSelected } from '../../contracts/verify/run-options.ts';
import { CliError } from '../command.ts';

const allJudged: readonly Judged[] = rules.flatMap((rule) => expand(rule));

/** `limits/,token/issued` as a list. */
export function listed(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** @throws CliError UNKNOWN_ID for a beginning that no judged id has */
export function parseSelection(only: string | undefined, skip: string | undefined) {
  const selection = { only: listed(only), skip: listed(skip) };
  for (const prefix of [...selection.only, ...selection.skip]) {
    if (allJudged.some(({ id }) => id.startsWith(prefix))) continue;
    const names = allJudged.flatMap(({ id, rule }) => [id, rule, `${id.split('/', 1)[0]}/`]);
    throw new CliError('UNKNOWN_ID', `No judged id begins with ${quoted(prefix)}.`, {
      hint: suggestion(prefix, new Set(names)) ?? 'roadtest rules prints them all.',
    });
  }
  if (allJudged.some(({ id }) => isSelected(id, selection))) return selection;
  throw new CliError(
    'NOTHING_SELECTED',
    'Nothing is left to judge: --skip takes away all that --only names.',
    { hint: 'roadtest rules --json has the ids of all that is judged.' },
  );
}
