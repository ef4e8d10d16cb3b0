/** Renewing a token before it ends (section 5). */
import type { Answer, Token } from '../../answer.ts';
import type { Cases } from '../../case.ts';
import type { CaseContext, Probe } from '../../case-context.ts';
import { type Finding, fail, inconclusive, notApplicable, pass, suspect } from '../../finding.ts';
import { formOfAnswer } from '../../reading/describe.ts';
import { readToken } from '../../reading/token.ts';
import { unlessUnreached } from '../../transport/failures.ts';
import { isIssued, tokenIn } from './answer.ts';

/** What became of the first token, and whether the second is another one. */
async function observeOlder(
  context: CaseContext,
  first: Answer,
  second: Answer,
  served: Answer,
): Promise<void> {
  const isSame = tokenIn(first) === tokenIn(second);
  context.observe('token.reissue', isSame ? 'same' : 'new', first, second);
  if (isSame) return;
  const { operation } = await context.probes.knownGood();
  const older = await context.call(operation, { auth: { bearer: tokenIn(first) } });
  context.observe('token.older', older.fingerprint === served.fingerprint ? 'works' : 'ends', second, older);
}

/** So long before the end of the first token others are requested, in ms. */
const MOMENTS: readonly ((life: number) => number)[] = [
  (life) => life / 2,
  (life) => life / 10,
  () => 10_000,
];

/** Tokens that are requested where neither they nor the first one work. */
const FURTHER = 3;

/** `undefined` where nothing follows, because the first token is refused, too. */
async function furtherToken(
  context: CaseContext,
  first: Answer,
  early: Probe | undefined,
): Promise<Finding | undefined> {
  const second = await context.requestToken();
  if (!isIssued(second))
    return fail('a further token while the first is valid', `none in ${formOfAnswer(second)}`, first, second);
  const { operation, answer } = early ?? (await context.probes.knownGood());
  const used = await context.call(operation, { auth: { bearer: tokenIn(second) } });
  if (used.fingerprint === answer.fingerprint) {
    await observeOlder(context, first, second, answer);
    return pass('A second token was issued before the first ended, and works.', second, used);
  }
  const twin = await context.call(operation, { auth: { bearer: tokenIn(first) } });
  const again = await context.call(operation, { auth: { bearer: tokenIn(second) } });
  if (again.fingerprint !== used.fingerprint && !context.isSuperseded({ value: tokenIn(second) }))
    return suspect(`${operation} answered the same token in two ways.`, used, again);
  if (twin.fingerprint !== answer.fingerprint || again.fingerprint !== used.fingerprint) return undefined;
  return fail(
    'a further token that works',
    `${operation} refuses it: ${formOfAnswer(again)}; the first one works`,
    second,
    twin,
    again,
  );
}

/** Where the first token was ended, too: whether any further one works, however many are requested for that. */
async function anyFurtherToken(context: CaseContext, first: Answer): Promise<Finding> {
  const { operation, answer } = await context.probes.knownGood();
  const used = await context.call(operation);
  if (used.fingerprint === answer.fingerprint)
    return pass('A further token was issued before the first ended, and works.', first, used);
  return fail(
    'a further token that works',
    `${operation} refuses each: ${formOfAnswer(used)}; the first one worked before they were requested`,
    first,
    answer,
    used,
  );
}

export const renewalCases = {
  'token/renewal': {
    touches: 'nothing',
    cost: { requests: 2 },
    async judge(context) {
      const first = await context.firstToken();
      tokenIn(first);
      // By the first token: where the second does not work, nothing could be found with it.
      const early = await context.probes.knownGood().catch(unlessUnreached);
      for (let attempt = 1; ; attempt++) {
        const found = await furtherToken(context, first, early);
        // Another client that signs in may have ended both.
        if (found !== undefined) return found;
        if (attempt === FURTHER) return anyFurtherToken(context, first);
      }
    },
  },
  'token/renewal-extends': {
    touches: 'time',
    cost: { requests: 1 + MOMENTS.length },
    async judge(context) {
      if (context.profile.openings['token.reissue'] === 'same')
        return notApplicable('The profile says that a token request gets the same token until it ends.');
      const first = readToken(await context.requestToken());
      const { expires, answer } = first;
      if (expires === undefined) return inconclusive('expires cannot be read as a time.');
      const life = expires - context.clock.now();
      const moments = MOMENTS.map((before) => expires - before(life)).filter(
        (at) => at > context.clock.now(),
      );
      if (life <= 0 || !context.clock.canReach(expires))
        throw context.clock.outOfReach(
          'the token lives too long to wait for',
          'controls.advance',
          'patience',
        );
      const further: Token[] = [];
      for (const moment of moments) {
        await context.clock.reach(moment);
        const token = readToken(await context.requestToken());
        if (context.clock.now() >= expires) break;
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
