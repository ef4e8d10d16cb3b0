/** Rules are judged by histories: these are played once for all rules of a phase. `findings.ts` says what follows. */

import { MAX_REQUESTS } from '../../deployment/options.ts';
import { messageOf } from '../../deployment/visit.ts';
import type { History } from '../../histories/history.ts';
import { histories } from '../../histories/index.ts';
import { nameOf } from '../../judge/decisive.ts';
import { explain } from '../../judge/judge.ts';
import type { Known } from '../../judge/pins.ts';
import { CONFIRMING } from '../../judge/verdict.ts';
import { observe } from '../../openings/facts.ts';
import { DeviceSupply } from '../../play/supply.ts';
import { expand, type Judged, type JudgedId } from '../../specification/judged.ts';
import { type RuleId, rules } from '../../specification/rules/index.ts';
import { isSelected } from '../run-options.ts';
import type { RunSession } from '../run-session.ts';
import { type Cost, costOf } from './cost.ts';
import { knownBy } from './known.ts';
import { playHistories } from './playing.ts';
import { type Phase, type Touches, touchedBy } from './touches.ts';
import { unofferedIn } from './unoffered.ts';
import { confirm, Further, type Playing, type Shown } from './witness.ts';

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

/** The past of a run: its histories as they were last, however often their rules are judged in it. */
interface Past {
  readonly played: Map<History, readonly Shown[]>;
  readonly further: Further;
}

const pasts = new WeakMap<object, Past>();

function pastOf(session: RunSession): Past {
  const past = pasts.get(session.run) ?? {
    played: new Map(),
    further: new Further(session, plannedIn(session)),
  };
  pasts.set(session.run, past);
  return past;
}

/** Returns the most requests that the histories of a run take where nothing fails. */
function plannedIn({ options }: RunSession): number {
  const selected = rules.flatMap(expand).filter(({ id }) => isSelected(id, options));
  const costs = new Map(selected.flatMap(costsOf).map(({ key, requests }) => [key, requests]));
  return [...costs.values()].reduce((sum, requests) => Math.min(sum + requests, MAX_REQUESTS), 0);
}

/**
 * Plays what rules of one phase need. Asked again in a run, it does again only what failed, or what the deployment
 * broke off in.
 *
 * @param warn is called with what could not be undone
 * @returns each history as it was played last; less than all where the run was ended
 */
export async function playFor(
  session: RunSession,
  judged: readonly Judged[],
  warn: (warning: string) => void,
): Promise<readonly Shown[]> {
  const { played, further } = pastOf(session);
  const ids = judged.map(({ id }) => id);
  const unoffered = unofferedIn(judged, session.profile);
  const isOf = (when: History['when']) =>
    when === undefined || (when === 'thorough' && session.options.thorough);
  const asked = histories.filter(
    ({ about, when }) => isOf(when) && about.some((id) => ids.includes(id) && !unoffered.has(id)),
  );
  const wholeOf = (history: History) => played.get(history)?.[0];
  const steady = asked.flatMap((history) => wholeOf(history) ?? []).filter(isSteady);
  const due = asked.filter((history) => {
    const whole = wholeOf(history);
    return !whole || whole.brokeOff !== undefined || (whole.failed > 0 && !isSteady(whole));
  });
  const deployment = session.as('set-up');
  const supply = new DeviceSupply(deployment, MOST_DEVICES, {
    spare: SPARE,
    instead: INSTEAD,
    // Another part of the run may have had it before.
    have: async () => {
      const { id, fresh } = await deployment.device();
      return { id, fresh, dated: !deployment.made.isDevice(id) || deployment.controls.wasDated(id) };
    },
  });
  const playing: Playing = { session, supply, warn, further };
  const play = async (these: readonly History[], tells: boolean) => {
    for (const [history, shown] of await playHistories(these, { ...playing, tells }))
      played.set(history, shown);
  };
  let telling: readonly History[] = [];
  try {
    for (const whole of steady) played.set(whole.history, await confirm(whole, playing));
    await play(due, false);
    const failed = asked.flatMap((history) => played.get(history) ?? []);
    telling = tellingOf(aboutAny(judged), failed, ids, knownBy(session));
    await play(
      telling.filter((history) => !played.has(history)),
      true,
    );
    if (further.isShort) warn(SHORT);
  } finally {
    for (const error of await deployment.end()) warn(messageOf(error));
  }
  const shown = [...asked, ...telling].flatMap((history) => played.get(history) ?? []);
  observe(session, shown);
  return shown;
}

const SHORT =
  'Rules that may be the cause of a failure were not told apart: what failed took as many further requests as a run may send.';

/** Returns whether a history failed each time. */
function isSteady({ failed, played }: Shown): boolean {
  return failed === played && played >= CONFIRMING;
}

/**
 * The histories that tell apart the rules which explain what failed each time, where none of them explains another failure
 * alone; and those of one that does, in the channel where it was not at stake.
 */
function tellingOf(
  histories: readonly History[],
  shown: readonly Shown[],
  asked: readonly JudgedId[],
  known: Known,
): History[] {
  const steady = shown.filter((one) => one.counts && isSteady(one));
  const suspected = steady.flatMap(({ facts, about }): (readonly JudgedId[])[] => {
    const { broken } = explain(facts, { known }) ?? {};
    const alone = broken?.flatMap((set) => (set.length === 1 ? set : []));
    return alone ? [alone.some((id) => asked.includes(id)) ? alone : [...alone, ...about]] : [];
  });
  const namesOf = (ids: readonly JudgedId[]) => [...new Set(ids.map(nameOf))];
  const sure = new Set(suspected.map(namesOf).flatMap((names) => (names.length === 1 ? names : [])));
  const open = suspected.filter((ids) => !ids.some((id) => sure.has(nameOf(id)))).flatMap(namesOf);
  const isSeen = (id: JudgedId) => suspected.some((ids) => ids.includes(id));
  const isOpen = (id: JudgedId) => open.includes(nameOf(id)) || (sure.has(nameOf(id)) && !isSeen(id));
  return histories.filter(({ when, about }) => when === 'failed' && about.some(isOpen));
}
