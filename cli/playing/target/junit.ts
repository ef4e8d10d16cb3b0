/** The report of a story on a deployment as JUnit XML, for build servers. */
import type { StoryCase, StorySuite } from '../junit.ts';
import type { TargetReport } from './report.ts';
import { refusalInWords } from './summary.ts';

/**
 * A suite for the story: a test case for its playing, one for each operation that was sent, and one for each expectation
 * that was looked at. Whatever makes the command fail is a failure or an error here; what the deployment is not to blame
 * for, and what cannot be looked at there, is skipped.
 */
export function targetJunit(report: TargetReport, file: string): StorySuite {
  const { story, target, profile, from, until, took, operations, expectations } = report;
  const { judged, notJudged } = expectations;
  return {
    name: story,
    facts: { target, profile, from, until },
    took,
    cases: [
      { name: `${file} is played on ${target}`, error: errorOf(report) },
      ...operations.map(({ operation }) => operationCase(operation, report)),
      ...judged.map((each): StoryCase => {
        const { line, label, met, metByStory, wanted, actual } = each;
        const name = `${file}:${line} ${label}`;
        const message = `wanted ${wanted}, found ${actual}`;
        if (met) return { name };
        return metByStory
          ? { name, failure: { type: 'expectation', message, text: `${file}:${line}\n${label}\n${message}` } }
          : { name, skipped: `${message}, as on any service with this profile` };
      }),
      ...(notJudged === 0
        ? []
        : [
            {
              name: `further expectations of ${file}`,
              skipped: `${notJudged} not checked here: the API does not expose it, or its counts include more than the story`,
            },
          ]),
    ],
  };
}

/** Why it was not played to its end. */
function errorOf({ ended, because, journalLost }: TargetReport): StoryCase['error'] {
  if (journalLost !== undefined) return { type: 'file', message: journalLost };
  if (ended === 'finished') return undefined;
  const how = { interrupted: 'Interrupted before the end', lost: 'Given up' }[ended];
  return { type: ended, message: `${how}${because === undefined ? '' : `: ${because}`}.` };
}

function operationCase(operation: string, { refusals }: TargetReport): StoryCase {
  const name = `${operation}: no refusal that the story did not expect`;
  const unexpected = refusals.filter((refusal) => refusal.operation === operation && !refusal.expected);
  if (unexpected.length === 0) return { name };
  const lines = unexpected.map(refusalInWords);
  return { name, failure: { type: 'refusal', message: lines[0] ?? '', text: lines.join('\n') } };
}
