/** Renewing a token before it ends (section 5). */
import type { Cases } from '../../case.ts';
import { fail, inconclusive, pass } from '../../finding.ts';
import { describeAnswer } from '../../reading/describe.ts';
import { isIssued, tokenIn } from './answer.ts';

export const renewalCases = {
  'token/renewal': {
    touches: 'nothing',
    cost: { requests: 2 },
    async judge(kit) {
      const first = await kit.firstToken();
      tokenIn(first);
      const second = await kit.requestToken();
      if (!isIssued(second)) {
        return fail(
          'a further token while the first is valid',
          `none in ${describeAnswer(second)}`,
          first,
          second,
        );
      }
      const { operation, answer } = await kit.probes.touchstone();
      const used = await kit.call(operation, { auth: { bearer: tokenIn(second) } });
      if (used.look === answer.look)
        return pass('A second token was issued before the first ended, and works.', second, used);
      const twin = await kit.call(operation, { auth: { bearer: tokenIn(first) } });
      const again = await kit.call(operation, { auth: { bearer: tokenIn(second) } });
      if (twin.look !== answer.look || again.look !== used.look)
        return inconclusive(`${operation} answered the same token in two ways.`);
      return fail(
        'a further token that works',
        `${operation} refuses it: ${describeAnswer(again)}; the first one works`,
        second,
        twin,
        again,
      );
    },
  },
} satisfies Cases;
