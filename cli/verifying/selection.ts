/** The selection of judged ids: `--only` and `--skip`. */

import { suggestion } from '../../contracts/kit/suggest.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';
import { expand, type Judged } from '../../contracts/specification/judged.ts';
import { rules } from '../../contracts/specification/rules/index.ts';
import { isSelected } from '../../contracts/verify/run-options.ts';
import { CliError } from '../command.ts';

const allJudged: readonly Judged[] = rules.flatMap((rule) => expand(rule));

/**
 * `limits/,token/issued` as a list; empty where the option is not given.
 *
 * @throws CliError WRONG_OPTION for nothing between commas, which would select everything
 */
export function listed(text: string | undefined, option: string): string[] {
  if (text === undefined) return [];
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (parts.length > 0) return parts;
  throw new CliError('WRONG_OPTION', `--${option} names nothing: ${quoted(text)}.`, {
    hint: 'Name one or more, with commas between them, or leave it out.',
  });
}

/** @throws CliError UNKNOWN_ID for a beginning that no judged id has, NOTHING_SELECTED, and as `listed` */
export function parseSelection(only: string | undefined, skip: string | undefined) {
  const selection = { only: listed(only, 'only'), skip: listed(skip, 'skip') };
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
