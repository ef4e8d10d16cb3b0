/**
 * The calls of clients as histories. Facts of one subject make one, until no reading explains it any more, or it has grown long:
 * then another begins, of which nothing is known. So it is where a write was under way together with another call; and where a
 * write may still be on its way, a read says nothing.
 */
import { describeAnswer } from '../deployment/reading/describe.ts';
import type { SingleEvent } from '../judge/event.ts';
import { explain, Judge } from '../judge/judge.ts';
import { durationMs } from '../kit/durations.ts';
import type { Step } from '../play/steps.ts';
import { operation as operationOf } from '../specification/operations.ts';
import { knownBy } from '../verify/described.ts';
import type { Circumstances, Evidenced } from '../verify/evidence.ts';
import { type Call, type Subject, subjectOf, subjectsOf, type Understood } from './facts.ts';

/** Facts of one history. */
const MAX_FACTS = 200;
/** How long a write may be on its way where the profile does not say, and at least, in ms. */
const SETTLES = 5_000;
const MIN_SETTLES = 300;

const subjects: readonly Subject[] = ['tokens', 'group', 'user', 'device'];
const reads: ReadonlySet<string> = new Set(['read', 'listed', 'visited', 'devices']);

interface Seen {
  readonly call: Call;
  readonly fact: SingleEvent;
}

/** @param count takes why nothing is said of a call */
export function historiesOf(
  calls: readonly Understood[],
  circumstances: Circumstances,
  count: (why: string) => void,
): Evidenced[] {
  const known = knownBy(circumstances);
  const settles = settlesIn(circumstances);
  const all = subjects.flatMap((subject) =>
    cut(subject, calls, { settles, known, count }).map((seen) => ({ subject, seen })),
  );
  return all.map(({ subject, seen }, index): Evidenced => {
    const facts = seen.map(({ fact }) => fact);
    const isExplained = facts.reduce((so, fact) => so.after(fact), Judge.create({ known })).explains;
    return {
      name: `${subject === 'tokens' ? subject : `${subject}s`}, part ${index + 1}`,
      // The rules that explain it best, provided that no other client took part.
      about: isExplained ? [] : (explain(facts, { known })?.broken[0] ?? []),
      ...{ facts, counts: true, failed: isExplained ? 0 : 1, played: 1, untaken: [] },
      steps: seen.map(stepOf),
      exchanges: seen.map(({ call: { exchange } }) => [exchange]),
      answers: seen.map(({ call: { answer } }) => (answer ? describeAnswer(answer) : null)),
      ...{ traffic: 'shared', brokeOff: undefined },
    };
  });
}

interface Cutting {
  readonly settles: number;
  readonly known: ReturnType<typeof knownBy>;
  readonly count: (why: string) => void;
}

/** The facts of a subject, cut where nothing is known of what follows. */
function cut(subject: Subject, all: readonly Understood[], { settles, known, count }: Cutting): Seen[][] {
  const histories: Seen[][] = [[]];
  let judge = Judge.create({ known });
  let written = Number.NEGATIVE_INFINITY;
  const close = () => {
    histories.push([]);
    judge = Judge.create({ known });
  };
  const own = all.filter(({ call }) => subjectsOf(call.operation).includes(subject));
  for (const together of overlapping(own)) {
    const writing = together.filter(({ call }) => writes(subject, call));
    // The outcome of either may be that of both.
    if (together.length > 1 && writing.length > 0) {
      close();
      written = Math.max(...writing.map(({ call }) => call.ended));
      continue;
    }
    for (const { call, facts } of together)
      for (const fact of facts.filter((one) => subjectOf(one) === subject)) {
        if (reads.has(fact.kind) && call.began < written + settles) {
          count('so soon after a write that what was kept does not show');
          continue;
        }
        if (subject !== 'tokens' && !reads.has(fact.kind)) written = call.ended;
        histories.at(-1)?.push({ call, fact });
        judge = judge.after(fact);
        if (!judge.explains || histories.at(-1)?.length === MAX_FACTS) close();
      }
  }
  return histories.filter((history) => history.length > 0);
}

/** The step that a history would have taken for a call. */
function stepOf({ call: { operation, bearer } }: Seen): Step {
  if (operation === 'issueToken') return { do: 'token', credentials: 'good' };
  return { do: 'call', operation, bearer: bearer === undefined ? 'none' : 'token', back: 0 };
}

/** Returns whether a call may change what other calls of a subject show. */
function writes(subject: Subject, { operation }: Call): boolean {
  return subject === 'tokens' ? operation === 'issueToken' : operationOf(operation).method !== 'GET';
}

/** Calls that were under way together, one after the other, each by when they were over. */
function overlapping(calls: readonly Understood[]): Understood[][] {
  const groups: Understood[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const one of calls.toSorted((a, b) => a.call.began - b.call.began)) {
    if (one.call.began > end) groups.push([]);
    groups.at(-1)?.push(one);
    end = Math.max(end, one.call.ended);
  }
  return groups.map((group) => group.toSorted((a, b) => a.call.ended - b.call.ended));
}

function settlesIn({ profile }: Circumstances): number {
  const { readableAfter } = profile.openings.consistency ?? {};
  if (readableAfter === undefined) return SETTLES;
  const promised = durationMs(readableAfter);
  return promised === 0 ? 0 : Math.max(MIN_SETTLES, 2 * promised);
}
