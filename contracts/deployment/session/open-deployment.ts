/** The context of one history, or of another part of a run: the shared session, seen through a caller of its own. */

import { type GuardedOperationId, type ListedName, listedBy } from '../../specification/operations.ts';
import type { Controls } from '../controls/api.ts';
import type {
  Deployment,
  DeploymentClock,
  DeploymentTokens,
  Listed,
  Make,
  Probe,
  Probing,
  Trace,
} from '../deployment.ts';
import { type Makeable, Unreached } from '../finding.ts';
import type { Resource } from '../making/maker.ts';
import { plainOperations } from '../probing/calibration.ts';
import { shows } from '../probing/evidence.ts';
import { largestPage, readList, secondPage } from '../reading/lists.ts';
import { isSuccess } from '../reading/success.ts';
import { bearerAsked } from '../tokens/bearer-asked.ts';
import { breakOffIn, unlessUnreached } from '../transport/failures.ts';
import { onInterruption } from '../transport/interruption.ts';
import type { Caller } from './caller.ts';
import type { Session } from './session.ts';

export interface OpenDeployment {
  readonly deployment: Deployment;
  /** Puts back what the history changed, undoes what it asked for, and gives back what it held. Gives what could not be undone. */
  end(): Promise<unknown[]>;
}

export function openDeployment(session: Session, caller: Caller): OpenDeployment {
  const undoes: (() => Promise<unknown>)[] = [];
  const guard = session.undoGuardOf(caller);
  let controls = session.controlsFor(caller, guard);
  let ended = false;
  /** A history that was given up tries further steps too late: it has been tidied up after. */
  const inForce = () => {
    if (ended && session.signal.aborted) throw new Unreached('the run was interrupted');
    return controls;
  };
  const { appointments } = session;

  const deployment: Deployment = {
    profile: session.profile,
    lens: session.lens,
    nonce: session.nonce,
    chance: session.chance,
    thorough: session.options.thorough ?? false,
    readOnly: session.options.readOnly ?? false,
    run: session,
    call: (operation, options) => caller.call(operation, options),
    send: (sending) => caller.send(sending),
    list: <L extends ListedName>(name: L, size = largestPage(session)): Promise<Listed<L>> =>
      readList(session, caller, name, size),
    tokens: tokensOf(session, caller),
    make: makeOf(session, caller, inForce),
    probes: probesOf(session, caller),
    get controls() {
      return inForce();
    },
    clock: clockOf(session),
    async devices(count) {
      if (inForce().has('createDevice')) {
        return Promise.all(Array.from({ length: count }, () => session.maker.device(inForce())));
      }
      const held = await appointments.idle(() => session.devices.take(count, caller));
      undoes.push(async () => session.devices.release(caller));
      return held;
    },
    eventually: (read, done) => session.eventually(read, done),
    untilReadable: () => session.readable.wait(),
    observe: (opening, seen, ...shown) => session.observe(opening, seen, ...shown),
    afterwards(undo) {
      undoes.push(undo);
    },
  };

  return {
    deployment,
    async end() {
      const failures: unknown[] = [];
      const over = new AbortController();
      const { signal } = session.ending;
      const stopListening = onInterruption(signal, () => over.abort(signal.reason));
      caller.signal = over.signal;
      controls = session.controlsFor(caller, guard);
      // Before others get the devices that it held. A setting that cannot be put back now is tried once more at the end.
      await guard.putBack(session.settingAccess(caller)).catch((error: unknown) => failures.push(error));
      for (const undo of undoes.reverse()) await undo().catch((error: unknown) => failures.push(error));
      ended = true;
      stopListening();
      return failures;
    },
  };
}

function tokensOf(session: Session, caller: Caller): DeploymentTokens {
  return {
    current: () => session.tokens.current(),
    first: async () => caller.note(await session.tokens.first()),
    bearerAsked: async () => (await bearerAsked(session))?.map((answer) => caller.note(answer)),
    forget: () => session.tokens.forget(),
    isSuperseded: (token) => session.tokens.isSuperseded(token),
    async renewalEnds() {
      await session.tokenCheck.seeOlder(caller.signal);
      return session.renewalEnds();
    },
    mayBeEnded: (token) => session.mayBeEnded(token, caller.signal),
    request: (body, options) => caller.requestToken(body, options?.headers),
    atOnce: (send) => session.atOnce.send(send),
  };
}

function makeOf({ made, maker }: Session, caller: Caller, controls: () => Controls): Make {
  const standing = (resource: Makeable) =>
    made.standing.flatMap((one) => (one.resource === resource ? [one.id] : []));
  return {
    facts: <R extends Resource>(resource: R) => maker.facts(resource),
    content: (resource, facts, current) => maker.content(resource, facts, current),
    whole: (resource, facts, current) => maker.whole(resource, facts, current),
    number: () => maker.number(),
    standing,
    isOwn: (resource, id) => made.isOwn(resource, id),
    group: (facts) => maker.make(caller, 'group', facts),
    user: (facts) => maker.make(caller, 'user', facts),
    device: () => maker.device(controls()),
    devicesLeft: () => maker.devicesLeft,
    adopt: async (resource, id) => void (await made.adopt(resource, id)),
    gone: (resource, id) => made.gone(resource, id),
  };
}

function probesOf(session: Session, caller: Caller): Probing {
  const { calibration, probes } = session;
  const shown = (probe: Probe): Probe => {
    caller.note(probe.answer);
    return probe;
  };
  return {
    kind: (operation, answer) => calibration.kind(operation, answer),
    withToken: async (operation) => caller.note((await calibration.withToken(operation)).answer),
    unknownId: async (operation) => caller.note(await calibration.unknownId(operation)),
    refusal: () => calibration.refusal(),
    served: async (operation) => shown(await calibration.withToken(operation)),
    bare: async (operation) => shown((await calibration.withoutToken(operation)).probe),
    async servedWith(operation, token) {
      const served = await calibration.withToken(operation);
      const { issuedBy } = session.transport.exchanges[served.answer.exchange] ?? {};
      return issuedBy === token.answer.exchange ? shown(served) : undefined;
    },
    async bareCall(operation) {
      const bare = await calibration.withoutToken(operation);
      shown(bare.probe);
      return bare;
    },
    sparedFor: (operation) => probes.targets.sparedFor(operation).catch(unlessUnreached),
    knowsLocation: (device, at) => probes.knowsLocation(device, at),
    send: (operation, auth) => probes.send(caller, operation, { auth }),
    async aim(operation, { refusable, ...manner }, at) {
      const traces: Trace[] = [];
      const probe = await probes.send(caller, operation, {
        ...manner,
        spared: at,
        provoking: refusable,
        refused: (trace) => traces.push(trace),
      });
      return { probe, trace: traces[0] };
    },
    shows: (probe) => shows(session, probe),
    neighbour: async (operation) => caller.note(await calibration.neighbour(operation)),
    otherMethod: async (operation, id) => caller.note(await calibration.otherMethod(operation, id)),
    commonFingerprint: () => calibration.commonFingerprint(),
    async nextPage(operation) {
      const name = nameOfList(operation);
      if (name === undefined) return undefined;
      const { answer } = await calibration.withToken(operation);
      const query = await secondPage(session, name, answer);
      return query && String(new URLSearchParams(query));
    },
    knownGood: () => session.once('knownGood', () => findKnownGood(session)),
  };
}

function nameOfList(operation: GuardedOperationId): ListedName | undefined {
  const lists: { readonly [O in GuardedOperationId]?: ListedName } = listedBy;
  return lists[operation];
}

/** The last of the plain operations first: what they answer with does not change while others write. */
async function findKnownGood({ calibration }: Session): Promise<Probe> {
  let brokeOff: unknown;
  for (const operation of plainOperations.toReversed()) {
    try {
      const served = await calibration.withToken(operation);
      const { probe: bare } = await calibration.withoutToken(operation);
      if (isSuccess(served.answer) && served.answer.fingerprint !== bare.answer.fingerprint) return served;
    } catch (error) {
      if (!breakOffIn(error)) throw error;
      brokeOff ??= error;
    }
  }
  if (brokeOff) throw brokeOff;
  throw new Unreached('no operation answers otherwise with a token than without one', 'auth.roles');
}

function clockOf(session: Session): DeploymentClock {
  return {
    now: () => session.time.now(),
    canReach: (moment) => session.time.canReach(moment),
    outOfReach: (reason, ...unlock) => session.time.outOfReach(reason, ...unlock),
    range: () => session.time.range(),
    get spread() {
      return session.time.spread;
    },
    reach: (moment) => session.appointments.at(moment),
  };
}
