/** The controls as histories use them, whatever way each is performed. */

import { isoDuration } from '../../kit/durations.ts';
import { defined, only } from '../../kit/fields.ts';
import { inTurn } from '../../kit/in-turn.ts';
import { controlFacts } from '../../profile/controls.ts';
import type { AnyId } from '../../profile/facts.ts';
import type { ControlName, Controls as Offered } from '../../profile/profile.ts';
import { namesWithin } from '../../profile/templates.ts';
import type { Deployment } from '../deployment.ts';
import { Contradiction, Unreached } from '../finding.ts';
import { MAX_MESSAGES } from '../options.ts';
import { isForContent } from '../reading/answers.ts';
import type { Guard } from '../undo/settings.ts';
import type { Controls, LicencesRead, LimitsChange } from './api.ts';
import { isOffered, type Performed, perform } from './perform.ts';
import { recogniseSimulator } from './simulator.ts';
import type { Values } from './templates.ts';

/** The settings that a control may have to be told again; counters are not. */
const settable: ReadonlySet<string> = new Set(['expires', 'expirationDate', 'dailyEmail', 'dailySms']);
const counters = ['usageEmail', 'usageSms'] as const;
/** Free licences that a simulator is given beside one that is needed: the run makes more devices. A real account pays for them. */
const SPARE = 10;

/** The controls that there are, and what all histories of a run remember of them together. */
export type ControlsOfRun = Awaited<ReturnType<typeof connectControls>>;

/**
 * A simulator of ours brings its own controls, and then a profile's do not count: they
 * are about the deployment whose dialect it speaks, and must not be touched from here.
 */
export async function connectControls(deployment: Deployment) {
  const ofSimulator = await recogniseSimulator(deployment);
  const offered: Offered = ofSimulator ?? deployment.profile.controls ?? {};
  return {
    offered,
    /** Tells whether the deployment is a simulator of ours. */
    simulator: ofSimulator !== undefined,
    /** Licences that are free by the last reading, less what may have been taken since. */
    free: 0,
    /** Tells whether a device is being made: it may be counted already, or not. */
    isMaking: false,
    /** By device: its settings that were last set, as far as they were. */
    settings: new Map<string, LimitsChange>(),
    /** The devices that were ever given an expiry. */
    dated: new Set<string>(),
    /** Tells whether no licence was free for a device, and nothing was done since that may free one. */
    isUsedUp: false,
  };
}

/** A step that is written down before it goes out. */
type Announce = () => Promise<void> | undefined;

const noneFree = () => new Unreached('no licence is free for a further device', 'controls.setLicences');

/**
 * The controls of one history. Everything they set and send is remembered for all. With `guard` it is written down first,
 * right before it goes out; devices of the run's own making need none.
 */
export function controlsOf(
  deployment: Deployment,
  tester: ControlsOfRun,
  guard: Guard | undefined,
): Controls {
  const { offered, simulator } = tester;
  const has = (name: ControlName): boolean => isOffered(offered[name], deployment);
  const takes = (name: ControlName, value: string): boolean =>
    has(name) && namesWithin(offered[name]).includes(value);
  const returns = (name: ControlName, fact: string): boolean =>
    Object.hasOwn({ reads: {}, ...offered[name] }.reads, fact);

  /** Performs a control with what it is given. A control that has no place for one of these would do something else. */
  const run = async (
    name: ControlName,
    given: Values,
    announce?: Announce,
    known: Values = {},
    more?: () => Promise<Values>,
  ) => {
    const missing = has(name) ? Object.keys(given).find((value) => !takes(name, value)) : undefined;
    if (missing !== undefined) {
      const why = `the control ${name} of the profile has no place for {${missing}}`;
      throw new Unreached(why, `controls.${name}`);
    }
    if (has(name)) await announce?.();
    const unset = Object.fromEntries(controlFacts[name].takes.map((fact) => [fact, undefined]));
    return perform(name, offered[name], { ...unset, ...known, ...given }, deployment, more);
  };

  const must = async (...asked: Parameters<typeof run>): Promise<Performed> => {
    const performed = await run(...asked);
    if (performed.outcome === 'done') return performed;
    throw refused(asked[0], performed);
  };

  /** The profile has a place for a fact that must be there, and the answer does not hold it. */
  const untold = (name: ControlName, fact: string): Unreached => {
    const words = `the answer of the control ${name} does not hold ${fact}`;
    if (!returns(name, fact)) return new Unreached(words, `controls.${name}`);
    return new Contradiction(`${words} where the profile says it is`, `controls.${name}`);
  };

  const readLimits: Controls['readLimits'] = async (deviceId) => {
    const { facts, exchange } = await must('readLimits', { deviceId });
    return { ...facts, exchange };
  };

  const readLicences = async (): Promise<LicencesRead> => {
    const { facts, exchange } = await must('readLicences', {});
    const read = { ...licencesIn(facts), exchange };
    if (!tester.isMaking) tester.free = read.available ?? tester.free;
    return read;
  };

  const setLicences = (total: number) =>
    must('setLicences', { total }, () => guard?.begin({ call: 'setLicences' }, { total })).finally(() => {
      // The announcement reads them, and a lost answer may be that of a change: they are read again afterwards.
      tester.free = 0;
    });

  /** Sees to a free licence for a device that is to be made: the account gets more where none is left, and it can be given some. */
  const takeLicence = async (): Promise<void> => {
    if (tester.isUsedUp) throw noneFree();
    if (tester.free < 1 && has('readLicences')) {
      const { used, available } = await readLicences();
      // Numbers that are not reported cannot be looked after.
      if (used === undefined || available === undefined) return;
      const more = simulator ? 1 + SPARE : 1;
      tester.isUsedUp = available < 1 && !has('setLicences');
      if (tester.isUsedUp) throw noneFree();
      if (available < 1) await setLicences(used + more);
      tester.free = available < 1 ? more : available;
    }
    tester.free--;
  };

  /** A limit below zero is only ever tried: nothing goes on from that. */
  const remember = (deviceId: AnyId, change: LimitsChange): void => {
    const set = only(change, (fact, to) => settable.has(fact) && to !== undefined && !(Number(to) < 0));
    tester.settings.set(String(deviceId), { ...tester.settings.get(String(deviceId)), ...set });
    if (change.expires) tester.dated.add(String(deviceId));
  };

  /** The guard for a device that is not the run's own. */
  const guardOfDevice = (id: AnyId) => (deployment.made.isDevice(id) ? undefined : guard);

  return {
    ...{ has, takes, simulator, returns, readLimits, readLicences, setLicences },

    setApiEnabled: (enabled) =>
      must('setApiEnabled', { enabled }, () => guard?.begin({ call: 'setApiEnabled' }, { enabled })),

    async setLimits(deviceId, change) {
      if (change.expires !== undefined) tester.free--;
      if ('expires' in change || 'expirationDate' in change) tester.isUsedUp = false;
      const borrowed = guardOfDevice(deviceId);
      // Messages of others may move them meanwhile.
      if (borrowed && counters.some((counter) => change[counter] !== undefined))
        throw new Unreached(
          `the counters of the device ${deviceId}, which the run did not make, are left as they are`,
          'controls.createDevice',
        );
      const announce = async () => {
        if (change.expires === true)
          await borrowed?.begin({ call: 'activate', id: deviceId }, { licence: 'expired' });
        await borrowed?.begin({ call: 'setLimits', id: deviceId }, { ...change });
      };
      // A control that takes a part leaves the rest as it is: what it does to that shows only where it is left out.
      const control = offered.setLimits;
      const takesPart = simulator || (control?.by === 'http' && control.method === 'PATCH');
      const beside = { ...(!takesPart && tester.settings.get(String(deviceId))), deviceId };
      // A JSON body leaves out what is unknown; a text cannot.
      const read = async () => ({ ...only(await readLimits(deviceId), (fact) => settable.has(fact)) });
      const more = has('readLimits') ? read : undefined;
      const performed = await run('setLimits', { ...change }, announce, beside, more);
      if (performed.outcome === 'done') remember(deviceId, change);
      return performed;
    },

    async send(deviceId, channel, count) {
      chargeMessages(deployment, count);
      const atOnce = takes('send', 'count');
      const fact = returns('send', 'sent') || !returns('send', 'withheld') ? 'sent' : 'withheld';
      let announced: Promise<void> | undefined;
      const announce = () => {
        announced ??= guard?.effect({ call: 'send', id: deviceId, channel, count });
        return announced;
      };
      const asked = atOnce ? count : 1;
      const total = { sent: 0, exchange: undefined as number | undefined };
      for (let left = count; left > 0; left -= asked) {
        const values = { deviceId, channel, ...(atOnce && { count: asked }) };
        const { outcome, facts, exchange } = await run('send', values, announce);
        // A refusal is the deployment's way to send none.
        const held = facts.withheld === undefined ? undefined : asked - Number(facts.withheld);
        const told = facts.sent ?? held ?? (outcome === 'refused' ? 0 : undefined);
        if (told === undefined) throw untold('send', fact);
        total.sent += Math.min(Math.max(Number(told), 0), asked);
        total.exchange = exchange;
      }
      return total;
    },

    wasDated: (deviceId) => tester.dated.has(String(deviceId)),

    async activate(deviceId, expirationDate) {
      const borrowed = guardOfDevice(deviceId);
      tester.free--;
      tester.isUsedUp = false;
      const date = expirationDate !== undefined && takes('activate', 'expirationDate') && { expirationDate };
      const announce = () => borrowed?.activation(deviceId);
      const { facts, outcome, exchange } = await run('activate', { deviceId, ...date }, announce);
      await borrowed?.activated(deviceId);
      // It may switch expiry off, or move its date.
      const { expires: _, expirationDate: __, ...kept } = tester.settings.get(String(deviceId)) ?? {};
      tester.settings.set(String(deviceId), kept);
      const activated = typeof facts.activated === 'boolean' ? facts.activated : outcome === 'done';
      return { activated, exchange };
    },

    // One after the other: whether the account counts one that is being made is not known.
    createDevice: (mark) =>
      inTurn(tester, async () => {
        await takeLicence();
        tester.isMaking = true;
        const performed = await run('createDevice', mark === '' ? {} : { mark }).finally(() => {
          tester.isMaking = false;
        });
        const { outcome, status, facts, exchange } = performed;
        if (outcome === 'refused') {
          tester.free = 0;
          const refusal = refused('createDevice', performed);
          // With a free licence nothing is known to prevent it.
          const isLawful = !has('readLicences') || !isForContent(status, deployment.profile);
          if (isLawful || ((await readLicences()).available ?? 0) < 1) throw refusal;
          throw new Contradiction(refusal.message, ...refusal.unlock);
        }
        if (facts.deviceId === undefined) throw untold('createDevice', 'deviceId');
        return { id: facts.deviceId as AnyId, exchange };
      }),

    removeDevice: (deviceId) =>
      must('removeDevice', { deviceId }).finally(() => {
        tester.isUsedUp = false;
      }),

    async advance(by) {
      tester.isUsedUp = false;
      const announce = () => guard?.effect({ call: 'advance', milliseconds: by });
      const { exchange } = await must('advance', { by: isoDuration(by) }, announce);
      return { exchange };
    },
  };
}

/** Counts messages against the cap of the run before they are sent. */
function chargeMessages({ counts, options }: Deployment, messages: number): void {
  const max = options.maxMessages ?? MAX_MESSAGES;
  if (counts.messages + messages > max)
    throw new Unreached(`this would exceed the ${max} messages that the run may cause`, 'messages');
  counts.messages += messages;
}

/** Two of the three give the third. */
function licencesIn({ total, used, available }: LicencesRead): LicencesRead {
  const less = (one?: number, other?: number) =>
    one === undefined || other === undefined ? undefined : one - other;
  const all = { total, used: used ?? less(total, available), available: available ?? less(total, used) };
  return defined(all);
}

function refused(name: ControlName, { said }: Performed): Unreached {
  return new Unreached(`the control ${name} was refused: it ${said}`, `controls.${name}`);
}
