/** The failures that the search goes past: those that are accepted, and those of rules that were not asked for. */
import { expand, type JudgedId } from '../specification/judged.ts';
import { rules } from '../specification/rules/index.ts';
import { isSelected } from '../verify/run-options.ts';
import type { PastFailure } from './exploration.ts';
import type { ExploreOptions } from './options.ts';

export type Asked = Pick<ExploreOptions, 'only' | 'skip'>;

export const judgedIds: readonly JudgedId[] = rules.flatMap((rule) => expand(rule).map(({ id }) => id));

/** Why the search goes past a failure that breaks these rules; `undefined` where it does not. */
export function pastBy(
  broken: readonly JudgedId[],
  { accepted = [], ...asked }: Asked & Pick<ExploreOptions, 'accepted'>,
): PastFailure['past'] | undefined {
  if (broken.length === 0) return undefined;
  const isAccepted = (id: JudgedId) => accepted.some((one) => id === one || id.startsWith(`${one}/`));
  if (broken.every(isAccepted)) return 'accepted';
  return broken.some((id) => isSelected(id, asked) && !isAccepted(id)) ? undefined : 'not-selected';
}
