/** Tells whether an answer reads as a refusal, where no status code can be relied upon. */

import { fieldOf } from '../../kit/json.ts';
import type { Answer } from '../answer.ts';
import type { Deployment } from '../deployment.ts';
import { whereBound } from '../sharing/unbound.ts';

/** Returns whether an answer reads as the profile says that refusals do, or says itself that there was no success. */
export function readsAsRefusal(
  deployment: Pick<Deployment, 'lens'>,
  { status, text, json }: Answer,
): boolean {
  if (fieldOf(json, 'success') === false) return true;
  return whereBound(false, () => {
    const { errors } = deployment.lens;
    const { facts, issues } = errors.read(text);
    if (status < 400) return facts.success === false;
    return errors.contentType === null ? text === '' : issues.length === 0 && Object.keys(facts).length > 0;
  });
}
