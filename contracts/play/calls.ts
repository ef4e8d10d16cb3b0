/** Calls of operations with any bearer value, what they show of whether they were served, and a look at what they changed. */

import type { Auth, Token } from '../deployment/answer.ts';
import type { Deployment, Probe, Trace } from '../deployment/deployment.ts';
import { Unreached } from '../deployment/finding.ts';
import { shows } from '../deployment/probing/evidence.ts';
import { nextPageOf } from '../deployment/probing/probing.ts';
import { probeBare, probeServed, sendProbe, sparedFor } from '../deployment/probing/requests.ts';
import { mayBeEnded } from '../deployment/tokens/renewal.ts';
import type { Family, Sent, SingleEvent } from '../judge/event.ts';
import { integer, oneOf, optional } from '../kit/schema.ts';
import { isId } from '../profile/facts.ts';
import {
  familyOperations,
  type GuardedOperationId,
  guardedOperations,
  operation as operationOf,
} from '../specification/operations.ts';
import { saysNothing } from './answers.ts';
import { authOf, bearerInWords, bearerNames, forged, kindOf, nameOf, tokenInWords } from './bearers.ts';
import { lookingRows } from './looking.ts';
import { type CallResult, lookByWay, lookInForce, lookRefused, unclear } from './looks.ts';
import { named, reportRows } from './reports.ts';
import { back, type Of, row } from './row.ts';
import type { Scene, StepResult } from './scene.ts';
import { readableTexts } from './texts.ts';
import { changesMethod, namesOfWays, reshaping } from './ways.ts';

/** The kind of bearer value that a call has. */
interface Sort {
  readonly token: Token | undefined;
  readonly auth: Auth;
  readonly kind: ReturnType<typeof kindOf>;
  /** Tells whether the token has not ended, by all that is known. */
  readonly isInForce: boolean;
}

/**
 * An operation with a bearer value, on what is at hand; `token` and what it is altered from: the one that was issued so many
 * tokens ago. `by`: another spelling of path and method, at one of the places where it can be.
 */
const calling = {
  operation: oneOf(...guardedOperations.map(({ id }) => id)),
  bearer: oneOf(...bearerNames),
  back,
  by: optional(oneOf(...namesOfWays)),
  place: optional(integer({ minimum: 0, maximum: 20 })),
};
type Call = Of<typeof calling>;

/** The number of the record or device that is looked at: histories number their own from 1. */
const LOOKED_AT = 0;

export const callRows = {
  call: row({
    fields: calling,
    touches: ['access', 'tokens'],
    reads: ({ operation }) => operationOf(operation).method === 'GET',
    answers: ({ operation }) => operation,
    /** A record is made by it, or for it. */
    cost({ operation, bearer }) {
      const { method, writes } = operationOf(operation);
      const isOwn = bearer === 'token' && (method === 'POST' || method === 'DELETE');
      return { creates: isOwn && (writes === 'group' || writes === 'user') ? [writes] : [] };
    },
    say({ operation, bearer, back, by }) {
      const value = bearer === 'token' ? tokenInWords(back) : bearerInWords(bearer);
      return `${operation} with ${value}${by === undefined ? '' : `, by ${by}`}`;
    },
    async act(scene, step) {
      const { deployment, tokens } = scene;
      const { operation, bearer, back, by } = step;
      const kind = kindOf(bearer);
      const token = tokens.at(-1 - back);
      const auth = authOf(bearer, token?.value, deployment.nonce);
      if (scene.accessOff || auth === undefined) return undefined;
      // How it looks when it is served, and when it is refused, is learned from a pair that differs in the token alone.
      await probeServed(deployment, operation);
      await probeBare(deployment, operation);
      const before = deployment.clock.range();
      const isInForce = kind === 'token' && (token?.expires ?? 0) > (before?.to ?? deployment.clock.now());
      const sort: Sort = { token, auth, kind, isInForce };
      const send = async () => {
        const probe = await sendCall(scene, step, sort);
        return { probe, hasNewer: token !== undefined && deployment.tokens.isSuperseded(token) };
      };
      const hasEnded = kind === 'token' && !isInForce;
      const { probe, hasNewer } = await (hasEnded ? deployment.tokens.atOnce(send) : send());
      const { trace } = probe;
      const after = deployment.clock.range();
      const look = await lookAt(scene, probe, step, sort);
      const superseded = token && kind === 'token' && hasNewer && (await mayBeEnded(deployment, token));
      const issued = token ? { token: nameOf(tokens, token), superseded: superseded === true } : 'none';
      // A newer token may have ended it before its time.
      const isOpen = hasEnded && superseded && look.served === 'no';
      const { served, refusal, isHidden }: CallResult = isOpen
        ? unclear('a newer token may have ended this one')
        : look;
      scene.refusal = refusal;
      scene.evidence = probe.answer;
      if (trace && !isInForce) scene.traces.push(trace);
      const sent = trace && sentOf(deployment, trace, probe);
      return {
        ...{ at: deployment.clock.now(), kind: 'called', operation, served },
        bearer: kind === 'token' ? issued : kind,
        ...(by !== undefined && { by }),
        ...(isHidden && { hidden: true }),
        ...(isInForce && shows(deployment, probe) && { done: true }),
        ...(before && after && { when: { from: before.from, to: after.to } }),
        ...(sent && { sent }),
      } satisfies SingleEvent;
    },
  }),

  /**
   * A look with a good token at what calls that must be refused would have changed: each sent something that nothing else did. All that
   * a history sends goes to one place; nothing comes of it where nothing was sent, or where no operation shows it.
   */
  look: row({
    fields: {},
    ...{ reads: true, touches: ['access', 'tokens'] },
    say: () => 'look at what calls that are to be refused would have changed',
    async act(scene) {
      const { deployment, traces, records, foreign } = scene;
      const [trace] = traces;
      if (!trace) return undefined;
      await deployment.untilReadable();
      if (trace.left === 'alert') return alertsOf(scene);
      if (trace.left === 'location') {
        foreign.set(LOOKED_AT, { id: trace.device, dated: true, fresh: false, road: 0 });
        return reportRows.last.act(scene, { device: LOOKED_AT });
      }
      const { resource: family, id } = trace;
      if (id === undefined) return listed(scene, family);
      records.set(`${family} ${LOOKED_AT}`, { family, id, written: [] });
      const event = await lookingRows.read.act(scene, { family, record: LOOKED_AT });
      if (event?.kind === 'read' && event.found === false) await deployment.made.gone(family, id);
      return event;
    },
  }),
};

/** A call that may be refused goes to a record that nothing else changes, with what shows that it was carried out. */
async function sendCall(scene: Scene, step: Call, { token, auth, kind, isInForce }: Sort): Promise<Probe> {
  const { deployment, isAgain, moment } = scene;
  const { operation, by } = step;
  // The answers that others are compared with are the first ones of a history.
  if (by === undefined && isInForce) {
    const isFirst = token && !isAgain && moment === 'first';
    const known = isFirst ? await servedWith(deployment, operation, token) : undefined;
    // When the token has ended no record can be made for the call that is to be refused then.
    if (moment === 'later')
      scene.spared ??= isAgain
        ? await sparedFor(deployment, operation)
        : (await probeBare(deployment, operation)).spared;
    if (moment === 'first') scene.moment = 'called';
    return known ?? sendProbe(deployment, operation, { auth });
  }
  if (by === undefined && kind === 'none' && !isAgain && scene.spared === undefined) {
    const probe = await probeBare(deployment, operation);
    scene.spared = probe.spared;
    return probe;
  }
  const reshape = by && (await wayRound(scene, step, by));
  scene.spared ??= await sparedFor(deployment, operation);
  const { spared } = scene;
  return sendProbe(deployment, operation, { auth, reshape, spared, provoking: !isInForce, isTraced: true });
}

/** The first answer of the run to an operation, where it was sent with this token. */
async function servedWith(
  deployment: Deployment,
  operation: GuardedOperationId,
  token: Token,
): Promise<Probe | undefined> {
  const one = await probeServed(deployment, operation);
  const { issuedBy } = deployment.transport.exchanges[one.answer.exchange] ?? {};
  return issuedBy === token.answer.exchange ? one : undefined;
}

async function wayRound(
  { deployment, tokens }: Scene,
  { operation, place = 0 }: Call,
  by: NonNullable<Call['by']>,
) {
  if (deployment.readOnly && changesMethod(by))
    throw new Unreached('another method may write, and the run is read-only', 'writing');
  const newest = tokens.at(-1);
  return reshaping(by, {
    ...{ basePath: deployment.lens.basePath, place },
    forged: (newest && forged('the algorithm none', newest.value)) ?? deployment.nonce,
    page: by === 'a query' ? await nextPageOf(deployment, operation) : undefined,
  });
}

async function lookAt(
  { deployment, moment }: Scene,
  probe: Probe,
  { by }: Call,
  { auth, kind, isInForce }: Sort,
): Promise<CallResult> {
  if (by !== undefined) return lookByWay(deployment, probe);
  if (isInForce) return lookInForce(deployment, probe, auth, moment === 'later');
  const look = await lookRefused(deployment, probe, kind === 'none');
  const { status } = probe.answer;
  const isPinned = deployment.profile.openings['auth.refusal']?.status === status;
  return look.served === 'no' && saysNothing({ status }) && !isPinned
    ? unclear(`${probe.operation} was answered with a server error`)
    : look;
}

/** The effect that a call asked for, in the facts of the judge. */
function sentOf(deployment: Deployment, trace: Trace, { operation, id }: Probe): Sent {
  if (trace.left === 'alert') return { what: 'alert', device: String(trace.device), mark: trace.mark };
  if (trace.left === 'location')
    return { what: 'location', device: String(trace.device), place: named(trace) };
  const { resource: family } = trace;
  const record = String(trace.id);
  if (trace.left === 'no record') return { what: 'delete', family, record };
  const texts = readableTexts(deployment, family, trace.facts);
  const { create, replace } = familyOperations[family];
  if (operation === create)
    return { what: 'create', family, texts, ...(id !== undefined && { record: String(id) }) };
  return { what: operation === replace ? 'replace' : 'update', family, record, texts };
}

/** A record that was made although its call was refused is removed at the end of the run. */
async function listed(scene: Scene, family: Family): Promise<StepResult> {
  const { deployment, traces } = scene;
  const event = await lookingRows.list.act(scene, { family });
  const sent = new Set(
    traces.flatMap((trace) => (trace.left === 'record' ? Object.values(trace.facts).map(String) : [])),
  );
  for (const { id, texts } of event?.kind === 'listed' ? event.entries : [])
    if (id !== undefined && Object.values(texts).some((text) => sent.has(text)))
      await deployment.made.adopt(family, id);
  return event;
}

/** No operation reads alerts; a device may show its last ones. */
async function alertsOf({ deployment, traces }: Scene): Promise<StepResult> {
  const alerts = traces.flatMap((trace) => (trace.left === 'alert' ? [trace] : []));
  const device = alerts[0]?.device;
  if (!isId(device)) return undefined;
  const shown = (await deployment.call('readDevice', { id: device })).text.toLowerCase();
  const marks = alerts.flatMap(({ mark }) => (shown.includes(mark.toLowerCase()) ? [mark] : []));
  if (marks.length === 0) return undefined;
  return { at: deployment.clock.now(), kind: 'alerts', device: String(device), marks };
}
