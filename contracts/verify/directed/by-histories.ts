/** Rules are judged by histories: these are played once for all rules of a phase, and each rule has its ruling. */

import { type Finding, suspect, type Unlock } from '../../deployment/finding.ts';
import { showsLimits } from '../../deployment/reading/device.ts';
import { openDeployment } from '../../deployment/session/open-deployment.ts';
import type { Session } from '../../deployment/session/session.ts';
import type { History } from '../../histories/history.ts';
import { histories } from '../../histories/index.ts';
import { CONFIRMING, type Ruling, rulingsOn, sentenceOf } from '../../judge/verdict.ts';
import { nameIn } from '../../kit/tables.ts';
import { messageOf } from '../../play/on-deployment.ts';
import { deviceOfRun } from '../../play/run-devices.ts';
import { DeviceSupply } from '../../play/supply.ts';
import { controlFacts } from '../../profile/controls.ts';
import { expand, type Judged, type JudgedId } from '../../specification/judged.ts';
import { explainNeed } from '../../specification/needs.ts';
import { areaOf, type RuleId, rules } from '../../specification/rules/index.ts';
import { type Cost, costOf } from './cost.ts';
import { findingOf } from './finding.ts';
import { observe } from './observing.ts';
import { playHistories } from './playing.ts';
import { type Phase, type Touches, touchedBy } from './touches.ts';
import { unofferedIn, withheldIn } from './unoffered.ts';
import { knownBy, type Shown } from './witness.ts';

/** Devices that histories make, however many there are: they come again. */
const MOST_DEVICES = 6;

/** Further ones, where all others may have an expiration date: to bring one back takes many requests. */
const INSTEAD = 2;

/** The things that judging a rule may change. */
export function touchesOf(judged: Judged): Touches {
  return touchedBy(aboutAny([judged]));
}

/** The part of a run that a rule is judged in. */
export function phaseOf({ rule }: Judged): Phase {
  return phaseByRule.get(rule) ?? 'time';
}

/** The most that judging a rule causes; calibration, which all share, is not counted. */
export function costsOf({ id }: Judged): readonly Cost[] {
  return usual.filter(({ about }) => about.includes(id)).map(costOf);
}

/**
 * Judges rules of one phase together. Asked again in a run, it does again only what failed, or what the deployment
 * broke off in. A rule without a finding was left out since the run was ended.
 *
 * @param warn is called with what could not be undone
 */
export async function judgeByHistories(
  session: Session,
  judged: readonly Judged[],
  warn: (warning: string) => void,
): Promise<ReadonlyMap<JudgedId, Finding>> {
  const lacking = judged.map((rule) => [rule, lackingFor(rule, session)] as const);
  const reachable = lacking.flatMap(([rule, unlock]) => (unlock.length === 0 ? [rule] : []));
  const { shown, rulings } = await playFor(session, reachable, warn);
  const findings = lacking.flatMap(([rule, unlock]): [JudgedId, Finding][] => {
    const finding =
      unlock.length > 0 ? unreached(rule, unlock) : found(session, rule, rulings.get(rule.id), shown);
    return finding ? [[rule.id, finding]] : [];
  });
  return new Map(findings);
}

const usual = histories.filter(({ when }) => when === undefined);

const phaseByRule: ReadonlyMap<RuleId, Phase> = new Map(
  rules.map((rule) => {
    const touches = touchedBy(aboutAny(expand(rule)));
    return [rule.id, touches === 'account' || touches === 'time' ? touches : 'beside'];
  }),
);

function aboutAny(judged: readonly Judged[]): History[] {
  return histories.filter(({ about }) => judged.some(({ id }) => about.includes(id)));
}

function unreached({ needs }: Judged, unlock: readonly Unlock[]): Finding {
  const reason = `It needs ${needs.map(explainNeed).join(', and ')}.`;
  return { verdict: 'inconclusive', reason, unlock, exchanges: [] };
}

/** The finding of a rule by its ruling; nothing follows where the deployment broke off each time, unless it is broken. */
function found(
  session: Session,
  judged: Judged,
  ruling: Ruling | undefined,
  shown: readonly Shown[],
): Finding | undefined {
  const broken = shown.find(({ about, brokeOff }) => brokeOff !== undefined && about.includes(judged.id));
  if (broken?.brokeOff !== undefined && ruling?.verdict !== 'fail')
    return { ...suspect(sentenceOf(broken.brokeOff)), brokeOff: true };
  return ruling && findingOf(judged, ruling, shown, knownBy(session), session.transport.exchanges);
}

interface PlayedFor {
  readonly shown: readonly Shown[];
  readonly rulings: ReadonlyMap<JudgedId, Ruling>;
}

/** The histories of a run as they were played last, however often their rules are judged in it. */
const runs = new WeakMap<Session, Map<History, Shown>>();

function playedIn(session: Session): Map<History, Shown> {
  const known = runs.get(session) ?? new Map<History, Shown>();
  runs.set(session, known);
  return known;
}

/**
 * Histories that are explained are played once; asked again, a run plays the others anew.
 *
 * @param warn is called with what could not be undone
 */
async function playFor(
  session: Session,
  judged: readonly Judged[],
  warn: (warning: string) => void,
): Promise<PlayedFor> {
  const played = playedIn(session);
  const ids = judged.map(({ id }) => id);
  const unoffered = unofferedIn(judged, session.profile);
  const isOf = (when: History['when']) =>
    when === undefined || (when === 'thorough' && session.options.thorough);
  const asked = histories.filter(
    ({ about, when }) => isOf(when) && about.some((id) => ids.includes(id) && !unoffered.has(id)),
  );
  const due = asked.filter((history) => {
    const { failed, brokeOff } = played.get(history) ?? { failed: 1, brokeOff: undefined };
    return failed > 0 || brokeOff !== undefined;
  });
  const { deployment, end } = openDeployment(session, session.background('set-up'));
  const supply = new DeviceSupply(deployment, MOST_DEVICES, {
    spare: 1,
    instead: INSTEAD,
    have: () => deviceOfRun(deployment),
  });
  const play = async (these: readonly History[], tells: boolean) => {
    for (const one of await playHistories(these, { session, supply, warn, tells }))
      played.set(one.history, one);
  };
  let telling: readonly History[] = [];
  try {
    await play(due, false);
    const failed = asked.flatMap((history) => played.get(history) ?? []);
    if (!isAskedOfPeople(session)) telling = tellingOf(aboutAny(judged), failed);
    await play(
      telling.filter((history) => !played.has(history)),
      true,
    );
  } finally {
    for (const error of await end()) warn(messageOf(error));
  }
  const shown = [...asked, ...telling].flatMap((history) => played.get(history) ?? []);
  observe(session, shown);
  const rulings = rulingsOn(ids, shown, {
    known: knownBy(session),
    unoffered,
    withheld: withheldIn(judged, session.profile),
  });
  return { shown, rulings: new Map(rulings.map((ruling) => [ruling.id, ruling])) };
}

/** Whether people would have to carry the steps out: they are not asked for more than shows that a rule is broken. */
function isAskedOfPeople({ profile, controls }: Pick<Session, 'profile' | 'controls'>): boolean {
  return !controls.simulator && Object.values(profile.controls ?? {}).some(({ by }) => by === 'person');
}

/** The histories that tell rules apart in the areas of which one failed each time. */
function tellingOf(histories: readonly History[], shown: readonly Shown[]): History[] {
  const failed = shown.filter(
    ({ counts, failed, played }) => counts && failed === played && played >= CONFIRMING,
  );
  const areas = new Set(failed.flatMap(({ about }) => about.map(areaOf)));
  return histories.filter(
    ({ when, about }) => when === 'failed' && about.some((id) => areas.has(areaOf(id))),
  );
}

/** The controls without which nothing can show whether a rule is kept. */
function lackingFor({ needs }: Judged, { controls, lens }: Pick<Session, 'controls' | 'lens'>): Unlock[] {
  return needs.flatMap((need): Unlock[] => {
    const name = need.startsWith('do:') ? nameIn(controlFacts, need.slice('do:'.length)) : undefined;
    // The record of a device may show them as well.
    const isRead = name === 'readLimits' && showsLimits({ lens });
    return name === undefined || isRead || controls.has(name) ? [] : [`controls.${name}`];
  });
}
