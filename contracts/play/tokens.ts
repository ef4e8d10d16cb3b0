/** Steps on tokens and API access. */

import type { Event } from '../judge/event.ts';
import type { Json } from '../kit/json.ts';
import type { Token } from '../suite/answer.ts';
import type { CaseContext } from '../suite/case-context.ts';
import { isIssued } from '../suite/cases/token/answer.ts';
import type { Credentials } from '../suite/options.ts';
import { alter, readJwt } from '../suite/reading/jwt.ts';
import { readToken } from '../suite/reading/token.ts';
import { serverError } from '../suite/transport/failures.ts';
import type { Came, Scene } from './scene.ts';
import { saysNothing } from './served.ts';
import type { Step } from './steps.ts';

type Of<K extends Step['do']> = Extract<Step, { do: K }>;

export const tokenActs = {
  async token(scene: Scene, { credentials }: Of<'token'>): Promise<Came> {
    const { context, tokens } = scene;
    const answer = await (credentials === 'good'
      ? context.requestToken()
      : context.requestToken((good) => wrong(credentials, good, context.nonce)));
    const issued = isIssued(answer);
    if (!issued && credentials === 'good' && !scene.accessOff && saysNothing(answer))
      throw serverError('a token was asked for', answer);
    const event: Event = { at: context.clock.now(), kind: 'issued', credentials, issued };
    if (!issued) return event;
    const token = readToken(answer);
    if (credentials === 'good') tokens.push(token);
    const { expires } = token;
    return { ...event, token: nameOf(tokens, token), ...(expires !== undefined && { expires }) };
  },

  async call(scene: Scene, { operation, bearer, back }: Of<'call'>): Promise<Came> {
    const { context, tokens } = scene;
    const token = tokens.at(-1 - back);
    if (scene.accessOff || !token) return undefined;
    const [value, shownAs] =
      bearer === 'token'
        ? [token.value, undefined]
        : bearer === 'garbage'
          ? [`garbage-${context.nonce}`, 'a made-up bearer']
          : [tamperedWith(token.value, context.nonce), 'another payload'];
    if (value === undefined) return undefined;
    // How it looks when it is served, and when it is refused, is learned from a pair that differs in the token alone.
    const served = (await context.probes.served(operation)).answer.fingerprint;
    const bare = (await context.probes.bare(operation)).answer.fingerprint;
    const answer = await context.call(operation, {
      auth: { bearer: value, ...(shownAs !== undefined && { shownAs }) },
    });
    const isServed = answer.fingerprint === served;
    const isRefused = answer.fingerprint === bare && !saysNothing(answer);
    if (served === bare || (!isServed && !isRefused)) return undefined;
    return {
      at: context.clock.now(),
      kind: 'called',
      operation,
      bearer: bearer === 'token' ? { token: nameOf(tokens, token) } : bearer,
      served: isServed,
    };
  },

  async access(scene: Scene, { enabled }: Of<'access'>): Promise<Came> {
    const { context } = scene;
    await context.controls.setApiEnabled(enabled);
    scene.accessOff = !enabled;
    context.forgetToken();
    return { at: context.clock.now(), kind: 'access', enabled };
  },
};

/** A token is a secret: only which one it is is reported. The same may be issued again. */
function nameOf(tokens: readonly Token[], { value }: Token): string {
  return `token ${tokens.findIndex((token) => token.value === value) + 1}`;
}

function wrong(
  credentials: 'wrong-api-key' | 'unknown-user' | 'empty-credentials',
  { userName, apiKey }: Credentials,
  nonce: string,
): Json {
  if (credentials === 'empty-credentials') return { userName: '', apiKey: '' };
  if (credentials === 'unknown-user') return { userName: `roadtest-${nonce}`, apiKey };
  return { userName, apiKey: `roadtest-${nonce}` };
}

function tamperedWith(token: string, nonce: string): string | undefined {
  const jwt = readJwt(token);
  return 'fault' in jwt ? undefined : alter.payload(jwt, nonce);
}

/** Whether API access can be switched. */
export function canSwitchAccess(context: CaseContext): boolean {
  return context.controls.has('setApiEnabled');
}
