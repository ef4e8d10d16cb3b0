/**
 * Faults that a client may meet, and what a right client does: it carries on, so that its tests pass, or it gives up in
 * time, so that tests may fail and nothing hangs.
 */
import { SECOND } from '../../contracts/kit/durations.ts';
import type { OperationId } from '../../contracts/specification/operations.ts';
import type { FaultRule } from '../../simulator/faults/index.ts';
import type { Reply } from '../../simulator/http/call.ts';
import type { Simulator } from '../../simulator/simulator.ts';
import type { Kind, Usual } from './usual.ts';

export interface FaultRow {
  /** A sentence about the service. */
  readonly says: string;
  readonly expects: 'carries on' | 'gives up';
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

const carriesOn = 'carries on';
const givesUp = 'gives up';

/** A rule for the middle one of the calls of a kind; none where there are none. */
const inMiddleOf = (usual: Usual, kind: Kind, effect: FaultRule, times = 1): FaultRule[] => {
  const { operations, calls } = usual.of(kind);
  if (calls === 0) return [];
  const nth = Math.ceil(calls / 2);
  // So many in a row: a client that tries again meets them all.
  return [
    {
      operation: operations,
      ...effect,
      ...(times === 1 ? { nth } : { nth: Array.from({ length: times }, (_, at) => nth + at) }),
    },
  ];
};
const once =
  (kind: Kind, effect: FaultRule, times = 1) =>
  (usual: Usual) =>
    inMiddleOf(usual, kind, effect, times);
const always =
  (kind: Kind, effect: FaultRule) =>
  (usual: Usual): FaultRule[] => {
    const { operations, calls } = usual.of(kind);
    return calls === 0 ? [] : [{ operation: operations, ...effect }];
  };
/** From the middle of the calls on. */
const fromMiddle =
  (kind: Kind, effect: FaultRule) =>
  (usual: Usual): FaultRule[] => {
    const { operations, calls } = usual.of(kind);
    const before = Math.ceil(calls / 2) - 1;
    // A rule that begins with the first call has no `after`.
    return calls === 0 ? [] : [{ operation: operations, ...(before > 0 && { after: before }), ...effect }];
  };

const retryAfter = { 'retry-after': '1' };
const page = {
  status: 502,
  headers: { 'content-type': 'text/html' },
  body: '<html><h1>502 Bad Gateway</h1></html>',
};

/** Real time of two locations before now, in ms: one that is older comes in later. */
const late = [10 * SECOND, 7_200 * SECOND];

function reports(simulator: Simulator, ages: readonly number[]): void {
  const now = simulator.clock.now();
  for (const { id } of simulator.fleet.devices.list().slice(0, 100))
    for (const age of ages)
      simulator.fleet.locations.record(id, { deviceTime: now - age, latitude: 48, longitude: 11, speed: 5 });
}

export const faultRows = {
  'token-revoked': {
    says: 'The token is revoked between two calls.',
    expects: carriesOn,
    rules: once('guarded', { revoke: true }),
  },
  'token-revoked-at-once': {
    says: 'The token is revoked before its first use.',
    expects: carriesOn,
    rules: (usual) =>
      usual.of('guarded').calls === 0
        ? []
        : [{ operation: usual.of('guarded').operations, nth: 1, revoke: true }],
  },
  'unauthorised-once': {
    says: 'A call is refused for want of a token, once.',
    expects: carriesOn,
    rules: once('guarded', { refusal: 'unauthorised' }),
  },
  'unauthorised-from-then-on': {
    says: 'Every token is refused from the middle of the calls on.',
    expects: givesUp,
    rules: fromMiddle('guarded', { refusal: 'unauthorised' }),
  },
  'sign-in-fails-once': {
    says: 'The first token request is answered with 503.',
    expects: carriesOn,
    rules: always('sign-in', { nth: 1, status: 503 }),
  },
  'sign-in-cut-once': {
    says: 'The connection is cut at the first token request.',
    expects: carriesOn,
    rules: always('sign-in', { nth: 1, cut: 'before' }),
  },
  'sign-in-refused': {
    says: 'Every token request is refused.',
    expects: givesUp,
    rules: always('sign-in', { status: 401, body: { success: false, error: 'refused' } }),
  },
  'api-access-off': {
    says: 'API access is switched off in the middle of the calls.',
    expects: givesUp,
    inTheMiddle: ({ fleet }) => fleet.account.setApiEnabled(false),
  },
  'api-key-rotated': {
    says: 'The API key is another one from the middle of the calls on.',
    expects: givesUp,
    inTheMiddle: ({ fleet }) => fleet.account.setApiKey('rotated-by-roadtest'),
  },
  'read-fails-once': {
    says: 'A read is answered with 500, once.',
    expects: carriesOn,
    rules: once('read', { refusal: 'failed' }),
  },
  'read-unavailable-once': {
    says: 'A read is answered with 503 and Retry-After, once.',
    expects: carriesOn,
    rules: once('read', { status: 503, headers: retryAfter }),
  },
  'read-gateway-page': {
    says: 'A proxy answers a read with 502 and a page, once.',
    expects: carriesOn,
    rules: once('read', page),
  },
  'read-gateway-timeout': {
    says: 'A proxy answers a read with 504, once.',
    expects: carriesOn,
    rules: once('read', { status: 504 }),
  },
  'write-unavailable-once': {
    says: 'A write is refused with 503 and Retry-After, once; it was not carried out.',
    expects: carriesOn,
    rules: once('write', { status: 503, headers: retryAfter }),
  },
  unavailable: {
    says: 'Everything is answered with 503 from the middle of the calls on.',
    expects: givesUp,
    rules: fromMiddle('any', { status: 503, headers: retryAfter }),
  },
  failing: {
    says: 'Everything is answered with 500.',
    expects: givesUp,
    rules: always('any', { refusal: 'failed' }),
  },
  'limited-once': {
    says: 'A read is refused with 429 and Retry-After, once.',
    expects: carriesOn,
    rules: once('read', { refusal: 'rate-limited', headers: retryAfter }),
  },
  'limited-write-once': {
    says: 'A write is refused with 429 and Retry-After, once.',
    expects: carriesOn,
    rules: once('write', { refusal: 'rate-limited', headers: retryAfter }),
  },
  'limited-without-advice': {
    says: 'A read is refused with 429 and no Retry-After, once.',
    expects: carriesOn,
    rules: once('read', { refusal: 'rate-limited' }),
  },
  limited: {
    says: 'Every read is refused with 429 and Retry-After from the middle of them on.',
    expects: givesUp,
    rules: fromMiddle('read', { refusal: 'rate-limited', headers: retryAfter }),
  },
  'read-cut-before': {
    says: 'The connection is cut at a read, once.',
    expects: carriesOn,
    rules: once('read', { cut: 'before' }),
  },
  'read-cut-middle': {
    says: 'The answer to a read breaks off in the middle of its body, once.',
    expects: carriesOn,
    rules: once('read', { cut: 'middle' }),
  },
  'create-answer-lost': {
    says: 'A create is carried out, and its answer is lost.',
    expects: givesUp,
    rules: once('create', { cut: 'after' }),
  },
  'create-cut-before': {
    says: 'The connection is cut at a create, which is not carried out.',
    expects: givesUp,
    rules: once('create', { cut: 'before' }),
  },
  'put-answer-lost': {
    says: 'A PUT is carried out, and its answer is lost; the same again does no harm.',
    expects: carriesOn,
    rules: once('put', { cut: 'after' }),
  },
  'delete-answer-lost': {
    says: 'A DELETE is carried out, and its answer is lost.',
    expects: givesUp,
    rules: once('delete', { cut: 'after' }),
  },
  'report-answer-lost': {
    says: 'An alert is taken, and the answer is lost.',
    expects: givesUp,
    rules: once('alert', { cut: 'after' }),
  },
  'connections-cut': {
    says: 'Every connection is cut from the middle of the calls on.',
    expects: givesUp,
    rules: fromMiddle('any', { cut: 'before' }),
  },
  'slow-answers': {
    says: 'Every answer takes 150 ms.',
    expects: carriesOn,
    rules: always('any', { latency: 150 }),
  },
  'slow-once': {
    says: 'A read takes two seconds, once.',
    expects: carriesOn,
    rules: once('read', { latency: '2s' }),
  },
  'slow-body': {
    says: 'The body of a read comes in pieces, for about a second.',
    expects: carriesOn,
    rules: once('read', { slow: 4_000 }),
  },
  'no-answer': {
    says: 'A read gets no answer within a minute.',
    expects: givesUp,
    rules: once('read', { latency: '60s' }),
  },
  'stale-reads': {
    says: 'Reads are answered as the first time for ten minutes of the fake clock.',
    expects: givesUp,
    rules: always('read', { stale: '10m' }),
  },
  'page-in-place-of-json': {
    says: 'A read is answered with 200 and a page to sign in, once.',
    expects: givesUp,
    rules: once('read', {
      status: 200,
      headers: { 'content-type': 'text/html' },
      body: '<html>Sign in</html>',
    }),
  },
  'empty-answer': {
    says: 'A read is answered with 200 and no body, once.',
    expects: givesUp,
    rules: once('read', { status: 200 }),
  },
  'redirect-to-sign-in': {
    says: 'A read is redirected to a page to sign in, once.',
    expects: givesUp,
    rules: once('read', { status: 302, headers: { location: '/login' } }),
  },
  'late-location': {
    says: 'A location that is two hours old has come in last.',
    expects: carriesOn,
    begins: (simulator) => reports(simulator, late),
  },
  'location-in-the-future': {
    says: 'A device with a wrong clock has reported a location of the year 2040.',
    expects: carriesOn,
    begins: (simulator) => {
      const deviceTime = Date.UTC(2040, 0, 1);
      const [device] = simulator.fleet.devices.list();
      if (device)
        simulator.fleet.locations.record(device.id, { deviceTime, latitude: 48, longitude: 11, speed: 5 });
    },
  },
  'day-change': {
    says: 'A day ends in the middle of the calls.',
    expects: givesUp,
    inTheMiddle: (simulator) => simulator.clock.advance({ by: 'P1D' }).then(() => undefined),
  },
  'summer-time-begins': {
    says: 'It is the night in which the clocks go forward in Berlin.',
    expects: carriesOn,
    at: '2026-03-29T00:59:30Z',
    timeZone: 'Europe/Berlin',
  },
  'summer-time-ends': {
    says: 'It is the hour that the clocks show twice in Berlin.',
    expects: carriesOn,
    at: '2026-10-25T00:59:30Z',
    timeZone: 'Europe/Berlin',
  },
  'year-ends': {
    says: 'It is half a minute before the end of the year.',
    expects: carriesOn,
    at: '2026-12-31T23:59:30Z',
  },
  'limits-reached': {
    says: 'Every device has reached its daily limits.',
    expects: givesUp,
    begins: ({ fleet }) => {
      for (const { id } of fleet.devices.list()) fleet.limits.set(id, { dailyEmail: 0, dailySms: 0 });
    },
  },
  'licences-gone': {
    says: 'Every device expires in the middle of the calls.',
    expects: givesUp,
    inTheMiddle: async (simulator) => {
      for (const { id } of simulator.fleet.devices.list())
        simulator.fleet.limits.set(id, { expires: true, expirationDate: '2026-01-01' });
    },
  },
  'many-devices': {
    says: 'The fleet has 2,000 devices.',
    expects: carriesOn,
    devices: 2_000,
  },
} as const satisfies { readonly [id: string]: FaultRow };
