/** All rules judged, phase by phase, until nothing is left that has to be judged again. `settling.ts` says what follows. */

import { sleepUnlessInterrupted, unlessStuck } from '../deployment/ending.ts';
import { MAX_REQUESTS } from '../deployment/options.ts';
import { isIssued } from '../deployment/reading/tokens.ts';
import { messageOf } from '../deployment/visit.ts';
import type { History } from '../histories/history.ts';
import { besideAll } from '../judge/culprits.ts';
import { explain } from '../judge/judge.ts';
import { CONFIRMING } from '../judge/verdict.ts';
import { observe } from '../openings/facts.ts';
import { DeviceSupply } from '../play/supply.ts';
import { formOf } from '../play/tokens.ts';
import { type Judged, type JudgedId, nameOf } from '../specification/judged.ts';
import { judgedOf } from '../specification/ledger.ts';
import { historiesAbout, phaseOf, phases } from './demands.ts';
import { knownBy, unofferedIn } from './described.ts';
import { circumstancesOf, type Evidence, type Round } from './evidence.ts';
import { insteadByEnd, insteadByError } from './outcome.ts';
import type { Planned } from './plan.ts';
import { playHistories } from './playing.ts';
import { redactedOutcome } from './redacted.ts';
import type { Outcome } from './run.ts';
import type { RunSession } from './run-options.ts';
import { reachable, Settling } from './settling.ts';
import { Further, type Playing, type Shown } from './witness.ts';

export interface Judgement {
  /** In the order of the ledger. */
  outcomes: Outcome[];
  /** Everything that the outcomes follow from. */
  evidence: Evidence;
  /** The changes that could not be undone. */
  warnings: string[];
}

/** Judged so often at most. */
const ROUNDS = 3;
/** Before it is judged again, in ms of real time: by then others may be done with what they changed. */
const PAUSE = 500;

/** It never throws: what goes wrong in ourselves is an outcome, too. */
export async function judgeRules(session: RunSession, planned: readonly Planned[]): Promise<Judgement> {
  const { options, tokens, transport, signal, host, redactor } = session;
  const { onProgress = () => undefined } = options;
  const asked = planned.map(({ judged }) => judged.id);
  const circumstances = circumstancesOf(session);
  const settling = new Settling(circumstances, transport);
  const warnings: string[] = [];
  const rounds: Round[] = [];
  const past: Past = { played: new Map(), further: new Further(session, requestsOf(planned)), warnings };
  let done = 0;
  const say = (ids: readonly JudgedId[]) => {
    for (const outcome of ids.flatMap((id) => settling.outcomes.get(id) ?? []))
      onProgress({
        ...{ kind: 'judged', outcome: redactedOutcome(outcome, redactor), done: ++done },
        total: asked.length,
      });
  };
  /** Rules of one phase, judged once. */
  const roundOf = async (due: readonly JudgedId[]): Promise<Omit<Round, 'isLast'>> => {
    const began = host.monotonic();
    const nothing = { due, shown: [], milliseconds: 0 };
    if (signal.aborted) return { ...nothing, instead: insteadByEnd(signal.reason, 'before') };
    try {
      const work = playFor(session, reachable(due.map(judgedOf), circumstances), past);
      const shown = await unlessStuck(host, signal, work);
      const instead = signal.aborted ? insteadByEnd(signal.reason, 'meanwhile') : undefined;
      return { due, shown, instead, milliseconds: host.monotonic() - began };
    } catch (error) {
      const instead = signal.aborted ? insteadByEnd(signal.reason, 'meanwhile') : insteadByError(error);
      return { ...nothing, instead };
    }
  };
  let evidence: Evidence = { circumstances, asked, rounds, issued: [], tokenAnswers: 0 };
  try {
    onProgress({ kind: 'start', total: asked.length });
    const leftOut = settling.leaveOut(asked);
    for (const phase of phases) {
      onProgress({ kind: 'phase', phase: phase === 'beside' ? 'calibration' : phase });
      const own = asked.filter((id) => phaseOf(judgedOf(id)) === phase);
      say(own.filter((id) => leftOut.includes(id)));
      let due = own.filter((id) => !leftOut.includes(id));
      for (let number = 1; due.length > 0; number++) {
        if (number > 1) await sleepUnlessInterrupted(host, PAUSE, signal).catch(() => undefined);
        const round = await roundOf(due);
        rounds.push({ ...round, isLast: number === ROUNDS || transport.gone || signal.aborted });
        const again = rounds.slice(-1).flatMap((last) => settling.settle(last));
        say(due.filter((id) => !again.includes(id)));
        due = again;
      }
    }
    const issued = tokens.answers.filter(isIssued);
    evidence = {
      ...{ ...evidence, tokenAnswers: tokens.answers.length },
      issued: issued.map((answer) => ({ form: formOf(answer), exchange: answer.exchange })),
    };
    settling.review(evidence);
  } catch (error) {
    evidence = { ...evidence, instead: insteadByError(error) };
    settling.instead(asked, insteadByError(error));
  }
  return { outcomes: asked.flatMap((id) => settling.outcomes.get(id) ?? []), evidence, warnings };
}

/** The most requests that the histories of a run take where nothing fails. */
function requestsOf(planned: readonly Planned[]): number {
  const costs = new Map(planned.flatMap((one) => one.costs).map(({ name, requests }) => [name, requests]));
  return [...costs.values()].reduce((sum, requests) => Math.min(sum + requests, MAX_REQUESTS), 0);
}

/** The histories of a run as they were last, however often their rules are judged in it. */
interface Past {
  readonly played: Map<History, readonly Shown[]>;
  readonly further: Further;
  readonly warnings: string[];
}

/** Devices that histories make, however many there are: they come again. */
const MAX_DEVICES = 6;
/** Further ones, for histories in which one is made while licences are counted: three, and as many whose create may be lost. */
const SPARE = 6;
/** Further ones, where all others may have an expiration date: to bring one back takes many requests. */
const INSTEAD = 2;

/**
 * Plays what rules of one phase need. Asked again in a run, it does again only what failed now and then, or what the
 * deployment broke off in.
 *
 * @returns each history as it was played last; less than all where the run was ended
 */
async function playFor(session: RunSession, judged: readonly Judged[], past: Past): Promise<Shown[]> {
  const { played, further, warnings } = past;
  const unoffered = unofferedIn(judged, session.profile);
  const asked = historiesAbout(judged.filter(({ id }) => !unoffered.has(id))).filter(
    ({ when }) => when === undefined || (when === 'thorough' && session.options.thorough),
  );
  const due = asked.filter((history) => {
    const [whole] = played.get(history) ?? [];
    return !whole || whole.brokeOff !== undefined || (whole.failed > 0 && !isSteady(whole));
  });
  const deployment = session.as('set-up');
  const supply = new DeviceSupply(deployment, MAX_DEVICES, {
    spare: SPARE,
    instead: INSTEAD,
    // Another part of the run may have had it before.
    have: async () => {
      const { id, fresh } = await deployment.device();
      return { id, fresh, dated: !deployment.made.isDevice(id) || deployment.controls.wasDated(id) };
    },
  });
  const playing: Playing = { session, supply, further, warn: (warning) => warnings.push(warning) };
  const play = async (these: readonly History[], tells: boolean) => {
    for (const [history, shown] of await playHistories(these, { ...playing, tells }))
      played.set(history, shown);
  };
  const shownOf = (these: readonly History[]) => these.flatMap((history) => played.get(history) ?? []);
  let telling: readonly History[] = [];
  try {
    await play(due, false);
    telling = tellingOf(judged, shownOf(asked), session);
    await play(
      telling.filter((history) => !played.has(history)),
      true,
    );
    if (further.isShort) warnings.push(SHORT);
  } finally {
    for (const error of await deployment.end()) warnings.push(messageOf(error));
  }
  const shown = shownOf([...asked, ...telling]);
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
 * alone; and those of one that does, in the channel where it was not at stake. First come those about rules that explain
 * the most failures: there may not be room for all.
 */
function tellingOf(judged: readonly Judged[], shown: readonly Shown[], session: RunSession): History[] {
  const asked = judged.map(({ id }) => id);
  const known = knownBy(session);
  const explained = shown.flatMap((one) => {
    // New devices tell nothing of what fails on those with a past alone.
    const isTold = one.counts && isSteady(one) && !one.isOfPast;
    const explanation = isTold ? explain(one.facts, { known }) : undefined;
    return explanation ? [{ ...one, explanation }] : [];
  });
  const suspected = explained.map(({ explanation: { broken }, about }): readonly JudgedId[] => {
    const alone = broken.flatMap((set) => (set.length === 1 ? set : []));
    return alone.some((id) => asked.includes(id)) ? alone : [...alone, ...about];
  });
  const namesOf = (ids: readonly JudgedId[]) => [...new Set(ids.map(nameOf))];
  const names = suspected.map(namesOf);
  const sure = new Set(names.flatMap((some) => (some.length === 1 ? some : [])));
  const open = new Set(names.filter((some) => !some.some((name) => sure.has(name))).flat());
  const isSeen = (id: JudgedId) => suspected.some((ids) => ids.includes(id));
  const beside = besideAll(explained, new Set(asked), known);
  const isOpen = (id: JudgedId) =>
    open.has(nameOf(id)) || beside.includes(id) || (sure.has(nameOf(id)) && !isSeen(id));
  const explains = (id: JudgedId) => names.filter((some) => some.includes(nameOf(id))).length;
  const worth = ({ about }: History) => Math.max(...about.filter(isOpen).map(explains));
  return historiesAbout(judged)
    .filter(({ when, about }) => when === 'failed' && about.some(isOpen))
    .toSorted((one, other) => worth(other) - worth(one));
}
