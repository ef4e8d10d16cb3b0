/** The cases of rules that are judged by histories: these are played once for all of them, and each rule has its ruling. */
import type { History } from '../histories/history.ts';
import { histories } from '../histories/index.ts';
import { CONFIRMING, type Ruling, rulingsOn, sentenceOf } from '../judge/verdict.ts';
import { nameIn } from '../kit/tables.ts';
import { messageOf } from '../play/on-deployment.ts';
import { deviceOfRun } from '../play/run-devices.ts';
import { DeviceSupply } from '../play/supply.ts';
import { controlFacts } from '../profile/controls.ts';
import { expand, type Judged, type JudgedId } from '../specification/judged.ts';
import { explainNeed } from '../specification/needs.ts';
import { type Area, areaOf, type RuleId, rules } from '../specification/rules/index.ts';
import type { Case, CasesOf } from '../suite/case.ts';
import { suspect, type Unlock, Unreached } from '../suite/finding.ts';
import { isSelected } from '../suite/options.ts';
import { showsLimits } from '../suite/reading/device.ts';
import { createCaseContext } from '../suite/session/create-context.ts';
import type { Session } from '../suite/session/session.ts';
import { costOf } from './cost.ts';
import { findingOf } from './finding.ts';
import { formsIn } from './forms.ts';
import { observe } from './observing.ts';
import { knownBy, playHistories, type Shown } from './playing.ts';
import { type Touched, touchedBy } from './touches.ts';
import { unofferedIn, withheldIn } from './unoffered.ts';

/** Devices that histories make, however many there are: they come again. */
const MOST_DEVICES = 6;

/** Further ones, where all others may have an expiration date: to bring one back takes many requests. */
const INSTEAD = 2;

/** A case for each rule of these areas, judged by the histories that are about them. */
export function casesByHistories<A extends Area>(...areas: readonly A[]): CasesOf<A> {
  const own = rules.filter(({ id }) => areas.some((area) => area === areaOf(id)));
  const cases = phases.flatMap((phase) => {
    const these = own.filter((rule) => phaseOf(touchedBy(aboutAny(expand(rule)))) === phase);
    const judged = these.flatMap(expand);
    const one = byHistories(judged, aboutAny(judged));
    return these.map(({ id }): [RuleId, Case] => [id, one]);
  });
  return Object.fromEntries(cases) as CasesOf<A>;
}

/** The parts of a run: what may go on beside anything, then what changes the account, and at last what needs time. */
const phases = ['beside', 'account', 'time'] as const;

function phaseOf(touches: Touched): (typeof phases)[number] {
  return touches === 'account' || touches === 'time' ? touches : 'beside';
}

function aboutAny(judged: readonly Judged[]): History[] {
  return histories.filter(({ about }) => judged.some(({ id }) => about.includes(id)));
}

function byHistories(judged: readonly Judged[], played: readonly History[]): Case {
  const key = `histories about ${judged[0]?.id}`;
  const usual = played.filter(({ when }) => when === undefined);
  return {
    touches: (rule) => touchedBy(aboutAny([rule])),
    cost: ({ id }) => ({ requests: 0, shared: usual.filter(({ about }) => about.includes(id)).map(costOf) }),
    async judge(context, rule, session) {
      const unlock = lackingFor(rule, session);
      if (unlock.length > 0)
        throw new Unreached(`it needs ${rule.needs.map(explainNeed).join(', and ')}`, ...unlock);
      const { shown, rulings } = await context.shared(key, () =>
        judgeAll(session, judged, played, (warning) =>
          context.afterwards(() => Promise.reject(new Error(warning))),
        ),
      );
      const ruling = rulings.get(rule.id);
      const broken = shown.find(({ about, brokeOff }) => brokeOff !== undefined && about.includes(rule.id));
      if (broken?.brokeOff !== undefined && ruling?.verdict !== 'fail')
        return { ...suspect(sentenceOf(broken.brokeOff)), brokeOff: true };
      if (!ruling) throw new Unreached('the run was ended');
      return findingOf(rule, ruling, shown, knownBy(session), showsIn(session));
    },
    review: formsIn,
  };
}

/** Whether an answer of the run names an id. */
function showsIn({ transport }: Session): (exchange: number, id: string) => boolean {
  return (exchange, id) => {
    const { body = '' } = transport.exchanges[exchange]?.reply ?? {};
    return body.split(/[^\w-]+/).includes(id);
  };
}

interface JudgedAll {
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
async function judgeAll(
  session: Session,
  judged: readonly Judged[],
  histories: readonly History[],
  warn: (warning: string) => void,
): Promise<JudgedAll> {
  const played = playedIn(session);
  const reachable = new Set(
    judged
      .filter((rule) => isSelected(rule.id, session.options) && lackingFor(rule, session).length === 0)
      .map(({ id }) => id),
  );
  const unoffered = unofferedIn(judged, session.profile);
  const asked = histories.filter(
    ({ about, when }) =>
      (when === undefined || (when === 'thorough' && session.options.thorough)) &&
      about.some((id) => reachable.has(id) && !unoffered.has(id)),
  );
  const due = asked.filter((history) => {
    const { failed, brokeOff } = played.get(history) ?? { failed: 1, brokeOff: undefined };
    return failed > 0 || brokeOff !== undefined;
  });
  const { context, end } = createCaseContext(session, session.background('set-up'));
  const supply = new DeviceSupply(context, MOST_DEVICES, {
    spare: 1,
    instead: INSTEAD,
    have: () => deviceOfRun(context),
  });
  const play = async (these: readonly History[], tells: boolean) => {
    for (const one of await playHistories(these, { session, supply, warn, tells }))
      played.set(one.history, one);
  };
  let telling: readonly History[] = [];
  try {
    await play(due, false);
    const failed = asked.flatMap((history) => played.get(history) ?? []);
    if (!isAskedOfPeople(session)) telling = tellingOf(histories, failed);
    await play(
      telling.filter((history) => !played.has(history)),
      true,
    );
  } finally {
    for (const error of await end()) warn(messageOf(error));
  }
  const shown = [...asked, ...telling].flatMap((history) => played.get(history) ?? []);
  observe(session, shown);
  const rulings = rulingsOn(
    judged.map(({ id }) => id).filter((id) => reachable.has(id)),
    shown,
    { known: knownBy(session), unoffered, withheld: withheldIn(judged, session.profile) },
  );
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
