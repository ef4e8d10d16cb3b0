/** The JSON report of a run, as far as runs are compared. It may be of another version, and have further fields. */
import { formOf } from '../../contracts/kit/form.ts';
import { jsonIn } from '../../contracts/kit/json.ts';
import {
  constant,
  integer,
  list,
  object,
  oneOf,
  optional,
  orNull,
  type Static,
  string,
  type TProperties,
  yesNo,
} from '../../contracts/kit/schema.ts';
import { type Status, statusOf } from '../../contracts/report/verdicts.ts';
import { verdicts } from '../../contracts/verify/run.ts';

const open = <Fields extends TProperties>(fields: Fields) => ({
  ...object(fields),
  additionalProperties: true,
});
const name = string({ maxLength: 1_000 });
const moment = string({
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?Z$',
  maxLength: 40,
});

const reportSchema = open({
  format: constant('roadtest-run'),
  version: constant(1),
  tool: name,
  target: string({ maxLength: 10_000 }),
  profile: orNull(name),
  startedAt: moment,
  nonce: name,
  seed: integer(),
  given: optional(
    open({ profile: optional(name), options: list(string({ maxLength: 50_000 }), { maxItems: 100 }) }),
  ),
  exitCode: integer({ minimum: 0, maximum: 255 }),
  conclusion: optional(string()),
  interrupted: optional(yesNo),
  problem: optional(open({})),
  outcomes: list(
    open({
      id: name,
      rule: name,
      verdict: oneOf(...verdicts),
      reason: string(),
      accepted: optional(yesNo),
      leftOpen: optional(yesNo),
    }),
    { maxItems: 10_000 },
  ),
  observations: list(
    open({
      opening: name,
      observed: string(),
      pinned: optional(string()),
      drift: yesNo,
      notCompared: optional(string()),
    }),
    { maxItems: 10_000 },
  ),
});

type Report = Static<typeof reportSchema>;

/** A check, or an opening that the profile pins, as a run found it. */
export interface Subject {
  id: string;
  rule: string;
  status: Status;
  /** Why it is what it is, in one sentence. */
  reason: string;
  /** The answer that the profile pins, of an opening. */
  pinned?: string;
}

export interface PastRun
  extends Pick<
    Report,
    'tool' | 'target' | 'profile' | 'startedAt' | 'seed' | 'nonce' | 'exitCode' | 'conclusion'
  > {
  /** A digest of the profile and the options that decide what is reached; absent in reports that do not say them. */
  given?: { profile?: string; options: readonly string[] };
  /** True if it ended before all was judged, or could not begin. */
  endedEarly: boolean;
  subjects: ReadonlyMap<string, Subject>;
}

const readForm = formOf(reportSchema);

/** The run of a report, or what is wrong with it. */
export function readPastRun(text: string): { run: PastRun } | { problem: string } {
  const json = jsonIn(text);
  if (json === undefined) return { problem: 'it is not JSON, or cut off' };
  const read = readForm(json);
  if ('problem' in read)
    return {
      problem: `it is not the JSON report of a run: ${read.problem.pointer || 'it'} ${read.problem.message}`,
    };
  return { run: pastRun(read.value) };
}

function pastRun({ outcomes, observations, ...report }: Report): PastRun {
  const { tool, target, profile, startedAt, seed, nonce, exitCode, given, interrupted, problem } = report;
  const subjects = [
    ...outcomes.map((outcome): Subject => {
      const { id, rule, verdict, reason } = outcome;
      const { accepted = false, leftOpen = false } = outcome;
      return { id, rule, reason, status: statusOf({ verdict, accepted, leftOpen }) };
    }),
    ...observations.flatMap(({ opening, observed, pinned, drift, notCompared }): Subject[] => {
      if (pinned === undefined) return [];
      const status = drift ? 'drift' : notCompared === undefined ? 'pass' : 'inconclusive';
      const reason =
        notCompared ?? (drift ? `observed: ${observed}; pinned: ${pinned}` : `observed: ${observed}`);
      return [{ id: opening, rule: opening, status, reason, pinned }];
    }),
  ];
  return {
    ...{ tool, target, profile, startedAt, seed, nonce, exitCode },
    endedEarly: interrupted === true || problem !== undefined,
    ...(given && { given }),
    ...(report.conclusion !== undefined && { conclusion: report.conclusion }),
    subjects: new Map(subjects.map((subject) => [subject.id, subject])),
  };
}
