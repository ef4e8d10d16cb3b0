/**
 * One rule judged. A lost connection, a timeout or a single server error says nothing about a rule: it is judged again
 * from scratch, and takes its verdict when two further attempts go well and alike. If the deployment breaks off each
 * time, or contradicts itself, the rule is suspect.
 */
import { type Finding, PartMissing } from '../finding.ts';
import { isInLimit } from '../reading/limited.ts';
import type { Outcome } from '../run.ts';
import { Caller } from '../session/caller.ts';
import { createCaseContext, type RunningContext } from '../session/create-context.ts';
import type { Session } from '../session/session.ts';
import { unboundOpening } from '../session/unbound.ts';
import { breakOffIn } from '../transport/failures.ts';
import { onInterruption, sleepUnlessInterrupted } from '../transport/interruption.ts';
import { ACCOUNT, type Attempted, Attempts, OTHERS_SEEN } from './attempts.ts';
import {
  outcomeInterrupted,
  outcomeNotJudged,
  outcomeOf,
  outcomeOfError,
  outcomeSuspect,
  unattended,
} from './outcome.ts';
import type { Planned } from './plan.ts';
import { isLeftOpen } from './reach.ts';
import { unlessStuck } from './unless-stuck.ts';

/** Why what was found may not be the deployment's doing. */
const OTHERS = 'It was seen while another client changed the deployment';

interface Attempt extends Omit<Attempted, 'others'> {
  /** Whether it is suspect since the deployment broke off each time. */
  isCutOff: boolean;
  /** The next attempt gets anew what was shared with others. */
  renew: () => void;
}

/** `warn` is called with what could not be undone. */
export async function judgeRule(
  session: Session,
  planned: Planned,
  warn: (warning: string) => void,
): Promise<Outcome> {
  const { judged, readOnly } = planned;
  const { signal, transport, host, profile } = session;
  if (readOnly) return outcomeNotJudged(judged, 'It writes, and the run is read-only.', ['writing']);
  const attempts = new Attempts();
  for (;;) {
    if (signal.aborted) return outcomeInterrupted(judged, signal.reason, 'before');
    const began = host.monotonic();
    const { outcome, brokeOff, isCutOff, renew } = await attempt(session, planned, warn);
    // What an answer shows that never came is not another client's doing.
    const isSure = brokeOff !== undefined || isCutOff;
    const others = isSure ? undefined : await doubtful(session, outcome, began);
    const unsure = unsureBecause(session, planned);
    const pause = attempts.add({ outcome, brokeOff, others, unsure });
    if (pause === undefined || transport.gone || signal.aborted) {
      const { verdict } = attempts;
      return host.person ? verdict : unattended(verdict, profile.controls);
    }
    renew();
    await sleepUnlessInterrupted(host, pause, signal).catch(() => undefined);
  }
}

async function attempt(
  session: Session,
  { judged, case: { judge } }: Planned,
  warn: (warning: string) => void,
): Promise<Attempt> {
  const { host, signal } = session;
  const began = host.monotonic();
  const spent = () => host.monotonic() - began;
  // A signal of its own listens to the run once, however many requests of the attempt are under way.
  const over = new AbortController();
  const stopListening = onInterruption(signal, () => over.abort(signal.reason));
  const caller = new Caller(session, judged.id, over.signal);
  const running = createCaseContext(session, caller);
  let outcome: Outcome;
  let brokeOff: string | undefined;
  let evidence: readonly number[] = [];
  let isCutOff = false;
  try {
    const finding = await unlessStuck(host, signal, judge(running.context, judged, session));
    evidence = finding.exchanges;
    isCutOff = finding.brokeOff ?? false;
    outcome = withReach(outcomeOf(judged, finding, caller.noted, spent()), session);
    brokeOff = reliesOn(finding, caller) ? caller.breakOffs[0] : undefined;
  } catch (error) {
    brokeOff = breakOffIn(error)?.message;
    outcome = signal.aborted
      ? outcomeInterrupted(judged, signal.reason, 'meanwhile')
      : withReach(outcomeOfError(judged, error, caller.noted, spent()), session, error);
  } finally {
    stopListening();
  }
  outcome = withRefusal(unlessLimited(outcome, evidence, session), caller);
  for (const failure of await undone(session, running)) {
    const message = failure instanceof Error ? failure.message : String(failure);
    warn(`${judged.id} could not undo a change: ${message}`);
  }
  const renew = () => running.renew();
  if (brokeOff === undefined || signal.aborted) return { outcome, brokeOff: undefined, isCutOff, renew };
  return { outcome: outcomeSuspect(judged, brokeOff, caller.noted, spent()), brokeOff, isCutOff, renew };
}

/** An inconclusive outcome, and whether the rule was left open though nothing for it was missing. */
function withReach(outcome: Outcome, session: Session, error?: unknown): Outcome {
  if (outcome.verdict !== 'inconclusive') return outcome;
  const isPartial = error instanceof PartMissing || unboundOpening(error) !== undefined;
  return !isPartial && isLeftOpen(outcome.unlock ?? [], session) ? { ...outcome, leftOpen: true } : outcome;
}

/**
 * No verdict rests on an answer to a client that calls too often: a limit that lasts longer than a run waits, and says
 * nothing of that, cannot be told from a refusal.
 *
 * @param evidence what shows the verdict; empty where all exchanges do
 */
function unlessLimited(outcome: Outcome, evidence: readonly number[], session: Session): Outcome {
  const { verdict, expected: _, observed: __, ...others } = outcome;
  if (verdict !== 'fail' && verdict !== 'suspect') return outcome;
  if (!isInLimit(session, evidence.length > 0 ? evidence : outcome.exchanges)) return outcome;
  const reason = 'The deployment may have had too many requests, and said so.';
  return withReach({ ...others, verdict: 'inconclusive', reason, unlock: ['rate-limit'] }, session);
}

/** An open verdict, with what the control said that was refused before it. */
function withRefusal(outcome: Outcome, { refusedControl }: Caller): Outcome {
  const { verdict, reason } = outcome;
  if (verdict !== 'inconclusive' || refusedControl === undefined) return outcome;
  const said = refusedControl.slice(refusedControl.indexOf(' '));
  return reason.includes(said) ? outcome : { ...outcome, reason: `${reason} The control ${refusedControl}.` };
}

/**
 * A failure that was seen while another client changed the deployment is judged again. So is a contradiction where
 * another client was ever seen: what that one switches off and on looks like one.
 */
async function doubtful(
  { signal, others }: Session,
  { verdict }: Outcome,
  began: number,
): Promise<string | undefined> {
  if ((verdict !== 'fail' && verdict !== 'suspect') || signal.aborted) return undefined;
  const changed = await others.changedSince(began).catch(() => false);
  return changed || (verdict === 'suspect' && others.seen) ? OTHERS : undefined;
}

/** Why a failure must come again before it counts. */
function unsureBecause({ others }: Session, { touches, judged }: Planned): string | undefined {
  if (others.seen) return OTHERS_SEEN;
  // Whether a token is issued depends on the API access of the account.
  return touches === 'account' || judged.rule.startsWith('token/') ? ACCOUNT : undefined;
}

/** A finding by the profile alone holds, whatever became of the requests. */
function reliesOn({ verdict }: Finding, { breakOffs }: Caller): boolean {
  return verdict !== 'not-applicable' && breakOffs.length > 0;
}

function undone(session: Session, running: RunningContext): Promise<unknown[]> {
  const { signal } = session.ending;
  return unlessStuck(session.host, signal, running.end()).catch((error: unknown) => [error]);
}
