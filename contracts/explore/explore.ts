/** A whole exploration: first contact, histories until one fails or the time is up, shrinking, clean-up, record. */
import type { Host } from '../deployment/host.ts';
import { type Visit, visitDeployment } from '../deployment/visit.ts';
import { isoUtc } from '../kit/times.ts';
import { exitCodeOf } from '../report/exit.ts';
import { outcomeOf } from '../verify/outcome.ts';
import { redactedRun } from '../verify/redacted.ts';
import type { Exchange, Explored, FailedHistory, Outcome, Run } from '../verify/run.ts';
import { type ExploreOptions, MAX_DEVICES } from './options.ts';
import { Search } from './search.ts';
import type { Found } from './telling.ts';

/**
 * It always ends with the record of a run, whose outcomes are what was found: what the deployment does becomes a failure or a
 * problem. It is to be concluded.
 */
export async function explore(options: ExploreOptions, host: Host): Promise<Run> {
  const startedAt = isoUtc(host.wall());
  const visit: Visit = {
    ...{ target: options.baseUrl, nonce: '', seed: options.seed ?? 0 },
    ...{ interrupted: false, leftBehind: [], warnings: [] },
  };
  const explored: Explored = {
    ...{ themes: [], histories: 0, steps: 0, judged: 0, untaken: 0, brokenOff: 0, gaveUp: false },
    ...{ devices: 0, requests: 0, failures: [] },
  };
  const found: Found[] = [];
  const session = await visitDeployment({ maxDevices: MAX_DEVICES, ...options }, host, visit, {
    use: (met) => new Search(met, options, { explored, found, warnings: visit.warnings }).go(),
  });
  explored.requests = session?.transport.exchanges.length ?? 0;
  const isOpen = found.every(({ past }) => past) && !visit.interrupted && !visit.problem;
  const nothing = isOpen ? whyNothing(explored) : undefined;
  const exchanges: Exchange[] = [];
  for (const { exchanges: own, ...failure } of found)
    explored.failures.push({ ...failure, exchanges: appended(exchanges, own) });
  const gonePast = found.flatMap(({ past, broken }) => (past === 'not-selected' ? (broken[0] ?? []) : []));
  if (gonePast.length > 0)
    visit.warnings.push(`Gone past, since it was not asked for: a failure of ${gonePast.join(', ')}.`);
  const run: Run = {
    ...{ format: 'roadtest-run', version: 1, tool: options.tool ?? 'roadtest', ...visit },
    ...{ profile: options.profile?.name ?? null, startedAt, finishedAt: isoUtc(host.wall()) },
    ...{ outcomes: outcomesOf(explored.failures), observations: [], exchanges, explored },
    warnings: [...new Set(visit.warnings)],
    ...{ messages: session?.counts.messages ?? 0, staleBaseline: [], exitCode: 0 },
    ...(nothing !== undefined && { unmet: [nothing] }),
  };
  const ended = { ...run, exitCode: exitCodeOf(run) };
  return session ? redactedRun(ended, session.redactor) : ended;
}

/** The rules of the first set that explains each failure; one that was not asked for only stands in the record. */
function outcomesOf(failures: readonly FailedHistory[]): Outcome[] {
  const outcomes = new Map<string, Outcome>();
  for (const failure of failures.filter(({ past }) => past !== 'not-selected')) {
    const { verdict, reason, expected, observed, steps, exchanges, broken, past } = failure;
    const finding = { verdict, reason, expected, observed, steps, exchanges };
    for (const id of broken[0] ?? [])
      if (outcomes.get(id)?.verdict !== 'fail')
        outcomes.set(id, { ...outcomeOf(id, finding), ...(past && { accepted: true }) });
  }
  return [...outcomes.values()];
}

/** Adds exchanges under numbers of the run; gives these. */
function appended(all: Exchange[], more: readonly Exchange[]): number[] {
  const places = new Map(more.map(({ index }, place) => [index, all.length + place]));
  for (const { issuedBy: before = -1, ...exchange } of more) {
    const issuedBy = places.get(before);
    all.push({ ...exchange, index: all.length, ...(issuedBy !== undefined && { issuedBy }) });
  }
  return [...places.values()];
}

/** Fewer of the steps taken say nothing about the deployment: one of so many. */
const MIN_JUDGED = 10;

/** Why nothing follows from an exploration that found no failure; `undefined` where something does. */
function whyNothing({ steps, judged, histories, brokenOff, gaveUp, themes }: Explored): string | undefined {
  const count = `${judged} of ${steps} steps got an answer that can be judged`;
  if (gaveUp)
    return `The deployment broke off ${brokenOff} of ${histories} histories, so the exploration was stopped: ${count}.`;
  if (histories === 0)
    return `No history was played${themes.length > 0 ? '' : ': the deployment allows none about the rules that were asked for'}.`;
  if (histories > brokenOff && judged * MIN_JUDGED >= steps) return undefined;
  return `Only ${count}: nothing follows from the others.`;
}
