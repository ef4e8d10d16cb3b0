/** API access of the account, switched off and on (sections 1 and 5). */

import type { Answer } from '../../answer.ts';
import type { Cases } from '../../case.ts';
import type { CaseContext } from '../../case-context.ts';
import { fail, inconclusive, pass, Unreached } from '../../finding.ts';
import { formOfAnswer } from '../../reading/describe.ts';
import { unlessUnreached } from '../../transport/failures.ts';
import { busyBy, isIssued, refusalFailure, refusalFaults } from './answer.ts';

export const apiAccessCases = {
  'token/api-disabled': {
    touches: 'account',
    cost: { requests: 7 },
    async judge(context) {
      const { off, on, offAgain } = await switchedApi(context);
      const refused = [off, ...(offAgain ? [offAgain] : [])];
      for (const answer of refused) {
        if (refusalFaults(answer).length === 0) continue;
        const busy = isIssued(answer) ? undefined : busyBy(context, answer);
        if (busy !== undefined) return inconclusive(`The deployment ${busy}.`, 'rate-limit');
        return refusalFailure(answer);
      }
      if (!isIssued(on))
        return inconclusive(
          'The credentials got no token once API access was on again either, so the refusal shows nothing.',
        );
      return pass('With API access off, valid credentials failed like wrong ones.', ...refused);
    },
  },
  'token/api-enabled': {
    touches: 'account',
    cost: { requests: 1 },
    async judge(context) {
      const { off, on } = await switchedApi(context);
      if (isIssued(off))
        return inconclusive('Switching API access off had no effect, so switching it on shows nothing.');
      if (isIssued(on)) return pass('Once API access was on again, the credentials got a token.', off, on);
      return fail('a token once API access is on again', `none in ${formOfAnswer(on)}`, off, on);
    },
  },
} satisfies Cases;

interface Switched {
  off: Answer;
  on: Answer;
  /** Where that is looked at. */
  offAgain?: Answer;
}

/** API access switched off and on, or twice, with a token request in each state; then it is on. */
function switchedApi(context: CaseContext): Promise<Switched> {
  return context.shared('API access', async () => {
    if (!context.controls.has('setApiEnabled')) {
      throw new Unreached('the profile offers no way to switch API access', 'controls.setApiEnabled');
    }
    if (!isIssued(await context.firstToken())) throw new Unreached('no token could be had before');
    const { value: bearer } = await context.token();
    const knownGood = await context.probes.knownGood().catch(unlessUnreached);
    // Put back at the end of the case, come what may.
    await context.controls.setApiEnabled(false);
    const off = await refusedToken(context);
    if (knownGood) {
      const live = await context.call(knownGood.operation, { auth: { bearer } });
      const works = live.fingerprint === knownGood.answer.fingerprint;
      // Another client that signs in may have ended it before.
      if (works || !context.othersSignIn)
        context.observe('token.live-when-disabled', works ? 'works' : 'refused', live);
    }
    await context.controls.setApiEnabled(true);
    context.forgetToken();
    const on = await context.eventually(() => context.requestToken(), isIssued);
    // A run draws whether it is switched off once more.
    const isAgain =
      context.thorough || context.chance.pick('API access that is switched off again', [true, false]);
    if (!isAgain || isIssued(off) || !isIssued(on)) return { off, on };
    await context.controls.setApiEnabled(false);
    const offAgain = await refusedToken(context);
    await context.controls.setApiEnabled(true);
    context.forgetToken();
    return { off, on, offAgain };
  });
}

function refusedToken(context: CaseContext): Promise<Answer> {
  return context.eventually(
    () => context.requestToken(),
    (answer) => !isIssued(answer),
  );
}
