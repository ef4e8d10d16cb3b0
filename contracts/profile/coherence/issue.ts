import type { ProfileIssue } from '../errors.ts';
import type { JsonPointer } from '../openings.ts';

export function issue(code: string, pointer: JsonPointer, message: string, hint?: string): ProfileIssue {
  return { code, message, pointer, ...(hint !== undefined && { hint }) };
}
