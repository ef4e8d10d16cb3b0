/** A run as a recording. */
import { fieldsOf } from '../kit/fields.ts';
import { parseJson } from '../kit/json.ts';
import { ledger } from '../specification/ledger.ts';
import type { Evidence, Evidenced } from '../verify/evidence.ts';
import type { Run } from '../verify/run.ts';
import { digestOf } from './digest.ts';
import { FORMAT, type RecordedHistory, VERSION } from './recording.ts';

/**
 * The recording of a run, without its digest.
 *
 * @param run as it was before it was concluded
 * @param evidence without secrets
 */
export function recordingOf(run: Run, evidence: Evidence): object {
  const { profile, ...circumstances } = evidence.circumstances;
  const histories = [...new Set(evidence.rounds.flatMap(({ shown }) => shown))];
  const { rounds, asked, issued, tokenAnswers, instead } = evidence;
  return {
    format: FORMAT,
    version: VERSION,
    run: partsOf(run),
    known: ledger.map(({ id }) => id),
    asked: [...asked],
    circumstances: {
      ...circumstances,
      profile: { roadtest: 1, name: run.profile ?? '', openings: profile.openings },
    },
    histories: histories.map(recorded),
    rounds: rounds.map(({ shown, ...round }) => ({
      ...round,
      shown: shown.map((one) => histories.indexOf(one)),
    })),
    ...{ issued, tokenAnswers },
    ...(instead && { instead }),
  };
}

/** The recording with its digest, which is that of what is read again: it may have been changed on its way out. */
export function sealed(written: string): object {
  const content = fieldsOf(parseJson(written));
  return { ...content, digest: digestOf(content) };
}

function partsOf(run: Run): object {
  const { tool, target, profile, startedAt, finishedAt, nonce, seed, observations, exchanges } = run;
  const { interrupted, messages, leftBehind, warnings, gone, journalLost, fault, given, unmet } = run;
  return {
    ...{ tool, target, profile, startedAt, finishedAt, nonce, seed, observations, exchanges },
    ...{ interrupted, messages, leftBehind, warnings },
    ...(given && { given }),
    ...(unmet && { unmet }),
    ...(gone !== undefined && { gone }),
    ...(journalLost !== undefined && { journalLost }),
    ...(fault !== undefined && { fault }),
  };
}

/** A value that is not changed, and in which what may be absent can be undefined: JSON leaves that out. */
type Written<T> = T extends object
  ? { readonly [Name in keyof T]: Written<T[Name]> | (object extends Pick<T, Name> ? undefined : never) }
  : T;

function recorded(one: Evidenced): Written<RecordedHistory> {
  const { name, about, counts, failed, played, tells, traffic, steps, exchanges, untaken, brokeOff, facts } =
    one;
  return {
    ...{ name, about, counts, failed, played, steps, exchanges, untaken, facts },
    ...(tells && { tells }),
    ...(traffic && { traffic }),
    answers: facts.map((_, fact) => one.answerTo(fact) ?? null),
    ...(brokeOff !== undefined && { brokeOff }),
  };
}
