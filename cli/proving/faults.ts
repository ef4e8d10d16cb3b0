/**
 * Faults that a client may meet, and what a right client does: it carries on, so that its tests pass, or it gives up in
 * time, so that tests may fail and nothing hangs.
 */
import { HOUR, SECOND } from '../../contracts/kit/durations.ts';
import type { OperationId } from '../../contracts/specification/operations.ts';
import type { FaultRule } from '../../simulator/faults/index.ts';
import type { Reply } from '../../simulator/http/call.ts';
import type { Simulator } from '../../simulator/simulator.ts';
import type { Kind, Usual } from './traffic.ts';

/** The ways in which a run differs from the plain one. */
interface Differing {
  /** The rules of the world; none where the tests make no such call. */
  rules?(usual: Usual): readonly FaultRule[];
  /** The world at its beginning. */
  begins?(simulator: Simulator): void;
  /** Something that happens in the middle of the calls. */
  inTheMiddle?(simulator: Simulator): Promise<void> | void;
  /** The moment and the time zone of the beginning. */
  at?: string;
  timeZone?: string;
  devices?: number;
  /** The reply in place of the one to an operation. */
  replies?(reply: Reply, operation: OperationId, simulator: Simulator): Reply;
}

export interface FaultRow extends Differing {
  /** A sentence about the service. */
  readonly says: string;
  readonly expects: 'carries on' | 'gives up';
}

const carriesOn = (says: string, how: Differing): FaultRow => ({ says, expects: 'carries on', ...how });
const givesUp = (says: string, how: Differing): FaultRow => ({ says, expects: 'gives up', ...how });

/** A rule for some of the calls of a kind; none where there are none. */
const placed = (kind: Kind, effect: FaultRule, place: (calls: number) => FaultRule): Differing => ({
  rules(usual) {
    const { operations, calls } = usual.of(kind);
    return calls === 0 ? [] : [{ operation: operations, ...effect, ...place(calls) }];
  },
});
const first = (kind: Kind, effect: FaultRule) => placed(kind, effect, () => ({ nth: 1 }));
/** The middle one of the calls. */
const once = (kind: Kind, effect: FaultRule) =>
  placed(kind, effect, (calls) => ({ nth: Math.ceil(calls / 2) }));
const always = (kind: Kind, effect: FaultRule) => placed(kind, effect, () => ({}));
/** From the middle of the calls on: a rule that begins with the first call has no `after`. */
const fromMiddle = (kind: Kind, effect: FaultRule) =>
  placed(kind, effect, (calls) => (calls < 3 ? {} : { after: Math.ceil(calls / 2) - 1 }));

const html = { 'content-type': 'text/html' };
const headers = { 'retry-after': '1' };
const unavailable = { status: 503, headers };
const limited = { refusal: 'rate-limited' } as const;
const unauthorised = { refusal: 'unauthorised' } as const;
const failed = { refusal: 'failed' } as const;
const refused = { status: 401, body: { success: false, error: 'refused' } };
const gatewayPage = { status: 502, headers: html, body: '<html><h1>502 Bad Gateway</h1></html>' };
const signInPage = { status: 200, headers: html, body: '<html>Sign in</html>' };

/** Has devices report a location of one moment after the other. */
function reports({ fleet }: Simulator, devices: number, times: readonly number[]): void {
  for (const { id } of fleet.devices.list().slice(0, devices))
    for (const deviceTime of times)
      fleet.locations.record(id, { deviceTime, latitude: 48, longitude: 11, speed: 5 });
}

/** Changes something about each device of the fleet. */
const ofEachDevice =
  (change: Parameters<Simulator['fleet']['limits']['set']>[1]) =>
  ({ fleet }: Simulator): void => {
    for (const { id } of fleet.devices.list()) fleet.limits.set(id, change);
  };

export const faultRows: { readonly [id: string]: FaultRow } = {
  'token-revoked': carriesOn('The token is revoked between two calls.', once('guarded', { revoke: true })),
  'token-revoked-at-once': carriesOn(
    'The token is revoked before its first use.',
    first('guarded', { revoke: true }),
  ),
  'unauthorised-once': carriesOn(
    'A call is refused for want of a token, once.',
    once('guarded', unauthorised),
  ),
  'unauthorised-from-then-on': givesUp(
    'Every token is refused from the middle of the calls on.',
    fromMiddle('guarded', unauthorised),
  ),
  'sign-in-fails-once': carriesOn(
    'The first token request is answered with 503.',
    first('sign-in', { status: 503 }),
  ),
  'sign-in-cut-once': carriesOn(
    'The connection is cut at the first token request.',
    first('sign-in', { cut: 'before' }),
  ),
  'sign-in-refused': givesUp('Every token request is refused.', always('sign-in', refused)),
  'api-access-off': givesUp('API access is switched off in the middle of the calls.', {
    inTheMiddle: ({ fleet }) => fleet.account.setApiEnabled(false),
  }),
  'api-key-rotated': givesUp('The API key is another one from the middle of the calls on.', {
    inTheMiddle: ({ fleet }) => fleet.account.setApiKey('rotated-by-roadtest'),
  }),
  'read-fails-once': carriesOn('A read is answered with 500, once.', once('read', failed)),
  'read-unavailable-once': carriesOn(
    'A read is answered with 503 and Retry-After, once.',
    once('read', unavailable),
  ),
  'read-gateway-page': carriesOn(
    'A proxy answers a read with 502 and a page, once.',
    once('read', gatewayPage),
  ),
  'read-gateway-timeout': carriesOn('A proxy answers a read with 504, once.', once('read', { status: 504 })),
  'write-unavailable-once': carriesOn(
    'A write is refused with 503 and Retry-After, once; it was not carried out.',
    once('write', unavailable),
  ),
  unavailable: givesUp(
    'Everything is answered with 503 from the middle of the calls on.',
    fromMiddle('any', unavailable),
  ),
  failing: givesUp('Everything is answered with 500.', always('any', failed)),
  'limited-once': carriesOn(
    'A read is refused with 429 and Retry-After, once.',
    once('read', { ...limited, headers }),
  ),
  'limited-write-once': carriesOn(
    'A write is refused with 429 and Retry-After, once.',
    once('write', { ...limited, headers }),
  ),
  'limited-without-advice': carriesOn(
    'A read is refused with 429 and no Retry-After, once.',
    once('read', limited),
  ),
  limited: givesUp(
    'Every read is refused with 429 and Retry-After from the middle of them on.',
    fromMiddle('read', { ...limited, headers }),
  ),
  'read-cut-before': carriesOn('The connection is cut at a read, once.', once('read', { cut: 'before' })),
  'read-cut-middle': carriesOn(
    'The answer to a read breaks off in the middle of its body, once.',
    once('read', { cut: 'middle' }),
  ),
  'create-answer-lost': givesUp(
    'A create is carried out, and its answer is lost.',
    once('create', { cut: 'after' }),
  ),
  'create-cut-before': givesUp(
    'The connection is cut at a create, which is not carried out.',
    once('create', { cut: 'before' }),
  ),
  'put-answer-lost': carriesOn(
    'A PUT is carried out, and its answer is lost; the same again does no harm.',
    once('put', { cut: 'after' }),
  ),
  'delete-answer-lost': givesUp(
    'A DELETE is carried out, and its answer is lost.',
    once('delete', { cut: 'after' }),
  ),
  'report-answer-lost': givesUp(
    'An alert is taken, and the answer is lost.',
    once('alert', { cut: 'after' }),
  ),
  'connections-cut': givesUp(
    'Every connection is cut from the middle of the calls on.',
    fromMiddle('any', { cut: 'before' }),
  ),
  'slow-answers': carriesOn('Every answer takes 150 ms.', always('any', { latency: 150 })),
  'slow-once': carriesOn('A read takes two seconds, once.', once('read', { latency: '2s' })),
  'slow-body': carriesOn(
    'The body of a read comes in pieces, for about a second.',
    once('read', { slow: 4_000 }),
  ),
  'no-answer': givesUp('A read gets no answer within a minute.', once('read', { latency: '60s' })),
  'stale-reads': givesUp(
    'Reads are answered as the first time for ten minutes of the fake clock.',
    always('read', { stale: '10m' }),
  ),
  'page-in-place-of-json': givesUp(
    'A read is answered with 200 and a page to sign in, once.',
    once('read', signInPage),
  ),
  'empty-answer': givesUp('A read is answered with 200 and no body, once.', once('read', { status: 200 })),
  'redirect-to-sign-in': givesUp(
    'A read is redirected to a page to sign in, once.',
    once('read', { status: 302, headers: { location: '/login' } }),
  ),
  'late-location': carriesOn('A location that is two hours old has come in last.', {
    begins(simulator) {
      const now = simulator.clock.now();
      reports(simulator, 100, [now - 10 * SECOND, now - 2 * HOUR]);
    },
  }),
  'location-in-the-future': carriesOn(
    'A device with a wrong clock has reported a location of the year 2040.',
    {
      begins: (simulator) => reports(simulator, 1, [Date.UTC(2040, 0, 1)]),
    },
  ),
  'day-change': givesUp('A day ends in the middle of the calls.', {
    inTheMiddle: (simulator) => simulator.clock.advance({ by: 'P1D' }).then(() => undefined),
  }),
  'summer-time-begins': carriesOn('It is the night in which the clocks go forward in Berlin.', {
    at: '2026-03-29T00:59:30Z',
    timeZone: 'Europe/Berlin',
  }),
  'summer-time-ends': carriesOn('It is the hour that the clocks show twice in Berlin.', {
    at: '2026-10-25T00:59:30Z',
    timeZone: 'Europe/Berlin',
  }),
  'year-ends': carriesOn('It is half a minute before the end of the year.', { at: '2026-12-31T23:59:30Z' }),
  'limits-reached': givesUp('Every device has reached its daily limits.', {
    begins: ofEachDevice({ dailyEmail: 0, dailySms: 0 }),
  }),
  'licences-gone': givesUp('Every device expires in the middle of the calls.', {
    inTheMiddle: ofEachDevice({ expires: true, expirationDate: '2026-01-01' }),
  }),
  'many-devices': carriesOn('The fleet has 2,000 devices.', { devices: 2_000 }),
};
