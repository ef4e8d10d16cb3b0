/** Cron expressions: whether they are any, and whether they ever come. */

import { quoted } from '../../../contracts/kit/untrusted.ts';
import type { CronSearch } from '../../player/cron.ts';
import { storyBounds } from '../bounds.ts';
import type { Path } from '../problems.ts';
import type { Diagnostics } from './diagnostics.ts';
import { localText } from './times.ts';

interface Window {
  from: number;
  until: number;
  timeZone: string;
}

const example = 'minute, hour, day, month, weekday: "30 8 * * 1-5" is half past eight on working days';

/** The cron expressions of one story: each is looked through once, and all together only so far. */
export class CronExpressions {
  readonly #diagnostics: Diagnostics;
  readonly #clockKnown: boolean;
  /** The fault of each expression. */
  readonly #errors = new Map<string, readonly string[]>();
  /** True if an expression comes in a window. */
  readonly #comes = new Map<string, boolean>();
  readonly #search: CronSearch = { looks: storyBounds.cronLooks };

  constructor(diagnostics: Diagnostics, clockKnown: boolean) {
    this.#diagnostics = diagnostics;
    this.#clockKnown = clockKnown;
  }

  /** Returns whether the expression can be used; reported where it cannot. */
  async check(expression: string, window: Window, path: Path): Promise<boolean> {
    if (!(await this.#checkForm(expression, path))) return false;
    if (!this.#clockKnown) return true;
    const { from, until, timeZone } = window;
    const key = `${from} ${until} ${expression}`;
    const comes = this.#comes.get(key) ?? (await this.#isComing(expression, window));
    this.#comes.set(key, comes);
    if (comes) return true;
    if (this.#search.looks <= 0) {
      this.#diagnostics.wrong(
        'TOO_MANY',
        path,
        `it cannot be seen in time whether ${quoted(expression)} ever comes: the cron expressions of the story come too rarely`,
        'give rare ones from and until, or say at which time they come',
      );
      return false;
    }
    this.#diagnostics.wrong(
      'CRON_NEVER',
      path,
      `${quoted(expression)} never comes from ${localText(from, timeZone)} to ${localText(until, timeZone)}`,
      'the story plays at another time, or the expression means another one: a day and a weekday have both to hold',
    );
    return false;
  }

  async #isComing(expression: string, { from, until, timeZone }: Window): Promise<boolean> {
    const { nextCronTime } = await import('../../player/cron.ts');
    return nextCronTime(expression, timeZone, from - 1, until, this.#search) !== undefined;
  }

  async #checkForm(expression: string, path: Path): Promise<boolean> {
    const { cronExpressions: most } = storyBounds;
    if (this.#errors.size === most && !this.#errors.has(expression)) {
      const message = `there are more than ${most} different cron expressions`;
      this.#diagnostics.wrong('TOO_MANY', path, message, 'use one of them again, or say every or at');
      return false;
    }
    const errors = this.#errors.get(expression) ?? (await errorsOf(expression));
    this.#errors.set(expression, errors);
    if (errors.length === 0) return true;
    const reasons = errors.join('; ');
    if (reasons.includes('impossible'))
      this.#diagnostics.wrong('CRON_NEVER', path, `${quoted(expression)} never comes: ${reasons}`);
    else {
      const message = `${quoted(expression)} is not a valid cron expression: ${reasons}`;
      this.#diagnostics.wrong('CRON_INVALID', path, message, example);
    }
    return false;
  }
}

/** Only a story that needs the library loads it. */
async function errorsOf(expression: string): Promise<string[]> {
  const { validateDetailed } = await import('node-cron');
  const { valid, errors } = validateDetailed(expression);
  return valid ? [] : errors.map(({ message }) => message);
}
