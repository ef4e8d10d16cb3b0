/** Tells whether an answer can be that of a success: the address in a redirect, or an id in a refusal, is none of a record. */
import { fieldOf } from '../../kit/json.ts';
import type { Answer } from '../answer.ts';

/** By its status, and by what it says itself. */
export function isSuccess({ status, json }: Pick<Answer, 'status' | 'json'>): boolean {
  return status >= 200 && status < 300 && fieldOf(json, 'success') !== false;
}

/** The content of a success. A refusal may name the id that was asked for, and holds no record of it. */
export function contentOf(answer: Pick<Answer, 'status' | 'json'>): unknown {
  return isSuccess(answer) ? answer.json : undefined;
}
