/** Rules about the form of a token are held to in every answer of the run that brought one, whatever it was asked for. */

import type { Deployment } from '../../deployment/deployment.ts';
import { isIssued, readToken } from '../../deployment/reading/tokens.ts';
import type { TokenForm } from '../../judge/event.ts';
import { brokenByForm } from '../../judge/parts/token-forms.ts';
import { formOf } from '../../play/tokens.ts';
import type { Judged, JudgedId } from '../../specification/judged.ts';
import type { Evidence, IssuedForm } from '../evidence.ts';
import { expectedBy, type Finding, fail } from '../outcome.ts';
import type { Exchange } from '../run.ts';
import type { Sent } from '../shell.ts';
import { stepsTaken } from '../telling.ts';
import { partsOfToken } from '../token-parts.ts';

/** One or two answers may have come about otherwise. */
const CONFIRMING = 3;

/** The forms of all answers that brought a token. */
export function formsSeen({ tokens }: Deployment): IssuedForm[] {
  const numbers = new Map<string, number>();
  return tokens.answers.filter(isIssued).map((answer) => {
    const { value } = readToken(answer);
    const token = numbers.get(value) ?? numbers.size + 1;
    numbers.set(value, token);
    return { form: formOf(answer), exchange: answer.exchange, token, shows: partsOfToken(value) };
  });
}

/** A failure, if several answers break the rule; one or two may have come about otherwise. */
export function formsIn(
  { issued, tokenAnswers }: Pick<Evidence, 'issued' | 'tokenAnswers'>,
  { id, rule }: Judged,
  record: readonly Exchange[],
): Finding | undefined {
  const broken = issued.filter(({ form }) => brokenIn(form).includes(id));
  const [first] = broken;
  if (!first) return undefined;
  const observed = `a token in ${first.form.shown}`;
  const shown = broken.slice(0, CONFIRMING).map(({ exchange }) => exchange);
  const often = `in ${broken.length} of ${tokenAnswers} answers`;
  const expected = expectedBy({ rule });
  const sent: Sent = {
    facts: [{ kind: 'issued', at: 0, credentials: 'good', issued: true, form: first.form }],
    steps: [{ do: 'token', credentials: 'good' }],
    exchanges: [[first.exchange]],
  };
  return broken.length >= CONFIRMING
    ? {
        ...fail(expected, `${observed}, ${often}`, shown),
        steps: stepsTaken(sent, record, expected),
      }
    : { verdict: 'suspect', reason: `The run got ${observed}, ${often}.`, exchanges: shown };
}

const known = new WeakMap<TokenForm, readonly JudgedId[]>();

/** Each form is looked at once, whichever rules are asked for. */
function brokenIn(form: TokenForm): readonly JudgedId[] {
  const broken =
    known.get(form) ?? brokenByForm({ at: 0, kind: 'issued', credentials: 'good', issued: true, form });
  known.set(form, broken);
  return broken;
}
