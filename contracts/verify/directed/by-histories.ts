/** Rules are judged by histories: these are played once for all rules of a phase. `findings.ts` says what follows. */

import type { Deployment } from '../../deployment/deployment.ts';
import type { History } from '../../histories/history.ts';
import { histories } from '../../histories/index.ts';
import { CONFIRMING } from '../../judge/verdict.ts';
import { messageOf } from '../../play/on-deployment.ts';
import { deviceOfRun } from '../../play/run-devices.ts';
import { DeviceSupply } from '../../play/supply.ts';
import { expand, type Judged } from '../../specification/judged.ts';
import { areaOf, type RuleId, rules } from '../../specification/rules/index.ts';
import { type Cost, costOf } from './cost.ts';
import { observe } from './observing.ts';
import { playHistories } from './playing.ts';
import { type Phase, type Touches, touchedBy } from './touches.ts';
import { unofferedIn } from './unoffered.ts';
import type { Shown } from './witness.ts';

/** Devices that histories make, however many there are: they come again. */
const MOST_DEVICES = 6;

/** Further ones, for histories in which one is made while licences are counted: three, and as many whose create may be lost. */
const SPARE = 6;

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

/** The histories of a run as they were played last, however often their rules are judged in it. */
const runs = new WeakMap<Deployment, Map<History, Shown>>();

function playedIn(session: Deployment): Map<History, Shown> {
  const known = runs.get(session) ?? new Map<History, Shown>();
  runs.set(session, known);
  return known;
}

/**
 * Plays what rules of one phase need. Asked again in a run, it does again only what failed, or what the deployment
 * broke off in.
 *
 * @param warn is called with what could not be undone
 * @returns each history as it was played last; less than all where the run was ended
 */
export async function playFor(
  session: Deployment,
  judged: readonly Judged[],
  warn: (warning: string) => void,
): Promise<readonly Shown[]> {
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
  const deployment = session.as('set-up');
  const supply = new DeviceSupply(deployment, MOST_DEVICES, {
    spare: SPARE,
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
    telling = tellingOf(aboutAny(judged), failed);
    await play(
      telling.filter((history) => !played.has(history)),
      true,
    );
  } finally {
    for (const error of await deployment.end()) warn(messageOf(error));
  }
  const shown = [...asked, ...telling].flatMap((history) => played.get(history) ?? []);
  observe(session, shown);
  return shown;
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
