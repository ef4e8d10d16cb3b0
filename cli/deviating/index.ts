/**
 * Deviations: a simulator that breaks one rule of the document, so that a team can see what a failing
 * run looks like (`roadtest serve --deviate RULE`). The code of the simulator knows none of this.
 *
 * - `deviation.ts`  what a deviation is
 * - `token.ts` `tokens.ts` `records.ts` `limits.ts` `licences.ts`   one for every rule, area by area
 */

import { suggestion } from '../../contracts/kit/suggest.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';
import { channels, expand, type Judged } from '../../contracts/specification/judged.ts';
import { guardedOperations } from '../../contracts/specification/operations.ts';
import { type Rule, rules } from '../../contracts/specification/rules/index.ts';
import { CliError } from '../command.ts';
import type { Deviation, Deviations, Scope } from './deviation.ts';
import { expiryDeviations, licenceDeviations } from './licences.ts';
import { limitDeviations } from './limits.ts';
import { deviceDeviations, groupDeviations, operationDeviations, userDeviations } from './records.ts';
import { tokenDeviations } from './token.ts';
import { authDeviations } from './tokens.ts';

export type { Deviation } from './deviation.ts';

const deviations: Deviations = {
  ...tokenDeviations,
  ...authDeviations,
  ...operationDeviations,
  ...deviceDeviations,
  ...groupDeviations,
  ...userDeviations,
  ...limitDeviations,
  ...expiryDeviations,
  ...licenceDeviations,
};

/**
 * The deviation from a rule (`limits/stops-at-limit`), or from what is judged of it for one operation
 * or channel (`limits/stops-at-limit/sms`).
 *
 * @throws CliError UNKNOWN_ID
 */
export function deviationFrom(id: string): Deviation {
  const entries = rules.flatMap((rule) => [
    { id: rule.id as string, rule, judged: undefined },
    ...judgedOf(rule),
  ]);
  const found = entries.find((entry) => entry.id === id);
  if (found) return deviations[found.rule.id](scopeOf(found.judged));
  const names = entries.map((entry) => entry.id);
  throw new CliError('UNKNOWN_ID', `${quoted(id)} is no rule that can be broken.`, {
    hint: suggestion(id, names) ?? 'roadtest rules prints them all.',
  });
}

function judgedOf(rule: Rule): { id: string; rule: Rule; judged: Judged }[] {
  return expand(rule).map((judged) => ({ id: judged.id, rule, judged }));
}

/** Without a token request nothing can be verified, so that one breaks only where it is named. */
function scopeOf(judged: Judged | undefined): Scope {
  return {
    operations: new Set(judged?.operation ? [judged.operation] : guardedOperations.map(({ id }) => id)),
    channels: judged?.channel ? [judged.channel] : channels,
  };
}
