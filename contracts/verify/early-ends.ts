/**
 * Tokens that a deployment refused long before their end, whatever the run was about when it met that. The run goes on with
 * new ones, so that no history shows it.
 */
import type { Session } from '../deployment/session/session.ts';
import { CONFIRMING } from '../judge/verdict.ts';
import { plural } from '../kit/phrases.ts';
import type { JudgedId } from '../specification/judged.ts';
import { guardedOperation } from '../specification/operations.ts';
import type { Strayed } from './evidence.ts';

/**
 * The rules that this breaks, of those that were asked for. Once or twice a deployment may have started anew: then they are
 * suspect.
 */
export async function endedEarly(
  { tokenCheck, signal }: Session,
  asked: readonly JudgedId[],
): Promise<Strayed[]> {
  const ends = await tokenCheck.endedEarly(signal);
  const reason = `${plural(ends.length, 'token')} of the run ended in the first half of their life, though newer ones end none`;
  const strays = ends.map(
    ({ operation, exchange }): Strayed => ({
      ...{ rule: `auth/valid-until-expiry/${guardedOperation(operation)}`, reason, exchanges: [exchange] },
      ...(ends.length >= CONFIRMING && { observed: reason }),
    }),
  );
  return strays.filter(({ rule }) => asked.includes(rule));
}
