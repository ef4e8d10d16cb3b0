/** The controls as histories use them, whatever way each is performed. */

import { isoDuration } from '../../kit/durations.ts';
import { controlFacts } from '../../profile/controls.ts';
import type { AnyId } from '../../profile/facts.ts';
import type { Control, ControlName } from '../../profile/profile.ts';
import type { Deployment } from '../deployment.ts';
import { Contradiction, Unreached } from '../finding.ts';
import { MOST_MESSAGES } from '../options.ts';
import { isForContent } from '../reading/answers.ts';
import { readTime } from '../reading/tokens.ts';
import type { Guard } from '../undo/changes.ts';
import type { Controls, LimitsChange, LimitsRead } from './api.ts';
import { isOption } from './command.ts';
import { as, type ControlFacts, type Performed } from './facts.ts';
import type { ControlsOfRun } from './index.ts';
import { isOffered, perform } from './perform.ts';
import { namesIn, type Value, type Values } from './templates.ts';

/**
 * The controls of one history. Everything they set and send is remembered for all. With `guard` it is written down first,
 * right before it goes out; devices of the run's own making need none.
 */
export function controlsOf(
  deployment: Deployment,
  { offered, memory, freeLicences, simulator }: ControlsOfRun,
  guard: Guard | undefined,
): Controls {
  const has = (name: ControlName): boolean => isOffered(offered[name], deployment);

  const takes = (name: ControlName, value: string): boolean => has(name) && namesIn(offered[name]).has(value);

  /** Performs a control with what it is given. A control that has no place for one of these would do something else. */
  const run = async (
    name: ControlName,
    given: { [name: string]: Value | undefined },
    announce?: () => Promise<void> | undefined,
  ): Promise<Performed> => {
    const taken = namesIn(offered[name]);
    for (const value of Object.keys(given)) if (has(name)) requireTaken(name, value, taken);
    if (has(name)) await announce?.();
    return perform(name, offered[name], { ...unsetValues(name), ...given }, deployment);
  };

  const must = async (
    name: ControlName,
    given: { [name: string]: Value | undefined } = {},
    announce?: () => Promise<void> | undefined,
  ): Promise<Performed> => {
    const performed = await run(name, given, announce);
    if (performed.outcome === 'done') return performed;
    throw refused(name, performed);
  };

  const readLimits = async (deviceId: AnyId): Promise<LimitsRead> => {
    const { facts, exchange } = await must('readLimits', { deviceId });
    return { ...limitsIn(facts), exchange };
  };

  const readLicences = async () => {
    const { facts, exchange } = await must('readLicences');
    const read = licencesIn(facts);
    freeLicences.saw(read.available);
    if (!memory.hasMade) memory.usedAtFirst = read.used ?? memory.usedAtFirst;
    return { ...read, exchange };
  };

  const setLicences = async (total: number) => {
    const announce = () => guard?.begin({ call: 'setLicences' }, { total });
    // The announcement reads them, and a lost answer may be that of a change: they are read again afterwards.
    return must('setLicences', { total }, announce).finally(() => freeLicences.forget());
  };

  return {
    has,
    takes,
    simulator,
    returns: (name, fact) => returns(offered[name], fact),
    readLimits,

    setApiEnabled: (enabled) =>
      must('setApiEnabled', { enabled }, () => guard?.begin({ call: 'setApiEnabled' }, { enabled })),

    async setLimits(deviceId, change) {
      const control = offered.setLimits;
      const taken = namesIn(control);
      for (const name of Object.keys(change)) if (has('setLimits')) requireTaken('setLimits', name, taken);
      const read = has('readLimits') ? () => readLimits(deviceId) : undefined;
      // A control that takes a part leaves the rest as it is: what it does to that shows only where it is left out.
      const takesPart = simulator || (control?.by === 'http' && control.method === 'PATCH');
      const settings = memory.settings(deviceId);
      const known = takesPart ? ofTexts(control, settings) : settings;
      const values = await withOtherSettings(control, change, known, read);
      if (change.expires !== undefined) freeLicences.mayTakeOne();
      const borrowed = deployment.made.isDevice(deviceId) ? undefined : guard;
      if (has('setLimits') && change.expires === true)
        await borrowed?.begin({ call: 'activate', id: deviceId }, { licence: 'expired' });
      if (has('setLimits')) await borrowed?.begin({ call: 'setLimits', id: deviceId }, { ...change });
      const performed = await perform(
        'setLimits',
        control,
        { ...unsetValues('setLimits'), ...values, deviceId },
        deployment,
      );
      if (performed.outcome === 'refused') return performed;
      memory.set(deviceId, change);
      return performed;
    },

    async send(deviceId, channel, count) {
      chargeMessages(deployment, count);
      const atOnce = namesIn(offered.send).has('count');
      const total = { sent: 0, withheld: 0, exchange: undefined as number | undefined };
      let announced: Promise<void> | undefined;
      const announce = () => {
        announced ??= guard?.effect({ call: 'send', id: deviceId, channel, count });
        return announced;
      };
      for (let left = count; left > 0; left -= atOnce ? left : 1) {
        const asked = atOnce ? left : 1;
        const values = { deviceId, channel, ...(atOnce && { count: asked }) };
        const performed = await run('send', values, announce);
        const sent = sentOf(performed, asked, offered.send);
        total.sent += sent;
        total.withheld += asked - sent;
        total.exchange = performed.exchange;
      }
      return total;
    },

    wasDated: (deviceId) => memory.wasDated(deviceId),

    async activate(deviceId, expirationDate) {
      const borrowed = deployment.made.isDevice(deviceId) ? undefined : guard;
      const announce = () => borrowed?.activation(deviceId);
      freeLicences.mayTakeOne();
      const date = expirationDate !== undefined && takes('activate', 'expirationDate') && { expirationDate };
      const { facts, outcome, exchange } = await run('activate', { deviceId, ...date }, announce);
      await borrowed?.activated(deviceId);
      const activated = as.boolean(facts.activated) ?? outcome === 'done';
      memory.activated(deviceId);
      return { activated, exchange };
    },

    readLicences,

    setLicences,

    async createDevice(mark, isOwn) {
      const given = mark === '' ? {} : { mark };
      const access = { read: readLicences, set: has('setLicences') ? setLicences : undefined };
      const create = () => run('createDevice', given);
      const createFree = () => (has('readLicences') ? freeLicences.use(access, create) : create());
      let performed = await createFree();
      if (performed.outcome !== 'done' && access.set && has('readLicences')) {
        // The licence was reckoned to be free, and it may not be.
        freeLicences.forget();
        performed = await createFree();
      }
      if (performed.outcome !== 'done') {
        const refusal = refused('createDevice', performed);
        // With a free licence nothing is known to prevent it.
        const isLawful = !isForContent(performed.status, deployment.profile) || !has('readLicences');
        if (isLawful || ((await readLicences()).available ?? 0) < 1) throw refusal;
        throw new Contradiction(refusal.message, ...refusal.unlock);
      }
      memory.hasMade = true;
      const { facts, exchange } = performed;
      const id = as.id(facts.deviceId);
      if (id === undefined)
        throw returns(offered.createDevice, 'deviceId')
          ? hides('createDevice', 'deviceId')
          : untold('createDevice', 'deviceId');
      if (!(await isOwn(id)))
        throw new Contradiction(
          `the device ${id} that the control createDevice named was there before`,
          'controls.createDevice',
        );
      return { id, exchange };
    },

    removeDevice: (deviceId) => must('removeDevice', { deviceId }),

    usedAtFirst: () => memory.usedAtFirst,

    async advance(span) {
      const by = 'by' in span ? span.by : span.to - deployment.clock.now();
      if (by <= 0) return {};
      const announce = () => guard?.effect({ call: 'advance', milliseconds: by });
      const advanced = await run('advance', { by: isoDuration(by) }, announce);
      // A clock that runs fast may be there before the request is.
      if (advanced.outcome === 'done' || advanced.facts.passed === 'TIME_BACKWARDS') {
        const reached = readTime(advanced.facts.reached);
        return { exchange: advanced.exchange, ...(reached !== undefined && { reached }) };
      }
      throw refused('advance', advanced);
    },
  };
}

/** Counts messages against the cap of the run before they are sent. */
function chargeMessages({ counts, options }: Deployment, messages: number): void {
  const max = options.maxMessages ?? MOST_MESSAGES;
  if (counts.messages + messages > max)
    throw new Unreached(`the run may cause ${max} messages, and this would be more`, 'messages');
  counts.messages += messages;
}

/** Tells whether the answer of a control has a place for a fact. */
function returns(control: Control | undefined, fact: string): boolean {
  if (!control || control.by === 'none') return false;
  return Object.hasOwn(control.reads ?? {}, fact);
}

/** Every name that a control can be given, without a value yet. */
function unsetValues(name: ControlName): Values {
  return Object.fromEntries(controlFacts[name].takes.map((fact) => [fact, undefined]));
}

function requireTaken(name: ControlName, value: string, taken: ReadonlySet<string>): void {
  if (taken.has(value)) return;
  throw new Unreached(`the control ${name} of the profile has no place for {${value}}`, `controls.${name}`);
}

/** How many went out. A refusal is the deployment's way to send none. */
function sentOf({ outcome, facts }: Performed, asked: number, control: Control | undefined): number {
  const sent = as.number(facts.sent);
  if (sent !== undefined) return Math.min(Math.max(sent, 0), asked);
  const withheld = as.number(facts.withheld);
  if (withheld !== undefined) return Math.min(Math.max(asked - withheld, 0), asked);
  if (outcome === 'refused') return 0;
  // The profile says where it is.
  if (returns(control, 'sent') || returns(control, 'withheld')) throw hides('send', 'sent');
  throw untold('send', 'sent');
}

function limitsIn(facts: ControlFacts): LimitsRead {
  return withoutUntold({
    licence: as.licence(facts.licence),
    expires: as.boolean(facts.expires),
    expirationDate: as.date(facts.expirationDate),
    dailyEmail: as.limit(facts.dailyEmail),
    dailySms: as.limit(facts.dailySms),
    usageEmail: as.number(facts.usageEmail),
    usageSms: as.number(facts.usageSms),
  });
}

function licencesIn(facts: ControlFacts): { total?: number; used?: number; available?: number } {
  const [total, used, available] = [facts.total, facts.used, facts.available].map(as.number);
  // Two of the three give the third.
  return withoutUntold({
    total,
    used: used ?? minus(total, available),
    available: available ?? minus(total, used),
  });
}

function minus(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? undefined : one - other;
}

function withoutUntold<T extends object>(facts: T): { [F in keyof T]?: Exclude<T[F], undefined> } {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as never;
}

function refused(name: ControlName, { said }: Performed): Unreached {
  return new Unreached(`the control ${name} was refused: it ${said}`, `controls.${name}`);
}

/** The profile has a place for a fact that must be there, and the answer does not hold it. */
function hides(name: ControlName, fact: string): Contradiction {
  return new Contradiction(
    `the answer of the control ${name} does not hold ${fact} where the profile says it is`,
    `controls.${name}`,
  );
}

function untold(name: ControlName, fact: string): Unreached {
  return new Unreached(`the answer of the control ${name} does not hold ${fact}`, `controls.${name}`);
}

/** The counters are never among them: they cannot be set. */
const settings = ['expires', 'expirationDate', 'dailyEmail', 'dailySms'] as const;

/**
 * A change with the settings beside it that the control cannot do without: those that the run knows
 * (`known`), and where a text asks for more, those that are read. A JSON body leaves out what is
 * unknown, so for that alone nothing is read.
 */
async function withOtherSettings(
  control: Control | undefined,
  change: LimitsChange,
  known: LimitsChange,
  read: (() => Promise<LimitsRead>) | undefined,
): Promise<LimitsChange> {
  const given: LimitsChange = { ...known, ...change };
  const asked = textNames(control);
  if (!read || !settings.some((name) => asked.has(name) && given[name] === undefined)) return given;
  const { exchange: _, usageEmail: __, usageSms: ___, ...present } = await read();
  return { ...present, ...given };
}

/** The settings that stand in texts of a control. */
function ofTexts(control: Control | undefined, known: LimitsChange): LimitsChange {
  const asked = textNames(control);
  return Object.fromEntries(Object.entries(known).filter(([name]) => asked.has(name)));
}

/** The names in the parts of a control that are text, and so cannot be left out. */
function textNames(control: Control | undefined): Set<string> {
  if (control?.by === 'command') return namesIn(control.command.filter((part) => !isOption(part)));
  if (control?.by !== 'http') return new Set();
  return namesIn([control.url, control.headers, typeof control.body === 'string' ? control.body : null]);
}
