/** API access of the account, switched off and on (sections 1 and 5). */

import type { Answer } from '../../answer.ts';
import type { Cases } from '../../case.ts';
import { fail, inconclusive, pass, Unreached } from '../../finding.ts';
import type { Kit } from '../../kit.ts';
import { describeAnswer } from '../../reading/describe.ts';
import { unlessUnreached } from '../../transport/failures.ts';
import { isLookedAt } from '../asides.ts';
import { isIssued, refusalFailure, refusalFaults } from './answer.ts';

export const apiAccessCases = {
  'token/api-disabled': {
    touches: 'account',
    cost: { requests: 7 },
    async judge(kit) {
      const { off, offAgain } = await switchedApi(kit);
      const refused = [off, ...(offAgain ? [offAgain] : [])];
      for (const answer of refused) {
        if (refusalFaults(answer).length === 0) continue;
        if (!isIssued(answer) && mayBeBusy(kit, answer))
          return inconclusive('The deployment may have had too many requests, and said so.', 'rate-limit');
        return refusalFailure(answer);
      }
      return pass('With API access off, valid credentials failed like wrong ones.', ...refused);
    },
  },
  'token/api-enabled': {
    touches: 'account',
    cost: { requests: 1 },
    async judge(kit) {
      const { off, on } = await switchedApi(kit);
      if (isIssued(off))
        return inconclusive('Switching API access off had no effect, so switching it on shows nothing.');
      if (isIssued(on)) return pass('Once API access was on again, the credentials got a token.', off, on);
      return fail('a token once API access is on again', `none in ${describeAnswer(on)}`, off, on);
    },
  },
} satisfies Cases;

/** Without a word on how long to wait, nothing distinguishes "not now" from "no". */
function mayBeBusy(kit: Kit, { status }: Answer): boolean {
  return [429, 503].includes(status) && kit.profile.openings['rate-limit'] !== null;
}

interface Switched {
  off: Answer;
  on: Answer;
  /** Where that is looked at. */
  offAgain?: Answer;
}

/** API access switched off and on, or twice, with a token request in each state; then it is on. */
function switchedApi(kit: Kit): Promise<Switched> {
  return kit.shared('API access', async () => {
    if (!kit.controls.has('setApiEnabled')) {
      throw new Unreached('the profile offers no way to switch API access', 'controls.setApiEnabled');
    }
    if (!isIssued(await kit.firstToken())) throw new Unreached('no token could be had before');
    const { value: bearer } = await kit.token();
    const knownGood = await kit.probes.knownGood().catch(unlessUnreached);
    // Put back at the end of the case, come what may.
    await kit.controls.setApiEnabled(false);
    const off = await refusedToken(kit);
    if (knownGood) {
      const live = await kit.call(knownGood.operation, { auth: { bearer } });
      kit.observe(
        'token.live-when-disabled',
        live.look === knownGood.answer.look ? 'works' : 'refused',
        live,
      );
    }
    await kit.controls.setApiEnabled(true);
    kit.forgetToken();
    const on = await kit.eventually(() => kit.requestToken(), isIssued);
    const isAgain = isLookedAt(kit, 'API access that is switched off again');
    if (!isAgain || isIssued(off) || !isIssued(on)) return { off, on };
    await kit.controls.setApiEnabled(false);
    const offAgain = await refusedToken(kit);
    await kit.controls.setApiEnabled(true);
    kit.forgetToken();
    return { off, on, offAgain };
  });
}

function refusedToken(kit: Kit): Promise<Answer> {
  return kit.eventually(
    () => kit.requestToken(),
    (answer) => !isIssued(answer),
  );
}
