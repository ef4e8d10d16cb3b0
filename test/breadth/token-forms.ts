/** Tokens that are no JWT, though the service takes them (section 1). */

import { bearerOf, tokenIn, withBearer } from '../../simulator/deviations/calls.ts';
import type { Around } from '../../simulator/deviations/deviation.ts';
import { type Breakage, breakage } from './breakage.ts';

/** Tokens are written in another way when they are issued, and known again when they come back. */
function written(write: (token: string, time: number) => string): Around {
  return (handle) => {
    const known = new Map<string, string>();
    return async (call) => {
      const bearer = bearerOf(call);
      const meant = bearer === undefined ? undefined : known.get(bearer);
      const reply = await handle(meant === undefined ? call : withBearer(call, meant));
      const token = tokenIn(reply);
      if (token === undefined) return reply;
      const other = write(token, known.size + 1);
      known.set(other, token);
      return { ...reply, body: reply.body.replace(token, other) };
    };
  };
}

const part = (value: unknown): string => btoa(JSON.stringify(value)).replace(/=+$/, '');

function withPart(token: string, place: number, text: string): string {
  return token.split('.').with(place, text).join('.');
}

const rule = ['token/is-jwt'] as const;

export const tokenForms: readonly Breakage[] = [
  breakage(
    'leaves the signature out of its tokens',
    rule,
    written((token) => token.split('.').slice(0, 2).join('.')),
  ),
  breakage(
    'issues tokens of five parts',
    rule,
    written((token) => `${token}.QQ.Qg`),
  ),
  breakage(
    'issues tokens with a list as payload',
    rule,
    written((token, time) => withPart(token, 1, part(['demo', time]))),
  ),
  breakage(
    'issues tokens with a text as header',
    rule,
    written((token) => withPart(token, 0, part('HS256'))),
  ),
  breakage(
    'pads the parts of its tokens',
    rule,
    written((token) => `${token.replace(/\.(?=[^.]*$)/, '==.')}`),
  ),
  breakage(
    'has the scheme before its tokens',
    rule,
    written((token) => `Bearer ${token}`),
  ),
  breakage(
    'issues opaque tokens from the second on',
    rule,
    written((token, time) => (time > 1 ? `tok-${time}-0123456789` : token)),
  ),
];
