/** Tokens that are taken elsewhere than in `Authorization: Bearer` (opening `auth.other-ways`). */
import type { Openings } from '../../contracts/specification/openings/index.ts';
import type { Call } from './call.ts';
import { headerOf, percentDecoded } from './request.ts';

type Way = Openings['auth.other-ways']['accepts'][number];

const ways: { readonly [W in Way]: (call: Call) => string | undefined } = {
  query: ({ target }) => /[?&]access_token=([^&]*)/.exec(target)?.[1],
  cookie: (call) => /(?:^|;\s*)access_token=([^;]*)/.exec(headerOf(call, 'cookie') ?? '')?.[1],
  header: (call) => headerOf(call, 'x-access-token'),
  scheme: (call) => /^Token (.+)$/i.exec(headerOf(call, 'authorization') ?? '')?.[1],
};

/** Finds the token of a call in one of these ways. */
export function tokenElsewhere(accepts: readonly Way[]): (call: Call) => string | undefined {
  return (call) => {
    const found = accepts.map((way) => ways[way](call)).find((token) => token !== undefined);
    return found === undefined ? undefined : percentDecoded(found);
  };
}
