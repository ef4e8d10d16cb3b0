/** Issues of a file as the message of one error. */
import { excerpt, visible } from './untrusted.ts';

/** A fault, with what is known of its place. */
interface LocatedIssue {
  code: string;
  message: string;
  pointer: string;
  hint?: string;
  file?: string;
  line?: number;
  column?: number;
}

/** How many issues a message lists. */
const LISTED = 20;

/** A message with a line for each of the first issues, and the number of the others. */
export function withIssues<T>(message: string, issues: readonly T[], describe: (issue: T) => string): string {
  const lines = issues.slice(0, LISTED).map((issue) => `  ${describe(issue)}`);
  if (issues.length > LISTED) lines.push(`  … and ${issues.length - LISTED} more`);
  return [message, ...lines].join('\n');
}

/** An issue in one line: `fleet.yaml:12:5 UNKNOWN_FIELD /openings/token.life: …`. */
export function describeIssue({ file, line, column, code, pointer, message, hint }: LocatedIssue): string {
  const place = [file, line, column].filter((part) => part !== undefined).join(':');
  const head = [place, code, excerpt(pointer)].filter((part) => part !== '').join(' ');
  return visible(`${head}: ${message}${hint ? ` (${hint})` : ''}`);
}
