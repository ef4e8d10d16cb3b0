/** The ways in which a token may come beside `Authorization: Bearer` (opening `auth.other-ways`), and what is read for each. */
import type { Openings } from '../../contracts/specification/openings/index.ts';
import type { Call } from './call.ts';
import { headerOf, percentDecoded } from './request.ts';

type Way = Openings['auth.other-ways']['accepts'][number];

interface TokenWay {
  /** The header, or else the query parameter, that it is read from. */
  readonly header?: string;
  readonly parameter?: string;
  tokenOf(call: Call): string | undefined;
}

const PARAMETER = 'access_token';
const HEADER = 'x-access-token';

export const tokenWays: { readonly [W in Way]: TokenWay } = {
  query: { parameter: PARAMETER, tokenOf: ({ target }) => /[?&]access_token=([^&]*)/.exec(target)?.[1] },
  cookie: {
    header: 'cookie',
    tokenOf: (call) => /(?:^|;\s*)access_token=([^;]*)/.exec(headerOf(call, 'cookie') ?? '')?.[1],
  },
  header: { header: HEADER, tokenOf: (call) => headerOf(call, HEADER) },
  scheme: { tokenOf: (call) => /^Token (.+)$/i.exec(headerOf(call, 'authorization') ?? '')?.[1] },
};

/** Finds the token of a call in one of these ways. */
export function tokenElsewhere(accepts: readonly Way[]): (call: Call) => string | undefined {
  return (call) => {
    const found = accepts.map((way) => tokenWays[way].tokenOf(call)).find((token) => token !== undefined);
    return found === undefined ? undefined : percentDecoded(found);
  };
}
