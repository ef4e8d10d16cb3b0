/** Rules about the form of a token are held to in every answer of the run that brought one, whatever it was asked for. */

import type { Answer } from '../../deployment/answer.ts';
import { type Finding, fail, suspect } from '../../deployment/finding.ts';
import { isIssued } from '../../deployment/reading/token-answer.ts';
import type { Session } from '../../deployment/session/session.ts';
import { brokenByForm } from '../../judge/parts/token-forms.ts';
import { CONFIRMING } from '../../judge/verdict.ts';
import { formOf } from '../../play/tokens.ts';
import type { Judged, JudgedId } from '../../specification/judged.ts';
import { rule as ruleOf } from '../../specification/rules/index.ts';

/** A failure, if several answers break the rule; one or two may have come about otherwise. */
export function formsIn({ tokens }: Session, { id, rule }: Judged): Finding | undefined {
  const broken = tokens.answers.filter((answer) => isIssued(answer) && brokenIn(answer).includes(id));
  const [first] = broken;
  if (!first) return undefined;
  const observed = `a token in ${formOf(first).shown}`;
  const shown = broken.slice(0, CONFIRMING);
  if (broken.length >= CONFIRMING)
    return fail(
      ruleOf(rule).text.replace(/\.$/, ''),
      `${observed}, in ${broken.length} of ${tokens.answers.length} answers`,
      ...shown,
    );
  return suspect(
    `The run got ${observed}, in ${broken.length} of ${tokens.answers.length} answers.`,
    ...shown,
  );
}

const known = new WeakMap<Answer, readonly JudgedId[]>();

/** Each answer is looked at once, whichever rules are asked for. */
function brokenIn(answer: Answer): readonly JudgedId[] {
  const event = { at: 0, kind: 'issued', credentials: 'good', issued: true } as const;
  const broken = known.get(answer) ?? brokenByForm({ ...event, form: formOf(answer) });
  known.set(answer, broken);
  return broken;
}
