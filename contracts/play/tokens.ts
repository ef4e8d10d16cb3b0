/** Steps on tokens and API access. */

import type { Answer, Token } from '../deployment/answer.ts';
import type { Deployment, Probe } from '../deployment/deployment.ts';
import { Unreached } from '../deployment/finding.ts';
import { knownGood, neighbourOf } from '../deployment/probing/probing.ts';
import { describeValue, formOfAnswer } from '../deployment/reading/describe.ts';
import {
  busyBy,
  isFilledText,
  isIssued,
  readIsoTime,
  readJwt,
  readToken,
  tokenTimes,
} from '../deployment/reading/tokens.ts';
import { perRun } from '../deployment/sharing/per-run.ts';
import { bearerAsked } from '../deployment/tokens/bearer-asked.ts';
import { serverError, unlessUnreached } from '../deployment/transport/failures.ts';
import type { Held, Served, SingleEvent, TokenForm } from '../judge/event.ts';
import { durationMs, SECOND } from '../kit/durations.ts';
import { fieldsOf, isFields } from '../kit/fields.ts';
import { oneOf, optional, yesNo } from '../kit/schema.ts';
import { saysNothing } from './answers.ts';
import { nameOf, tokenInWords } from './bearers.ts';
import { bodyFor, isOfKey, isPlain, nearlyRight } from './credentials.ts';
import { back, flag, type Of, row, side } from './row.ts';
import type { Scene } from './scene.ts';

/** `near`: what is almost right about credentials that are a near miss. */
const requesting = {
  credentials: oneOf(
    ...(['good', 'wrong-api-key', 'unknown-user', 'empty-credentials'] as const),
    ...(['missing-user-name', 'missing-api-key', 'missing-both', 'near-miss'] as const),
  ),
  near: optional(oneOf(...nearlyRight)),
};
type Requesting = Of<typeof requesting>;

const asksToken = { touches: ['tokens'], answers: 'issueToken' } as const;

export const tokenRows = {
  token: row({
    fields: requesting,
    ...asksToken,
    sort: ({ near }) => (near === undefined ? undefined : 'credentials'),
    say: (step) =>
      `request a token with ${step.credentials === 'good' ? 'valid credentials' : (step.near ?? step.credentials)}`,
    async act(scene, step) {
      const { deployment } = scene;
      const isGood = step.credentials === 'good';
      const first = deployment.note(await deployment.tokens.first());
      const further = isIssued(first) && (readToken(first).expires ?? 0) > deployment.clock.now();
      if (!isGood && !isIssued(first))
        throw new Unreached('the valid credentials got no token either, so that a refusal shows nothing');
      const answer = await (isGood ? requestGood(scene) : requestWrong(scene, step));
      const issued = isIssued(answer);
      if (!issued && isGood && !scene.accessOff && saysNothing(answer))
        throw serverError('a token was asked for', answer);
      const asksBearer = !issued && isGood && !isIssued(first) && (await bearerAsked(deployment));
      return {
        ...(await issuedBy(scene, step, answer)),
        further,
        ...(asksBearer && { asksBearer: true }),
      };
    },
  }),

  /** The answer to the first token request of the run, which is repeated if it brought no token: then the history has seen for itself that it is answered. */
  firstToken: row({
    fields: {},
    ...{ ...asksToken, reads: true },
    say: () => 'the first token request',
    async act(scene) {
      const { deployment } = scene;
      const first = deployment.note(await deployment.tokens.first());
      const answer = isIssued(first) ? first : await deployment.requestToken();
      const event = await issuedBy(scene, { credentials: 'good' }, answer);
      if (event.issued) return event;
      const asksBearer = await bearerAsked(deployment);
      const isAbsent = !saysNothing(answer) && (await isTokenRequestAbsent(deployment, answer));
      return { ...event, ...(asksBearer && { asksBearer: true }), ...(isAbsent && { absent: true }) };
    },
  }),

  /**
   * The token that the run uses: histories that are played beside each other share it, so that none ends that of another.
   * It is renewed first where that is soon due.
   */
  runToken: row({
    fields: {},
    ...{ ...asksToken, touches: ['access', 'tokens'], cost: { requests: 0 }, reads: true },
    say: () => 'take the token that the run uses',
    async act({ deployment, tokens }) {
      const token = await deployment.tokens.current();
      tokens.push(token);
      const { expires } = token;
      return {
        ...{ at: deployment.clock.now(), kind: 'issued', credentials: 'good', issued: true },
        token: nameOf(tokens, token),
        ...(expires !== undefined && { expires }),
      };
    },
  }),

  /**
   * Until shortly before or after the end of the token that was issued so many tokens ago; `again`: only where the history was
   * played before; `single`: one request follows, which no rate limit holds up.
   */
  until: row({
    fields: { side, back, again: flag, single: flag },
    touches: ['access', 'tokens'],
    say: (step) => `wait until shortly ${step.side} the end of ${tokenInWords(step.back)}`,
    async act(scene, { side, back, again, single }) {
      const { deployment, tokens } = scene;
      const token = tokens.at(-1 - back);
      const { clock } = deployment;
      if (token?.expires === undefined || (again && !scene.isAgain)) return undefined;
      const life = token.expires - clock.now();
      const part = Math.max(life / BEFORE_PART, Math.min(LEAST, life / 2));
      const ahead = Math.min(BEFORE + (single ? 0 : limitedFor(deployment)), part) + clock.spread;
      const moment = token.expires + (side === 'before' ? -ahead : AFTER + clock.spread);
      if (!clock.canReach(moment))
        throw clock.outOfReach(
          `the token lives ${Math.round(life / SECOND)} s, too long to wait for`,
          ...(['controls.advance', 'patience'] as const),
        );
      if (moment > clock.now()) await deployment.appointments.at(moment);
      scene.moment = 'later';
      return { at: clock.now(), kind: 'waited' };
    },
  }),

  access: row({
    fields: { enabled: yesNo },
    ...{ touches: ['tokens'], needs: ['setApiEnabled'] },
    say: (step) => `switch API access ${step.enabled ? 'on' : 'off'}`,
    async act(scene, { enabled }) {
      const { deployment } = scene;
      // A token shows what is served, and there may be none until access is on again.
      if (!enabled) await knownGood(deployment).catch(unlessUnreached);
      await deployment.controls.setApiEnabled(enabled);
      scene.accessOff = !enabled;
      if (!enabled) switched(deployment).off = true;
      deployment.tokens.forget();
      return { at: deployment.clock.now(), kind: 'access', enabled };
    },
  }),

  /** The token that was issued so many tokens ago is tried on what was surely served; also while API access is off. */
  try: row({
    fields: { back },
    ...{ ...asksToken, reads: true },
    say: (step) => `try ${tokenInWords(step.back)}`,
    async act(scene, { back }) {
      const { deployment, tokens } = scene;
      const [token, good] = [tokens.at(-1 - back), await knownGood(deployment).catch(unlessUnreached)];
      if (!token || !good) return undefined;
      const served = await servedWith(scene, token, good);
      const bearer = { token: nameOf(tokens, token) };
      return { at: deployment.clock.now(), kind: 'called', operation: good.operation, bearer, served };
    },
  }),
};

/** A token that another was issued after, and that the history did not ask for, may have been ended by that. */
async function servedWith(
  { deployment, tokens, accessOff }: Scene,
  token: Token,
  { operation, answer, id }: Probe,
): Promise<Served> {
  const isServed = async () => {
    const seen = await deployment.call(operation, { auth: { bearer: token.value }, id });
    return seen.fingerprint === answer.fingerprint;
  };
  if (await isServed()) return 'yes';
  if (accessOff || token !== tokens.at(-1)) return 'no';
  return deployment.tokens.isSuperseded(token) || (await isServed()) ? 'unclear' : 'no';
}

/** Returns whether the answer to a good token request is that of what is not served. */
async function isTokenRequestAbsent(deployment: Deployment, answer: Answer): Promise<boolean> {
  const { issued, refused, incomplete } = deployment.profile.openings['token.status'] ?? {};
  const isPinned = refused !== undefined && ![issued, refused, incomplete].includes(answer.status);
  if (isPinned && busyBy(deployment, answer) === undefined) return true;
  return (await neighbourOf(deployment, 'issueToken')).fingerprint === answer.fingerprint;
}

/** Tells whether a run has switched API access off. */
const switched = perRun(() => ({ off: false }));

/**
 * The wrong keys of a run: how many were sent since the right one, which may be under way to come between, and whether the
 * account may be locked.
 */
const keysOf = perRun((): { pending: number; between?: Promise<unknown> | undefined; locked: boolean } => ({
  pending: 0,
  locked: false,
}));
/** So many wrong keys come in a row, also where histories are played again since the deployment breaks off. */
const IN_A_ROW = 2;
/** "Locked" and "too many requests". */
const LOCKED: readonly number[] = [423, 429];

/** So long before its end a token must still work: at most, and as a part of its life, if that is no less than it takes. */
const BEFORE = 30 * SECOND;
const BEFORE_PART = 8;
const LEAST = 12 * SECOND;
/** So long after its end it must not: more than the rounding of a Date header. */
const AFTER = 5 * SECOND;
/** Calls of all histories together shortly before the end of a token. */
const LATE_CALLS = 40;

/** How long a rate limit that the profile states holds them up. */
function limitedFor({ profile }: Deployment): number {
  const limit = profile.openings['rate-limit'];
  return limit ? Math.ceil(LATE_CALLS / limit.requests) * durationMs(limit.per) : 0;
}

/** The effect of a switch of API access may show a moment later. */
async function requestGood({ deployment, accessOff }: Scene): Promise<Answer> {
  const request = () => deployment.requestToken();
  const answer = await (switched(deployment).off
    ? deployment.eventually(request, (one) => isIssued(one) !== accessOff)
    : request());
  const keys = keysOf(deployment);
  keys.locked ||= keys.pending > 0 && !isIssued(answer) && !accessOff;
  keys.pending = 0;
  return answer;
}

async function requestWrong(scene: Scene, { credentials, near }: Requesting): Promise<Answer> {
  const { deployment } = scene;
  if (credentials === 'good') return deployment.requestToken();
  const keys = keysOf(deployment);
  const isNear = credentials === 'near-miss';
  const isKey = credentials === 'wrong-api-key' || (near !== undefined && isOfKey(near));
  if (isKey && keys.pending >= IN_A_ROW) {
    keys.between ??= requestGood(scene).finally(() => {
      keys.between = undefined;
    });
    await keys.between;
  }
  if ((isKey || isNear) && keys.locked)
    throw new Unreached('after a wrong key the deployment may have locked the account', 'rate-limit');
  const body = bodyFor(credentials, near, deployment.chance);
  if (isKey) keys.pending++;
  const answer = await deployment.requestToken((good) => body(good, deployment.nonce));
  keys.locked ||= isKey && LOCKED.includes(answer.status);
  return answer;
}

/** The answer to a token request as a fact. */
async function issuedBy(
  scene: Scene,
  step: Requesting,
  answer: Answer,
): Promise<Extract<SingleEvent, { kind: 'issued' }>> {
  const { deployment, tokens } = scene;
  const { credentials } = step;
  const issued = isIssued(answer);
  const isLocked = credentials === 'good' && !scene.accessOff && keysOf(deployment).locked;
  const busy = isLocked ? 'may have locked the account' : busyBy(deployment, answer);
  if (!issued && busy !== undefined) scene.refusal = new Unreached(`the deployment ${busy}`, 'rate-limit');
  const form = formOf(answer);
  const works = issued ? await worksIn(deployment, form) : undefined;
  const event = {
    at: deployment.clock.now(),
    kind: 'issued',
    ...{ credentials, issued },
    ...(saysItself(step) && { form: { ...form, ...(works !== undefined && { works }) } }),
    ...(switched(deployment).off && { wasOff: true }),
    ...(!issued && busy !== undefined && { busy: true }),
  } as const;
  if (!issued) return event;
  const token = readToken(answer);
  const { expires, value } = token;
  if (credentials === 'good' && tokens.at(-1)?.value === value)
    scene.refusal = new Unreached('the same token is issued again', 'token.reissue');
  if (credentials === 'good') tokens.push(token);
  return { ...event, token: nameOf(tokens, token), ...(expires !== undefined && { expires }) };
}

/** Returns whether the service itself has to have answered: something before it may refuse what looks like an attack. */
function saysItself({ credentials, near }: Requesting): boolean {
  return credentials !== 'near-miss' || (near !== undefined && isPlain(near));
}

/** Returns whether a token works that has ended by some clock: then clocks differ. */
async function worksIn(deployment: Deployment, { ahead = [] }: TokenForm): Promise<boolean | undefined> {
  if (ahead.every((ms) => ms > 0)) return undefined;
  const value = readToken(await deployment.requestToken()).value;
  const good = await knownGood(deployment).catch(unlessUnreached);
  if (!good) return ahead.length > 1 ? false : undefined;
  const tried = await deployment.call(good.operation, { auth: { bearer: value } });
  if (tried.fingerprint === good.answer.fingerprint) return true;
  return deployment.tokens.isSuperseded({ value }) ? undefined : false;
}

/** The form of the answer to a token request. */
export function formOf(answer: Answer): TokenForm {
  const { success, token, expires, error } = fieldsOf(answer.json);
  const text = typeof expires === 'string' ? expires : undefined;
  const read = text === undefined ? undefined : readIsoTime(text);
  const jwt = isFilledText(token) ? readJwt(token) : undefined;
  /** Clocks that show when it was issued, by the time that they show: the answer's, and the token's own. */
  const clocks = [answer.date, tokenTimes(answer.json)?.issued?.from].filter((shows) => shows !== undefined);
  return {
    object: isFields(answer.json),
    ...(typeof success === 'boolean' && { success }),
    ...{ token: heldBy(token), error: heldBy(error), expires: text === undefined ? heldBy(expires) : 'text' },
    ...(text !== undefined && { written: read?.utc ? 'iso-utc' : read ? 'iso' : 'otherwise' }),
    ...(jwt && 'fault' in jwt && { fault: jwt.fault }),
    ...(read && { ahead: clocks.map((shows) => read.time - shows) }),
    shown: inWords(answer),
  };
}

/** The values of the fields, and the form of the answer: it may hold credentials that the run does not know. */
function inWords(answer: Answer): string {
  const { success, token, expires, error } = fieldsOf(answer.json);
  const said = isFilledText(error) && !isIssued(answer) ? 'some text' : describeValue(error);
  const fields = `success is ${describeValue(success)}, token is ${describeValue(token, 'token')}, expires is ${describeValue(expires)}, error is ${said}`;
  return isFields(answer.json) ? `${formOfAnswer(answer)}: ${fields}` : formOfAnswer(answer);
}

function heldBy(value: unknown): Held {
  // Absent, null and empty all say that there is none.
  if (value === undefined || value === null || value === '') return 'none';
  return isFilledText(value) ? 'text' : 'other';
}
