/** A granted token request (sections 2, 4.1 and 5). All these rules look at the same first answer. */
import type { EpochMs } from '../../../profile/facts.ts';
import type { Answer } from '../../answer.ts';
import type { Cases } from '../../case.ts';
import { fail, inconclusive, pass } from '../../finding.ts';
import { describeValue, formOfAnswer } from '../../reading/describe.ts';
import { readJwt } from '../../reading/jwt.ts';
import { readIsoTime } from '../../reading/time.ts';
import { tokenTimes } from '../../reading/token.ts';
import { unlessUnreached } from '../../transport/failures.ts';
import { fieldsOf, isFilledText, isIssued, isNone, tokenIn } from './answer.ts';

/** Largest error of a clock. A token that ends further back was issued wrongly. */
const CLOCK_SKEW = 300_000;

/** What they look at is asked for in any case. */
const shared = { touches: 'nothing', cost: { requests: 0 } } as const;

export const issuedCases = {
  'token/issued': {
    ...shared,
    async judge(context) {
      const answer = await context.firstToken();
      const { success, token, expires } = fieldsOf(answer);
      const faults = [
        ...(success === true ? [] : [`success is ${describeValue(success)}`]),
        ...(isFilledText(token) ? [] : [`token is ${describeValue(token, 'token')}`]),
        ...(typeof expires === 'string' ? [] : [`expires is ${describeValue(expires)}`]),
      ];
      if (faults.length === 0) return pass('Valid credentials got a token and its expiry.', answer);
      return fail(
        'success true, a token with text in it, and expires as text',
        `${faults.join(', ')} in ${formOfAnswer(answer)}`,
        answer,
      );
    },
  },
  'token/is-jwt': {
    ...shared,
    async judge(context) {
      const answer = await context.firstToken();
      const jwt = readJwt(tokenIn(answer));
      if (!('fault' in jwt)) return pass('The token has the form of a JWT.', answer);
      return fail(
        'a token of three base64url parts with JSON in the first two',
        `a token that ${jwt.fault}`,
        answer,
      );
    },
  },
  'token/expires-iso-utc': {
    ...shared,
    async judge(context) {
      const answer = await context.firstToken();
      tokenIn(answer);
      const { expires } = fieldsOf(answer);
      const read = typeof expires === 'string' ? readIsoTime(expires) : undefined;
      if (read?.utc) return pass(`expires is ${describeValue(expires)}.`, answer);
      return fail('expires as an ISO 8601 date and time in UTC', describeValue(expires), answer);
    },
  },
  'token/expires-ahead': {
    ...shared,
    async judge(context) {
      const answer = await context.firstToken();
      tokenIn(answer);
      const { expires } = fieldsOf(answer);
      const read = typeof expires === 'string' ? readIsoTime(expires) : undefined;
      if (!read) return inconclusive(`expires is ${describeValue(expires)}, which is not a time.`);
      const clocks = clocksOf(answer);
      if (clocks.length === 0)
        return inconclusive('The answer has no Date header to compare expires with, and the token no iat.');
      const ahead = (clock: Clock) => (read.time - clock.shows) / 1000;
      if (clocks.every((clock) => ahead(clock) > 0))
        return pass(
          `expires lies ${clocks.map((clock) => `${ahead(clock)} s after ${clock.name}`).join(', ')}.`,
          answer,
        );
      const said = clocks.map(
        (clock) => `${Math.abs(ahead(clock))} s ${ahead(clock) > 0 ? 'after' : 'before'} ${clock.name}`,
      );
      const observed = `${describeValue(expires)}, ${said.join(', ')}`;
      // A Date header alone may be that of a proxy.
      const isAgreed = clocks.length > 1 && clocks.every((clock) => -ahead(clock) * 1000 >= CLOCK_SKEW);
      if (isAgreed) return fail('expires after the moment of issue', observed, answer);
      // Clocks that differ a little look the same; but then the token works.
      const bearer = tokenIn(await context.requestToken());
      const knownGood = await context.probes.knownGood().catch(unlessUnreached);
      const tried = await context.call(knownGood?.operation ?? 'listDevices', { auth: { bearer } });
      const isKnown = knownGood !== undefined || clocks.length > 1;
      const works = knownGood !== undefined && tried.fingerprint === knownGood.answer.fingerprint;
      if (!works && isKnown && clocks.every((clock) => ahead(clock) <= 0))
        return fail(
          'expires after the moment of issue',
          `${observed}; the token does not work`,
          answer,
          tried,
        );
      const isAfterIssue = clocks.some((clock) => clock.name === OWN && ahead(clock) > 0);
      if (works && isAfterIssue)
        return pass(`expires is ${observed}: clocks differ, and the token works.`, answer, tried);
      const state = works ? 'but the token works' : 'and no clock confirms it';
      return inconclusive(`expires is ${observed}, ${state}: clocks may differ.`);
    },
  },
  'token/no-error-on-success': {
    ...shared,
    async judge(context) {
      const answer = await context.firstToken();
      tokenIn(answer);
      const { error } = fieldsOf(answer);
      if (isNone(error)) return pass('The issued token comes without an error text.', answer);
      return fail('no error beside an issued token', `error is ${describeValue(error)}`, answer);
    },
  },
  'token/no-bearer-needed': {
    ...shared,
    async judge(context) {
      const answer = await context.firstToken();
      if (isIssued(answer))
        return pass('The request carried no Authorization header and got a token.', answer);
      const shown = await context.bearerAsked();
      if (!shown) return inconclusive('No token was issued, but not for want of a header, it seems.');
      const [last = answer] = shown.toReversed();
      return fail(
        'a token for a request without Authorization header',
        `a refusal for want of a token: ${formOfAnswer(last)}`,
        ...shown,
      );
    },
  },
} satisfies Cases;

/** The name of a token's own clock. */
const OWN = 'its iat';

interface Clock {
  name: string;
  shows: EpochMs;
}

/** Clocks that show when a token was issued: the answer's, and the token's own. */
export function clocksOf({ date, json }: Answer): Clock[] {
  const issued = tokenTimes(json)?.issued?.from;
  return [
    ...(date === undefined ? [] : [{ name: 'the Date header', shows: date }]),
    ...(issued === undefined ? [] : [{ name: OWN, shows: issued }]),
  ];
}
