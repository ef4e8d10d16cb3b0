/** Steps on tokens and API access. */

import type { Credentials, Held, SingleEvent, TokenForm } from '../judge/event.ts';
import { SECOND } from '../kit/durations.ts';
import type { Json } from '../kit/json.ts';
import type { Answer } from '../suite/answer.ts';
import type { CaseContext } from '../suite/case-context.ts';
import { judgeTokenAnswer } from '../suite/cases/operations.ts';
import { perRun } from '../suite/cases/per-run.ts';
import { busyBy, fieldsOf, isFilledText, isIssued, isNone, isObject } from '../suite/cases/token/answer.ts';
import { clocksOf } from '../suite/cases/token/issued.ts';
import { nearMisses } from '../suite/cases/token/near-miss.ts';
import { wrongCredentials } from '../suite/cases/token/refused.ts';
import type { Credentials as Good } from '../suite/options.ts';
import { readJwt } from '../suite/reading/jwt.ts';
import { readIsoTime } from '../suite/reading/time.ts';
import { readToken } from '../suite/reading/token.ts';
import { serverError } from '../suite/transport/failures.ts';
import { call, nameOf } from './calls.ts';
import type { Came, Scene } from './scene.ts';
import { saysNothing } from './served.ts';
import type { Step } from './steps.ts';

type Of<K extends Step['do']> = Extract<Step, { do: K }>;

export const tokenActs = {
  call,

  async token(scene: Scene, { credentials, near }: Of<'token'>): Promise<Came> {
    const { context } = scene;
    const first = await context.firstToken();
    const further = isIssued(first) && (readToken(first).expires ?? 0) > context.clock.now();
    const answer = await (credentials === 'good'
      ? context.requestToken()
      : context.requestToken((good) => wrong(credentials, near, good, context.nonce)));
    const issued = isIssued(answer);
    if (!issued && credentials === 'good' && !scene.accessOff && saysNothing(answer))
      throw serverError('a token was asked for', answer);
    const asksBearer = !issued && credentials === 'good' && !isIssued(first) && (await context.bearerAsked());
    return {
      ...issuedBy(scene, credentials, answer),
      further,
      ...(asksBearer && { asksBearer: true }),
    };
  },

  async firstToken(scene: Scene): Promise<Came> {
    const { context } = scene;
    const answer = await context.firstToken();
    if (isIssued(answer)) return issuedBy(scene, 'good', answer);
    const asksBearer = await context.bearerAsked();
    const isAbsent = !saysNothing(answer) && (await judgeTokenAnswer(context, answer)).verdict === 'fail';
    return {
      ...issuedBy(scene, 'good', answer),
      ...(asksBearer && { asksBearer: true }),
      ...(isAbsent && { absent: true }),
    };
  },

  async until({ context, tokens, ...scene }: Scene, { side, back }: Of<'until'>): Promise<Came> {
    const token = tokens.at(-1 - back);
    const { clock } = context;
    if (token?.expires === undefined) return undefined;
    const life = token.expires - clock.now();
    const ahead = Math.min(BEFORE, life / BEFORE_PART) + clock.spread;
    const moment = token.expires + (side === 'before' ? -ahead : AFTER + clock.spread);
    if (!clock.canReach(moment))
      throw clock.outOfReach('time cannot be brought forward', 'controls.advance', 'patience');
    if (moment > clock.now()) await scene.reach(moment);
    return { at: clock.now(), kind: 'waited' };
  },

  async access(scene: Scene, { enabled }: Of<'access'>): Promise<Came> {
    const { context } = scene;
    await context.controls.setApiEnabled(enabled);
    scene.accessOff = !enabled;
    if (!enabled) switched(context).off = true;
    context.forgetToken();
    return { at: context.clock.now(), kind: 'access', enabled };
  },
};

/** Whether a run has switched API access off. */
const switched = perRun(() => ({ off: false }));

/** So long before its end a token must still work: at most, and as a part of its life. */
const BEFORE = 30 * SECOND;
const BEFORE_PART = 8;
/** So long after its end it must not: more than the rounding of a Date header. */
const AFTER = 5 * SECOND;

/** The answer to a token request as a fact. */
function issuedBy(
  { context, tokens }: Scene,
  credentials: Credentials,
  answer: Answer,
): Extract<SingleEvent, { kind: 'issued' }> {
  const issued = isIssued(answer);
  const event = {
    at: context.clock.now(),
    kind: 'issued',
    ...{ credentials, issued },
    form: formOf(answer),
    ...(switched(context).off && { wasOff: true }),
    ...(!issued && busyBy(context, answer) !== undefined && { busy: true }),
  } as const;
  if (!issued) return event;
  const token = readToken(answer);
  if (credentials === 'good') tokens.push(token);
  const { expires } = token;
  return { ...event, token: nameOf(tokens, token), ...(expires !== undefined && { expires }) };
}

/** The form of the answer to a token request. */
export function formOf(answer: Answer): TokenForm {
  const { success, token, expires, error } = fieldsOf(answer);
  const text = typeof expires === 'string' ? expires : undefined;
  const read = text === undefined ? undefined : readIsoTime(text);
  const jwt = isFilledText(token) ? readJwt(token) : undefined;
  return {
    object: isObject(answer.json),
    ...(typeof success === 'boolean' && { success }),
    ...{ token: heldBy(token), error: heldBy(error), expires: text === undefined ? heldBy(expires) : 'text' },
    ...(text !== undefined && { written: read?.utc ? 'iso-utc' : read ? 'iso' : 'otherwise' }),
    ...(jwt && 'fault' in jwt && { fault: jwt.fault }),
    ...(read && { ahead: clocksOf(answer).map(({ shows }) => read.time - shows) }),
  };
}

function heldBy(value: unknown): Held {
  if (isNone(value)) return 'none';
  return isFilledText(value) ? 'text' : 'other';
}

function wrong(
  credentials: Exclude<Credentials, 'good'>,
  near: Of<'token'>['near'],
  good: Good,
  nonce: string,
): Json {
  if (credentials === 'near-miss') return nearMisses[near ?? 'a key cut short'](good);
  return wrongCredentials[`token/${credentials}`](good, nonce);
}

/** Whether API access can be switched. */
export function canSwitchAccess(context: CaseContext): boolean {
  return context.controls.has('setApiEnabled');
}
