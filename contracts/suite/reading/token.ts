import { fieldOf } from '../../kit/json.ts';
import type { Answer, Token } from '../answer.ts';
import { Unreached } from '../finding.ts';
import { readTime } from './time.ts';

/** The token, however little else is right about the answer. Throws `Unreached` when there is none. */
export function readToken(answer: Answer): Token {
  const token = fieldOf(answer.json, 'token');
  const expires = fieldOf(answer.json, 'expires');
  if (typeof token !== 'string' || token === '') {
    throw new Unreached('no token could be had from the token request');
  }
  return { value: token, expires: readTime(expires), answer };
}
