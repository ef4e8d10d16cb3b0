/** Cron expressions: whether they are any. */

import { quoted } from '../../../contracts/kit/untrusted.ts';
import { storyBounds } from '../bounds.ts';
import type { Path } from '../problems.ts';
import type { Diagnostics } from './diagnostics.ts';

const example = 'minute, hour, day, month, weekday: "30 8 * * 1-5" is half past eight on working days';

/** The cron expressions of one story, each of them checked once. */
export class CronExpressions {
  readonly #diagnostics: Diagnostics;
  /** The faults of each expression. */
  readonly #errors = new Map<string, readonly string[]>();

  constructor(diagnostics: Diagnostics) {
    this.#diagnostics = diagnostics;
  }

  /** Returns whether the expression can be used; reported where it cannot. */
  async check(expression: string, path: Path): Promise<boolean> {
    const { cronExpressions: max } = storyBounds;
    if (this.#errors.size === max && !this.#errors.has(expression)) {
      const message = `there are more than ${max} different cron expressions`;
      this.#diagnostics.wrong('TOO_MANY', path, message, 'use one of them again, or say every or at');
      return false;
    }
    const errors = this.#errors.get(expression) ?? (await errorsOf(expression));
    this.#errors.set(expression, errors);
    if (errors.length === 0) return true;
    const message = `${quoted(expression)} is not a valid cron expression: ${errors.join('; ')}`;
    this.#diagnostics.wrong('CRON_INVALID', path, message, example);
    return false;
  }
}

/** Only a story that needs the library loads it. */
async function errorsOf(expression: string): Promise<string[]> {
  const { validateDetailed } = await import('node-cron');
  const { valid, errors } = validateDetailed(expression);
  return valid ? [] : errors.map(({ message }) => message);
}
