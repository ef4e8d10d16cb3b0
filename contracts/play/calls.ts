/** Calls of operations with any bearer value, what they show of whether they were served, and a look at what they changed. */

import type { Auth, Token } from '../deployment/answer.ts';
import type { Aimed, Deployment, Probe, Trace } from '../deployment/deployment.ts';
import { Unreached } from '../deployment/finding.ts';
import type { Sent, Served, SingleEvent } from '../judge/event.ts';
import { familyOperations, operation as operationOf } from '../specification/operations.ts';
import { authOf, forged, kindOf } from './bearers.ts';
import { servedInForce } from './in-force.ts';
import { type Look, unclear } from './look.ts';
import { refusalByWay, refusalOf } from './refusals.ts';
import { named } from './reports.ts';
import type { Came, Scene } from './scene.ts';
import { saysNothing } from './served.ts';
import type { Step } from './steps.ts';
import { readableTexts } from './texts.ts';
import { changesMethod, wayRound } from './ways.ts';

type Call = Extract<Step, { do: 'call' }>;

/** The kind of bearer value that a call has. */
interface Sort {
  readonly token: Token | undefined;
  readonly auth: Auth;
  readonly kind: ReturnType<typeof kindOf>;
  /** Tells whether the token has not ended, by all that is known. */
  readonly isInForce: boolean;
}

export async function call(scene: Scene, step: Call): Promise<Came> {
  const { deployment, tokens } = scene;
  const { operation, bearer, back, by } = step;
  const kind = kindOf(bearer);
  const token = tokens.at(-1 - back);
  const auth = authOf(bearer, token?.value, deployment.nonce);
  const target = targetOf(scene, step);
  if (scene.accessOff || auth === undefined || target === 'missing') return undefined;
  // How it looks when it is served, and when it is refused, is learned from a pair that differs in the token alone.
  await deployment.probes.served(operation);
  await deployment.probes.bare(operation);
  const before = deployment.clock.range();
  const isInForce = kind === 'token' && (token?.expires ?? 0) > (before?.to ?? deployment.clock.now());
  const sort: Sort = { token, auth, kind, isInForce };
  const send = async () => {
    const sent = await sendCall(scene, step, sort, target);
    return { ...sent, hasNewer: token !== undefined && deployment.tokens.isSuperseded(token) };
  };
  const hasEnded = kind === 'token' && !isInForce;
  const { probe, trace, hasNewer } = await (hasEnded ? deployment.tokens.atOnce(send) : send());
  const after = deployment.clock.range();
  const look = await lookAt(scene, probe, step, sort);
  const named = kind !== 'token' ? kind : token ? await bearerOf(scene, token, hasNewer) : 'none';
  // A newer token may have ended it before its time.
  const isOpen = hasEnded && typeof named === 'object' && named.superseded && look.served === 'no';
  const { served, refusal, isHidden }: Look = isOpen
    ? unclear('a newer token may have ended this one')
    : look;
  scene.refusal = refusal;
  scene.evidence = probe.answer;
  await noteTarget(scene, step, { id: probe.id, kind, served });
  if (trace && !isInForce) scene.traces.push(trace);
  const sent = trace && sentOf(deployment, trace, probe);
  return {
    at: deployment.clock.now(),
    kind: 'called',
    operation,
    bearer: named,
    ...(by !== undefined && { by }),
    served,
    ...(isHidden && { hidden: true }),
    ...(isInForce && deployment.probes.shows(probe) && { done: true }),
    ...(before && after && { when: { from: before.from, to: after.to } }),
    ...(sent && { sent }),
  } satisfies SingleEvent;
}

/** A call that may be refused goes to a record that nothing else changes, with what shows that it was carried out. */
async function sendCall(
  scene: Scene,
  step: Call,
  { token, auth, kind, isInForce }: Sort,
  target: Spared | undefined,
): Promise<Pick<Aimed, 'probe' | 'trace'>> {
  const { deployment } = scene;
  const { probes } = deployment;
  const { operation, by } = step;
  const isPlain = target === undefined && by === undefined;
  // The answers that others are compared with are the first ones of a history.
  if (isPlain && isInForce) {
    const known =
      !token || scene.isAgain || scene.moment !== 'first'
        ? undefined
        : await probes.servedWith(operation, token);
    // When the token has ended no record can be made for the call that is to be refused then.
    if (scene.moment === 'later')
      scene.spared ??= scene.isAgain
        ? await probes.sparedFor(operation)
        : (await probes.bareCall(operation)).spared;
    if (scene.moment === 'first') scene.moment = 'called';
    return { probe: known ?? (await probes.send(operation, auth)), trace: undefined };
  }
  if (isPlain && kind === 'none' && !scene.isAgain && scene.spared === undefined) {
    const { spared, ...aimed } = await probes.bareCall(operation);
    scene.spared = spared;
    return aimed;
  }
  const way = by && wayRound(by, await fillingOf(scene, step));
  if (target === undefined) scene.spared ??= await probes.sparedFor(operation);
  return probes.aim(
    operation,
    { auth, reshape: way?.reshape, refusable: !isInForce },
    target ?? scene.spared,
  );
}

async function fillingOf({ deployment, tokens }: Scene, { operation, by, place }: Call) {
  if (deployment.readOnly && by !== undefined && changesMethod(by))
    throw new Unreached('another method may write, and the run is read-only', 'writing');
  const newest = tokens.at(-1);
  return {
    basePath: deployment.lens.basePath,
    ...(place !== undefined && { place }),
    forged: (newest && forged('the algorithm none', newest.value)) ?? deployment.nonce,
    page: by === 'a query' ? await deployment.probes.nextPage(operation) : undefined,
  };
}

async function bearerOf(
  { deployment, tokens }: Scene,
  token: Token,
  hasNewer: boolean,
): Promise<{ token: string; superseded: boolean }> {
  const superseded = hasNewer && (await deployment.tokens.mayBeEnded(token));
  return { token: nameOf(tokens, token), superseded };
}

/** A token is a secret: only which one it is is reported. The same may be issued again. */
export function nameOf(tokens: readonly Token[], { value }: Token): string {
  return `token ${tokens.findIndex((token) => token.value === value) + 1}`;
}

type Spared = NonNullable<Scene['spared']>;

/** The record or device that a call goes to; `undefined`: what is at hand. */
function targetOf(scene: Scene, { operation, to }: Call): Spared | 'missing' | undefined {
  const { pathId } = operationOf(operation);
  if (to === undefined || pathId === null) return undefined;
  const at = (id: Spared['id'] | undefined) => (id === undefined ? 'missing' : { id, isRead: true });
  if (pathId === 'device') return at(scene.devices.get(to)?.id);
  const record = scene.records.get(`${pathId} ${to}`);
  return at(record && !scene.deleted.has(record) ? record.id : undefined);
}

/** Notes which records and devices the history has from then on. */
async function noteTarget(
  scene: Scene,
  { operation, to }: Call,
  { id, kind, served }: Pick<Probe, 'id'> & Pick<Sort, 'kind'> & { served: Served },
): Promise<void> {
  if (to === undefined) return;
  for (const family of ['group', 'user'] as const) {
    const name = `${family} ${to}`;
    if (operation === familyOperations[family].create && id !== undefined)
      scene.records.set(name, { family, id, written: [] });
    const record = scene.records.get(name);
    if (operation !== familyOperations[family].delete || !record || kind !== 'token') continue;
    scene.deleted.add(record);
    if (served === 'yes') await scene.deployment.made.gone(family, record.id);
  }
}

async function lookAt(
  { deployment, moment }: Scene,
  probe: Probe,
  { by }: Call,
  { auth, kind, isInForce }: Sort,
): Promise<Look> {
  if (by !== undefined) return refusalByWay(deployment, probe);
  if (isInForce) return servedInForce(deployment, probe, auth, moment === 'later');
  const look = await refusalOf(deployment, probe, kind === 'none');
  const { status } = probe.answer;
  const isPinned = deployment.profile.openings['auth.refusal']?.status === status;
  return look.served === 'no' && saysNothing({ status }) && !isPinned
    ? unclear(`${probe.operation} was answered with a server error`)
    : look;
}

/** The effect that a call asked for, in the facts of the judge. */
function sentOf(deployment: Deployment, trace: Trace, { operation, id }: Probe): Sent {
  switch (trace.left) {
    case 'alert':
      return { what: 'alert', device: String(trace.device), mark: trace.mark };
    case 'location':
      return { what: 'location', device: String(trace.device), place: named(trace) };
    case 'no record':
      return { what: 'delete', family: trace.resource, record: String(trace.id) };
    case 'record': {
      const { resource: family } = trace;
      const texts = readableTexts(deployment, family, trace.facts);
      const { create, replace } = familyOperations[family];
      if (operation === create)
        return { what: 'create', family, texts, ...(id !== undefined && { record: String(id) }) };
      return { what: operation === replace ? 'replace' : 'update', family, record: String(trace.id), texts };
    }
  }
}
