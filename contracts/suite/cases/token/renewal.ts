/** Renewing a token before it ends (section 5). */
import type { Answer, Token } from '../../answer.ts';
import type { Cases } from '../../case.ts';
import { fail, inconclusive, notApplicable, pass, suspect, Unreached } from '../../finding.ts';
import type { Kit } from '../../kit.ts';
import { describeAnswer } from '../../reading/describe.ts';
import { readToken } from '../../reading/token.ts';
import { unlessUnreached } from '../../transport/failures.ts';
import { isIssued, tokenIn } from './answer.ts';

/** What became of the first token, and whether the second is another one. */
async function observeOlder(kit: Kit, first: Answer, second: Answer, served: Answer): Promise<void> {
  const isSame = tokenIn(first) === tokenIn(second);
  kit.observe('token.reissue', isSame ? 'same' : 'new', first, second);
  if (isSame) return;
  const { operation } = await kit.probes.knownGood();
  const older = await kit.call(operation, { auth: { bearer: tokenIn(first) } });
  kit.observe('token.older', older.look === served.look ? 'works' : 'ends', second, older);
}

/** So long before the end of the first token others are requested, in ms. */
const MOMENTS: readonly ((life: number) => number)[] = [
  (life) => life / 2,
  (life) => life / 10,
  () => 10_000,
];

export const renewalCases = {
  'token/renewal': {
    touches: 'nothing',
    cost: { requests: 2 },
    async judge(kit) {
      const first = await kit.firstToken();
      tokenIn(first);
      // By the first token: where the second does not work, nothing could be found with it.
      const early = await kit.probes.knownGood().catch(unlessUnreached);
      const second = await kit.requestToken();
      if (!isIssued(second)) {
        return fail(
          'a further token while the first is valid',
          `none in ${describeAnswer(second)}`,
          first,
          second,
        );
      }
      const { operation, answer } = early ?? (await kit.probes.knownGood());
      const used = await kit.call(operation, { auth: { bearer: tokenIn(second) } });
      if (used.look === answer.look) {
        await observeOlder(kit, first, second, answer);
        return pass('A second token was issued before the first ended, and works.', second, used);
      }
      const twin = await kit.call(operation, { auth: { bearer: tokenIn(first) } });
      const again = await kit.call(operation, { auth: { bearer: tokenIn(second) } });
      if (again.look !== used.look && !kit.isSuperseded({ value: tokenIn(second) }))
        return suspect(`${operation} answered the same token in two ways.`, used, again);
      if (twin.look !== answer.look || again.look !== used.look)
        return inconclusive(`${operation} answered otherwise than before, with the first token too.`);
      return fail(
        'a further token that works',
        `${operation} refuses it: ${describeAnswer(again)}; the first one works`,
        second,
        twin,
        again,
      );
    },
  },
  'token/renewal-extends': {
    touches: 'time',
    cost: { requests: 1 + MOMENTS.length },
    async judge(kit) {
      if (kit.profile.openings['token.reissue'] === 'same')
        return notApplicable('The profile says that a token request gets the same token until it ends.');
      const first = readToken(await kit.requestToken());
      const { expires, answer } = first;
      if (expires === undefined) return inconclusive('expires cannot be read as a time.');
      const life = expires - kit.clock.now();
      const moments = MOMENTS.map((before) => expires - before(life)).filter((at) => at > kit.clock.now());
      if (life <= 0 || !kit.clock.canReach(expires))
        throw new Unreached('the token lives too long to sit out', 'controls.advance', 'patience');
      const further: Token[] = [];
      for (const moment of moments) {
        await kit.clock.reach(moment);
        const token = readToken(await kit.requestToken());
        if (kit.clock.now() >= expires) break;
        if ((token.expires ?? 0) > expires)
          return pass(
            'A token that was requested before the first ended lasts longer.',
            answer,
            token.answer,
          );
        further.push(token);
      }
      if (further.every(({ value }) => value === first.value))
        return inconclusive('No request brought another token before the first had ended.', 'token.reissue');
      return fail(
        'one of the further tokens to last longer than the first',
        `none of ${further.length} does`,
        answer,
        ...further.map((token) => token.answer),
      );
    },
  },
} satisfies Cases;
