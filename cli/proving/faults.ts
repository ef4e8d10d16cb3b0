/**
 * Faults that a client may meet, by what a correct client does: it carries on, so that its tests pass, or it gives up in
 * time, so that tests may fail and nothing hangs.
 */
import { DAY, HOUR, SECOND } from '../../contracts/kit/durations.ts';
import type { FaultRule } from '../../simulator/faults/index.ts';
import type { Simulator } from '../../simulator/simulator.ts';
import type { Kind, Traffic } from './traffic.ts';

/** The ways in which a run differs from the plain one. */
export interface Differing {
  /** The rules of the world; none where the tests make no such call. */
  rules?(usual: Traffic): readonly FaultRule[];
  /** The world at its beginning. */
  begins?(simulator: Simulator): void;
  /** Something that happens in the middle of the calls. */
  inTheMiddle?(simulator: Simulator): unknown;
  /** The moment and the time zone of the beginning, and how many devices there are. */
  settings?: { at?: string; timeZone?: string; devices?: number };
}

/** A rule for some of the calls of a kind; none where there are none. */
const placed = (kind: Kind, effect: FaultRule, place: (calls: number) => FaultRule): Differing => ({
  rules(usual) {
    const { operations, calls } = usual.of(kind);
    return calls === 0 ? [] : [{ operation: operations, ...effect, ...place(calls) }];
  },
});
const YEAR = 365 * DAY;
const first = (kind: Kind, effect: FaultRule) => placed(kind, effect, () => ({ nth: 1 }));
const always = (kind: Kind, effect: FaultRule) => placed(kind, effect, () => ({}));
/** The middle one of the calls. */
const once = (kind: Kind, effect: FaultRule) =>
  placed(kind, effect, (calls) => ({ nth: Math.ceil(calls / 2) }));
/** From the middle of the calls on: a rule that begins with the first call has no `after`. */
const fromMiddle = (kind: Kind, effect: FaultRule) =>
  placed(kind, effect, (calls) => (calls < 3 ? {} : { after: Math.ceil(calls / 2) - 1 }));

const headers = { 'retry-after': '1' };
const unavailable = { status: 503, headers };
const limited = { refusal: 'rate-limited', headers } as const;
const unauthorised = { refusal: 'unauthorised' } as const;
const failed = { refusal: 'failed' } as const;
const refused = { status: 401, body: { success: false, error: 'refused' } };
const revoked = { revoke: true } as const;
const cut = { cut: 'before' } as const;
const lost = { cut: 'after' } as const;
const signIn = { status: 302, headers: { location: '/login' } };
const page = (status: number) => ({
  ...{ status, body: `<html>${status}</html>`, headers: { 'content-type': 'text/html' } },
});
const berlin = (at: string) => ({ settings: { at, timeZone: 'Europe/Berlin' } });

/** Has devices report a location of one moment after the other, counted from now. */
const reported =
  (devices: number, ...since: readonly number[]) =>
  ({ fleet, clock }: Simulator): void => {
    for (const { id } of fleet.devices.list().slice(0, devices))
      for (const ms of since) {
        const deviceTime = clock.now() + ms;
        fleet.locations.record(id, { deviceTime, latitude: 48, longitude: 11, speed: 5 });
      }
  };

/** Changes something about each device of the fleet. */
const ofEachDevice =
  (change: Parameters<Simulator['fleet']['limits']['set']>[1]) =>
  ({ fleet }: Simulator): void => {
    for (const { id } of fleet.devices.list()) fleet.limits.set(id, change);
  };
const noMessages = ofEachDevice({ dailyEmail: 0, dailySms: 0 });
const expired = ofEachDevice({ expires: true, expirationDate: '2026-01-01' });

/** By id, a sentence about the service, and how it differs. */
interface Faults {
  readonly [id: string]: readonly [says: string, differing: Differing];
}

const carriesOn: Faults = {
  'token-revoked': ['The token is revoked between two calls.', once('guarded', revoked)],
  'token-revoked-at-once': ['The token is revoked before its first use.', first('guarded', revoked)],
  'unauthorised-once': ['A call is refused for want of a token, once.', once('guarded', unauthorised)],
  'sign-in-fails-once': ['The first token request is answered with 503.', first('sign-in', unavailable)],
  'sign-in-cut-once': ['The connection is cut at the first token request.', first('sign-in', cut)],
  'read-fails-once': ['A read is answered with 500, once.', once('read', failed)],
  'read-unavailable-once': ['A read is answered with 503 and Retry-After, once.', once('read', unavailable)],
  'read-gateway-page': ['A proxy answers a read with 502 and a page, once.', once('read', page(502))],
  'read-gateway-timeout': ['A proxy answers a read with 504, once.', once('read', { status: 504 })],
  'write-unavailable-once': [
    'A write is refused with 503 and Retry-After, once.',
    once('write', unavailable),
  ],
  'limited-once': ['A read is refused with 429 and Retry-After, once.', once('read', limited)],
  'limited-write-once': ['A write is refused with 429 and Retry-After, once.', once('write', limited)],
  'limited-without-advice': [
    'A read is refused with 429 and no Retry-After, once.',
    once('read', { status: 429 }),
  ],
  'read-cut-before': ['The connection is cut at a read, once.', once('read', cut)],
  'read-cut-middle': ['The answer to a read breaks off, once.', once('read', { cut: 'middle' })],
  'put-answer-lost': ['A PUT is carried out, and its answer is lost.', once('put', lost)],
  'slow-answers': ['Every answer takes 150 ms.', always('any', { latency: 150 })],
  'slow-once': ['A read takes two seconds, once.', once('read', { latency: '2s' })],
  'slow-body': ['The body of a read comes in pieces, for about a second.', once('read', { slow: 4_000 })],
  'late-location': [
    'A location that is two hours old has come in last.',
    { begins: reported(100, -10 * SECOND, -2 * HOUR) },
  ],
  'location-in-the-future': ['A device is ten years ahead of the clock.', { begins: reported(1, 10 * YEAR) }],
  'summer-time-begins': ['The clocks go forward in Berlin this night.', berlin('2026-03-29T00:59:30Z')],
  'summer-time-ends': [
    'It is the hour that Berlin repeats when summer time ends.',
    berlin('2026-10-25T00:59:30Z'),
  ],
  'year-ends': ['The year ends in half a minute.', { settings: { at: '2026-12-31T23:59:30Z' } }],
  'many-devices': ['The fleet has 2,000 devices.', { settings: { devices: 2_000 } }],
};

const givesUp: Faults = {
  'unauthorised-from-then-on': [
    'Every token is refused from the middle of the calls on.',
    fromMiddle('guarded', unauthorised),
  ],
  'sign-in-refused': ['Every token request is refused.', always('sign-in', refused)],
  'api-access-off': [
    'API access is switched off in the middle of the calls.',
    { inTheMiddle: ({ fleet }) => fleet.account.setApiEnabled(false) },
  ],
  'api-key-rotated': [
    'The API key changes in the middle of the calls.',
    { inTheMiddle: ({ fleet }) => fleet.account.setApiKey('rotated-by-roadtest') },
  ],
  unavailable: [
    'Everything is answered with 503 from the middle of the calls on.',
    fromMiddle('any', unavailable),
  ],
  failing: ['Everything is answered with 500.', always('any', failed)],
  limited: ['Every read is refused with 429 from the middle of them on.', fromMiddle('read', limited)],
  'create-answer-lost': ['A create is carried out, and its answer is lost.', once('create', lost)],
  'create-cut-before': ['The connection is cut before a create is carried out.', once('create', cut)],
  'delete-answer-lost': ['A DELETE is carried out, and its answer is lost.', once('delete', lost)],
  'report-answer-lost': ['An alert is recorded, and the answer is lost.', once('alert', lost)],
  'connections-cut': ['Every connection is cut from the middle of the calls on.', fromMiddle('any', cut)],
  'no-answer': ['A read gets no answer within a minute.', once('read', { latency: '60s' })],
  'stale-reads': ['Each read repeats its first answer for ten minutes.', always('read', { stale: '10m' })],
  'page-in-place-of-json': ['A read is answered with 200 and a page, once.', once('read', page(200))],
  'empty-answer': ['A read is answered with 200 and no body, once.', once('read', { status: 200 })],
  'redirect-to-sign-in': ['A read is redirected to a page to sign in, once.', once('read', signIn)],
  'day-change': [
    'A day ends in the middle of the calls.',
    { inTheMiddle: ({ clock }) => clock.advance({ by: 'P1D' }) },
  ],
  'limits-reached': ['Every device has reached its daily limits.', { begins: noMessages }],
  'licences-gone': ['Every device expires in the middle of the calls.', { inTheMiddle: expired }],
};

export const faults = { 'carries on': carriesOn, 'gives up': givesUp } as const;
