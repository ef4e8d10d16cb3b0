/**
 * Tokens (sections 4.1 and 5). The document leaves open what a renewal, or API access that was switched
 * off meanwhile, does to older tokens; and what near misses of the credentials are, which are not in here.
 */
import { SECOND } from '../../kit/durations.ts';
import type { EpochMs } from '../../profile/facts.ts';
import type { JudgedId } from '../../specification/judged.ts';
import type { SingleEvent } from '../event.ts';
import type { Next, Part } from '../hypotheses.ts';

interface State {
  /** `undefined`: not known, as at the beginning, where it need not be on. */
  readonly access: boolean | undefined;
  /** When tokens end; `undefined` where that is not known. */
  readonly tokens: { readonly [token: string]: { readonly expires: EpochMs | undefined } };
  /** The only token that must work. */
  readonly newest: string | undefined;
}

/** `Date` gives whole seconds, and clocks differ a little. */
const MARGIN = 10 * SECOND;

const refusals = {
  'wrong-api-key': 'token/wrong-api-key',
  'unknown-user': 'token/unknown-user',
  'empty-credentials': 'token/empty-credentials',
} as const satisfies { [credentials: string]: JudgedId };

export const tokenPart: Part<State> = {
  initial: { access: true, tokens: {}, newest: undefined },
  inWords: ({ access, newest }) =>
    `API access ${access === undefined ? 'unknown' : access ? 'on' : 'off'}, ${newest ?? 'no token'} newest`,
  next(state, event, relaxed) {
    switch (event.kind) {
      case 'access':
        return [{ state: { ...state, access: event.enabled, newest: undefined } }];
      case 'issued':
        return explained(
          afterIssue(state, event),
          isLawful(state, event),
          brokenIssue(state, event),
          relaxed,
        );
      case 'called': {
        const must = mustServe(state, event);
        return explained(state, must === undefined || must === event.served, brokenCall(event), relaxed);
      }
      default:
        return [{ state }];
    }
  },
};

function explained<S>(state: S, lawful: boolean, broken: JudgedId, relaxed: boolean): readonly Next<S>[] {
  if (lawful) return [{ state }];
  return relaxed ? [{ state, broken }] : [];
}

type Issued = Extract<SingleEvent, { kind: 'issued' }>;
type Called = Extract<SingleEvent, { kind: 'called' }>;

function isLawful({ access }: State, { credentials, issued }: Issued): boolean {
  return issued === (credentials === 'good' && access !== false);
}

function brokenIssue({ access, tokens }: State, { credentials }: Issued): JudgedId {
  if (credentials !== 'good') return refusals[credentials];
  if (access === false) return 'token/api-disabled';
  return Object.keys(tokens).length > 0 ? 'token/renewal' : 'token/issued';
}

function afterIssue(state: State, { issued, token, expires }: Issued): State {
  if (!issued || token === undefined) return state;
  return { ...state, tokens: { ...state.tokens, [token]: { expires } }, newest: token };
}

/** Whether a call with this bearer value has to be served; `undefined` where that is open. */
function mustServe({ tokens, newest }: State, { bearer, at }: Called): boolean | undefined {
  if (typeof bearer === 'string') return false;
  const expires = tokens[bearer.token]?.expires;
  if (expires === undefined) return undefined;
  if (at > expires + MARGIN) return false;
  return bearer.token === newest && at < expires - MARGIN ? true : undefined;
}

function brokenCall({ operation, bearer, served }: Called): JudgedId {
  if (!served) return `auth/valid-until-expiry/${operation}`;
  if (bearer === 'garbage') return `auth/garbage-refused/${operation}`;
  return bearer === 'tampered' ? `auth/tampered-refused/${operation}` : `auth/expired-refused/${operation}`;
}
