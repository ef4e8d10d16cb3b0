/** Calls of operations with any bearer value, and what they show of whether they were served. */
import type { Sent, Served, SingleEvent } from '../judge/event.ts';
import { familyOperations, operation as operationOf } from '../specification/operations.ts';
import type { Auth, Token } from '../suite/answer.ts';
import type { CaseContext, Probe, Trace } from '../suite/case-context.ts';
import { refusedWithToken } from '../suite/cases/auth/bearer.ts';
import { mustBeRefused } from '../suite/cases/auth/judging.ts';
import { isServedBy } from '../suite/cases/auth/round.ts';
import { wayRound } from '../suite/cases/auth/ways.ts';
import { judgeProbe } from '../suite/cases/operations.ts';
import { wordsOf } from '../suite/fingerprint.ts';
import { isSuccess } from '../suite/reading/success.ts';
import { readToken } from '../suite/reading/token.ts';
import { isIssued } from '../suite/reading/token-answer.ts';
import { authOf, kindOf } from './bearers.ts';
import { named } from './devices.ts';
import type { Came, Scene } from './scene.ts';
import { saysNothing } from './served.ts';
import type { Step } from './steps.ts';
import { readableTexts } from './texts.ts';

type Call = Extract<Step, { do: 'call' }>;

/** The kind of bearer value that a call has, and whether it is spelled as the document has it. */
interface Sort {
  readonly auth: Auth;
  readonly kind: ReturnType<typeof kindOf>;
  readonly isOdd: boolean;
  /** Whether the token has not ended, by all that is known. */
  readonly isInForce: boolean;
}

export async function call(scene: Scene, step: Call): Promise<Came> {
  const { context, tokens } = scene;
  const { operation, bearer, back, by, place = 0 } = step;
  const kind = kindOf(bearer);
  const token = tokens.at(-1 - back);
  const auth = authOf(bearer, token?.value, context.nonce);
  const target = targetOf(scene, step);
  if (scene.accessOff || auth === undefined || target === 'missing') return undefined;
  // How it looks when it is served, and when it is refused, is learned from a pair that differs in the token alone.
  await context.probes.served(operation);
  await context.probes.bare(operation);
  const before = context.clock.range();
  const isInForce = kind === 'token' && (token?.expires ?? 0) > (before?.to ?? context.clock.now());
  const way = by && wayRound(by, { basePath: context.lens.basePath, place });
  const { probe, trace } = await context.probes.aim(
    operation,
    { auth, reshape: way?.reshape, refusable: !isInForce },
    target,
  );
  const after = context.clock.range();
  const served = await servedOf(context, probe, { auth, kind, isOdd: by !== undefined, isInForce });
  await noteTarget(scene, step, { id: probe.id, kind, served });
  const sent = trace && sentOf(context, trace, probe);
  const event: SingleEvent = {
    at: context.clock.now(),
    kind: 'called',
    operation,
    bearer:
      kind === 'token' && token
        ? await bearerOf(scene, token, { probe, served })
        : kind === 'token'
          ? 'none'
          : kind,
    ...(by !== undefined && { by }),
    served,
    ...(isInForce && context.probes.shows(probe) && { done: true }),
    ...(before && after && { when: { from: before.from, to: after.to } }),
    ...(sent && { sent }),
  };
  return event;
}

async function bearerOf(
  { context, tokens }: Scene,
  token: Token,
  { probe, served }: { probe: Probe; served: Served },
): Promise<{ token: string; superseded: boolean }> {
  const isRefused = served === 'no' || served === 'absent';
  const superseded = context.isSuperseded(token)
    ? await context.mayBeEnded(token)
    : isRefused && (await isEndedByOthers(context, token, probe));
  return { token: nameOf(tokens, token), superseded };
}

/** Another client that signs in with the same credentials may have ended it. */
async function isEndedByOthers(context: CaseContext, token: Token, { answer }: Probe): Promise<boolean> {
  return (await context.isEnded(token, answer)) && context.othersSignIn;
}

/** A token is a secret: only which one it is is reported. The same may be issued again. */
export function nameOf(tokens: readonly Token[], { value }: Token): string {
  return `token ${tokens.findIndex((token) => token.value === value) + 1}`;
}

/** The id that a call goes to; `undefined`: what is at hand. */
function targetOf(scene: Scene, { operation, to }: Call) {
  const { pathId } = operationOf(operation);
  if (to === undefined || pathId === null) return undefined;
  if (pathId === 'device') return scene.devices.get(to)?.id ?? 'missing';
  const record = scene.records.get(`${pathId} ${to}`);
  return record && !scene.deleted.has(record) ? record.id : 'missing';
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
    if (served === 'yes') await scene.context.make.gone(family, record.id);
  }
}

async function servedOf(
  context: CaseContext,
  probe: Probe,
  { auth, kind, isOdd, isInForce }: Sort,
): Promise<Served> {
  if (isOdd) return isServed(await isServedBy(context, probe));
  if (!isInForce) {
    const { verdict } = await mustBeRefused(context, probe, 'it', kind === 'none');
    return verdict === 'fail' ? 'yes' : verdict === 'pass' && !saysNothing(probe.answer) ? 'no' : 'unclear';
  }
  const look = await lookOf(context, probe);
  if (look === 'yes' || look === 'unclear') return look;
  // The deployment may have been asked too much, and have said so in words of its own.
  const again = await lookOf(context, await context.probes.send(probe.operation, auth));
  if (again !== look) return 'unclear';
  if (look === 'absent') return (await areAllAnsweredSo(context, probe)) ? 'unclear' : look;
  return look === 'no' || (await isServedAfresh(context, probe)) ? 'no' : 'unclear';
}

/** The look of an answer to a token that is in force; `otherwise`: a refusal in other words than those for want of a token. */
type Look = Served | 'otherwise';

async function lookOf(context: CaseContext, probe: Probe): Promise<Look> {
  const { answer, operation } = probe;
  if (context.probes.shows(probe)) return 'yes';
  if ((await judgeProbe(context, probe)).verdict === 'fail') return 'absent';
  const served = await context.probes.served(operation);
  const bare = await context.probes.bare(operation);
  const isAsServed = answer.fingerprint === served.answer.fingerprint;
  const isAsBare = answer.fingerprint === bare.answer.fingerprint;
  if (isAsServed && !isAsBare) return isSuccess(answer) ? 'yes' : 'unclear';
  if (isAsBare && !isAsServed) {
    if (saysNothing(answer)) return 'unclear';
    return wordsOf(answer) === wordsOf(bare.answer) ? 'no' : 'otherwise';
  }
  return isAsBare && (await refusedWithToken(context, operation, probe)).verdict === 'fail'
    ? 'no'
    : 'unclear';
}

/** Whether a fresh token is served, so that the token alone makes the difference. */
async function isServedAfresh(context: CaseContext, { operation }: Probe): Promise<boolean> {
  const fresh = await context.requestToken();
  if (!isIssued(fresh)) return false;
  const probe = await context.probes.send(operation, { bearer: readToken(fresh).value });
  return (await lookOf(context, probe)) === 'yes';
}

/** Whether an operation that is surely served is answered alike now. */
async function areAllAnsweredSo(context: CaseContext, { answer }: Probe): Promise<boolean> {
  const { operation } = await context.probes.knownGood();
  const other = await context.call(operation);
  return other.fingerprint === answer.fingerprint && wordsOf(other) === wordsOf(answer);
}

function isServed(is: boolean | undefined): Served {
  return is === undefined ? 'unclear' : is ? 'yes' : 'no';
}

/** The effect that a call asked for, in the facts of the judge. Alerts are read by no operation. */
function sentOf(context: CaseContext, trace: Trace, { operation, id }: Probe): Sent | undefined {
  switch (trace.left) {
    case 'alert':
      return undefined;
    case 'location':
      return { what: 'location', device: String(trace.device), place: named(trace) };
    case 'no record':
      return { what: 'delete', family: trace.resource, record: String(trace.id) };
    case 'record': {
      const { resource: family } = trace;
      const texts = readableTexts(context, family, trace.facts);
      const { create, replace } = familyOperations[family];
      if (operation === create)
        return { what: 'create', family, texts, ...(id !== undefined && { record: String(id) }) };
      return { what: operation === replace ? 'replace' : 'update', family, record: String(trace.id), texts };
    }
  }
}
