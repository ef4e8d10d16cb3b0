/**
 * Who may call (sections 4.2 and 5), for each of the 19 operations. A refusal proves a rule only if
 * its cause is the rule: each request that must be refused is held against its twins, the same
 * request with a token in force and without any.
 */
import type { EpochMs } from '../../profile/core.ts';
import {
  type GuardedOperationId,
  type Judged,
  type OperationId,
  operation as operationOf,
} from '../../specification/index.ts';
import {
  type Case,
  type Cost,
  type Finding,
  fail,
  inconclusive,
  pass,
  type Touches,
  type Unlock,
  Unreached,
} from '../case.ts';
import { durationMs } from '../controls/duration.ts';
import type { Kit, Probe } from '../kit.ts';
import { describeAnswer } from '../reading/describe.ts';
import { type Alteration, alter, readJwt } from '../reading/jwt.ts';
import { readToken } from '../reading/token.ts';

/** So long before its end a token must still work: at most, and as a part of its life. */
const BEFORE = 30_000;
const BEFORE_PART = 8;
/** So long after its end it must not: more than the rounding of a Date header. */
const AFTER = 5_000;
/** Requests of all cases together shortly before the end of a token. */
const LATE_REQUESTS = 60;

export const authCases: readonly Case[] = [
  {
    rule: 'auth/bearer-accepted',
    touches,
    cost: (judged) => costOf(judged, 2),
    async judge(kit, judged) {
      const operation = judged.operation as GuardedOperationId;
      const served = await kit.probes.served(operation);
      const bare = await kit.probes.bare(operation);
      if (served.answer.look !== bare.answer.look || kit.probes.shows(served)) {
        return pass('With a token it is not refused as it is without one.', bare.answer, served.answer);
      }
      return refusedWithToken(kit, operation, served);
    },
  },
  {
    rule: 'auth/header-required',
    touches,
    cost: (judged) => costOf(judged, 0),
    async judge(kit, judged) {
      const operation = judged.operation as GuardedOperationId;
      const bare = await kit.probes.bare(operation);
      return mustBeRefused(kit, bare, 'no Authorization header');
    },
  },
  {
    rule: 'auth/garbage-refused',
    touches,
    cost: (judged) => costOf(judged, 1),
    async judge(kit, judged) {
      const operation = judged.operation as GuardedOperationId;
      await kit.probes.bare(operation);
      const auth = { bearer: `garbage-${kit.nonce}`, told: 'never a token' };
      return mustBeRefused(
        kit,
        await kit.probes.send(operation, auth, 'refused'),
        'a bearer that never was a token',
      );
    },
  },
  {
    rule: 'auth/tampered-refused',
    touches,
    cost: (judged) => costOf(judged, 3),
    async judge(kit, judged) {
      const operation = judged.operation as GuardedOperationId;
      await kit.probes.bare(operation);
      const { value } = await kit.token();
      const jwt = readJwt(value);
      if ('fault' in jwt) return inconclusive(`The token ${jwt.fault}: it cannot be altered as a JWT.`);
      const findings: Finding[] = [];
      for (const [alteration, told] of alterations) {
        const bearer = alter[alteration](jwt, kit.nonce);
        if (bearer === undefined) continue;
        const probe = await kit.probes.send(operation, { bearer, told }, 'refused');
        findings.push(await mustBeRefused(kit, probe, `a token with ${told}`));
      }
      return weakest(findings);
    },
  },
  {
    rule: 'auth/valid-until-expiry',
    touches: 'time',
    cost: (judged) => costOf(judged, 1),
    async judge(kit, judged) {
      const operation = judged.operation as GuardedOperationId;
      const { served, bare } = await twins(kit, operation);
      if (served.answer.look === bare.answer.look) return answersAlike(served, 'without one');
      const { expires } = await timedToken(kit);
      const late = await lateProbe(kit, operation);
      if (isPast(kit, late, expires))
        return inconclusive('The token had already ended when the answer came.');
      const when = `${secondsBetween(late.answer.date ?? kit.clock.now(), expires)} s before expires`;
      if (works(kit, late, served))
        return pass(`${when} the token still worked.`, served.answer, late.answer);
      const { refusal } = kit.looks;
      if (late.answer.look !== bare.answer.look && late.answer.look !== (await refusal())) {
        return inconclusive(`${when} ${operation} answered as it does neither with nor without a token.`);
      }
      return refusedTooEarly(kit, operation, served, when);
    },
  },
  {
    rule: 'auth/expired-refused',
    touches: 'time',
    cost: (judged) => costOf(judged, 1),
    async judge(kit, judged) {
      const operation = judged.operation as GuardedOperationId;
      const { served } = await twins(kit, operation);
      const { value: bearer, expires } = await timedToken(kit);
      const late = await lateProbe(kit, operation);
      await kit.clock.reach(expires + AFTER);
      const expired = await kit.probes.send(operation, { bearer }, 'refused');
      if (!isPast(kit, expired, expires))
        return inconclusive("The deployment's clock has not passed expires.");
      const finding = await mustBeRefused(kit, expired, 'a token that has ended');
      if (finding.verdict !== 'pass' || works(kit, late, served)) return finding;
      return inconclusive('The token did not work before its end either: the twin of this request.');
    },
  },
];

const alterations: readonly [Alteration, string][] = [
  ['payload', 'another payload'],
  ['signature', 'another signature'],
  ['algorithm', 'the algorithm none'],
];

/** The operation must not answer this probe as it answers one with a token in force. */
async function mustBeRefused(kit: Kit, probe: Probe, bearer: string): Promise<Finding> {
  const { operation, answer } = probe;
  const { served, bare } = await twins(kit, operation);
  const refusal = await kit.looks.refusal();
  const isRefusal = answer.look === refusal;
  if (!isRefusal && kit.probes.shows(probe)) {
    return fail(
      `${bearer} to be worth no more than no token`,
      `${operation} did its work: ${describeAnswer(answer)}`,
      served.answer,
      answer,
    );
  }
  if (answer.look === served.answer.look) {
    return isRefusal && served.good
      ? inconclusive(
          `${operation} is refused with a token too: the account may not call it, it seems.`,
          'auth.roles',
        )
      : answersAlike(served, `with ${bearer}`);
  }
  if (isRefusal || (answer !== bare.answer && answer.look === bare.answer.look)) {
    return pass(`With ${bearer} it is refused.`, served.answer, answer);
  }
  if ((await kit.looks.kind(operation, answer)) === 'absent') {
    return inconclusive(
      `With ${bearer} ${operation} answers as to an unknown id: it may have looked for it.`,
    );
  }
  // Another answer than all others: if the twin is still served, the bearer alone makes the difference.
  const again = await kit.probes.send(operation, 'token', 'served');
  if (again.answer.look === served.answer.look) {
    return pass(`With ${bearer} it answers otherwise than with a token.`, again.answer, answer);
  }
  return inconclusive(
    `${operation} no longer answers a good token as it did: the difference may have another cause.`,
  );
}

/** With a token in force it is answered as without any. */
async function refusedWithToken(kit: Kit, operation: GuardedOperationId, served: Probe): Promise<Finding> {
  const { look } = served.answer;
  const refused = look === (await kit.looks.refusal()) || look === (await kit.probes.allAlike());
  const roles = kit.profile.openings['auth.roles'];
  if (!refused || !served.good) return answersAlike(served, 'without a token');
  if (!roles)
    return inconclusive(
      `${operation} is refused with a fresh token: the account may not call it, it seems.`,
      'auth.roles',
    );
  if (roles.mayNotCall.includes(operation)) {
    return {
      ...inconclusive(`The profile says that the account may not call ${operation}.`),
      verdict: 'not-applicable',
    };
  }
  return fail(
    'a fresh token to be accepted',
    `${operation} refuses it as it refuses a request without one: ${describeAnswer(served.answer)}`,
    served.answer,
  );
}

/** The token of all cases about its end, and when that is. */
async function timedToken(kit: Kit): Promise<{ value: string; expires: EpochMs; before: number }> {
  const { value, expires, began } = await kit.shared('timed token', async () => {
    const answer = await kit.requestToken();
    const token = readToken(answer);
    return { ...token, began: kit.clock.now() };
  });
  if (expires === undefined) throw new Unreached('expires cannot be read as a time');
  const life = expires - began;
  if (life <= 0) throw new Unreached('the token has ended before it began');
  if (!kit.clock.canReach(expires + AFTER)) {
    throw new Unreached(
      `the token lives ${Math.round(life / 1000)} s, too long to sit out`,
      'controls.advance',
      'patience',
    );
  }
  return { value, expires, before: Math.min(BEFORE + limitedFor(kit), life / BEFORE_PART) };
}

/** How long a rate limit that the profile tells holds up the probes of all operations. */
function limitedFor({ profile }: Kit): number {
  const limit = profile.openings['rate-limit'];
  return limit ? Math.ceil(LATE_REQUESTS / limit.requests) * durationMs(limit.per) : 0;
}

/** The operation with that token, shortly before its end. Shared by the cases about both sides of it. */
async function lateProbe(kit: Kit, operation: GuardedOperationId): Promise<Probe> {
  const { value: bearer, expires, before } = await timedToken(kit);
  if (kit.clock.now() < expires) await kit.clock.reach(expires - before);
  // What is to be deleted is made with a token of which nothing is to be found out here.
  await kit.shared('token for the set-up before expiry', async () => kit.forgetToken());
  return kit.shared(`${operation} before expiry`, () => kit.probes.send(operation, { bearer }, 'served'));
}

/** A refusal before its time counts when a fresh token is served at the same moment, and this one again is not. */
async function refusedTooEarly(
  kit: Kit,
  operation: GuardedOperationId,
  served: Probe,
  when: string,
): Promise<Finding> {
  const { value: bearer } = await timedToken(kit);
  const fresh = readToken(await kit.requestToken());
  const twin = await kit.probes.send(operation, { bearer: fresh.value }, 'served');
  const again = await kit.probes.send(operation, { bearer }, 'served');
  if (!works(kit, twin, served)) return inconclusive(`${when} ${operation} refused a fresh token too.`);
  if (works(kit, again, served)) return inconclusive(`${when} the token was refused once, and then worked.`);
  return fail(
    'the token to work until expires',
    `${when} ${operation} refused it: ${describeAnswer(again.answer)}; a fresh one works`,
    twin.answer,
    again.answer,
  );
}

async function twins(kit: Kit, operation: GuardedOperationId): Promise<{ served: Probe; bare: Probe }> {
  const served = await kit.probes.served(operation);
  return { served, bare: await kit.probes.bare(operation) };
}

/** Alike, and not because it is refused for want of a token: the request may be looked at before the token is. */
function answersAlike({ operation, good }: Probe, other: string): Finding {
  const why = good
    ? 'whether it did its work cannot be told from the answer'
    : 'the profile does not tell a good request, and one that is not may be refused for that alone';
  return inconclusive(`${operation} answers alike with a token and ${other}: ${why}.`, ...unlocks(operation));
}

function works(kit: Kit, probe: Probe, served: Probe): boolean {
  return probe.answer.look === served.answer.look || kit.probes.shows(probe);
}

function isPast(kit: Kit, { answer }: Probe, moment: EpochMs): boolean {
  return (answer.date ?? kit.clock.now()) >= moment;
}

function secondsBetween(from: EpochMs, to: EpochMs): number {
  return Math.round((to - from) / 1000);
}

/** The finding that weighs most: a failure, then what could not be told. */
function weakest(findings: readonly Finding[]): Finding {
  return (
    findings.find(({ verdict }) => verdict === 'fail') ??
    findings.find(({ verdict }) => verdict !== 'pass') ??
    (findings[0] as Finding)
  );
}

/** What of the profile tells a good request, and shows that an operation did its work. */
function unlocks(operation: GuardedOperationId): Unlock[] {
  if (operation === 'postLocations') return ['locations.purpose', 'records.location', 'operations.envelope'];
  if (operation === 'postAlerts') return ['alerts.purpose', 'records.alert', 'operations.envelope'];
  const { method, family } = operationOf(operation);
  const record =
    family === 'devices' ? 'records.device' : family === 'groups' ? 'records.group' : 'records.user';
  return [record, 'operations.envelope', ...(method === 'GET' ? [] : (['operations.status'] as const))];
}

/** Reading touches nothing; writes go to what the run has made itself. */
function touches({ operation }: Judged): Touches {
  const { method, family } = operationOf(operation as OperationId);
  if (method === 'GET') return 'nothing';
  return family === 'devices' ? 'device' : 'records';
}

function costOf(judged: Judged, requests: number): Cost {
  const { method, family } = operationOf(judged.operation as OperationId);
  if (method !== 'DELETE' || requests === 0) return { requests };
  return { requests: requests + 2, creates: [family === 'groups' ? 'group' : 'user'] };
}
