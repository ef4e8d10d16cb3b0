/** A requirement on a proof, such as `exposed=0` or `reached>=80%`. */
import { quoted } from '../../contracts/kit/untrusted.ts';
import { CliError, exitCodes } from '../command.ts';
import type { Proven } from './prove.ts';

const counted: { readonly [name: string]: (proven: Proven) => number } = {
  right: ({ rows }) => rows.filter(({ finding }) => finding === 'right').length,
  exposed: exposedIn,
  reached: ({ rows }) => rows.filter(({ finding }) => finding !== 'not reached').length,
};

const compared: { readonly [sign: string]: (one: number, other: number) => boolean } = {
  '>=': (one: number, other: number) => one >= other,
  '<=': (one: number, other: number) => one <= other,
  '=': (one: number, other: number) => one === other,
};

const FORM = /^(right|exposed|reached)(>=|<=|=)(\d{1,6})(%?)$/;

export interface Requirement {
  readonly text: string;
  isMet(proven: Proven): boolean;
}

/** @throws CliError REQUIREMENT_INVALID */
export function requirementOf(text: string): Requirement {
  const [, name = '', sign = '', number, percent] = FORM.exec(text) ?? [];
  const count = Object.hasOwn(counted, name) ? counted[name] : undefined;
  const compare = Object.hasOwn(compared, sign) ? compared[sign] : undefined;
  if (!count || !compare) {
    throw new CliError('REQUIREMENT_INVALID', `${quoted(text)} is not a requirement.`, {
      hint: 'Write right, exposed or reached, then >=, <= or =, then a number or a percentage of the rows: exposed=0,reached>=80%.',
    });
  }
  const wanted = Number(number);
  return {
    text,
    isMet(proven) {
      const found = count(proven);
      const value = percent === '%' ? (100 * found) / Math.max(1, proven.rows.length) : found;
      return compare(value, wanted);
    },
  };
}

function exposedIn({ rows }: Proven): number {
  return rows.filter(({ finding }) => finding === 'exposed').length;
}

/** 1: a row exposes the client; 3: a requirement is not met, or it was interrupted; 0 otherwise. */
export function exitCodeOf(proven: Proven, requirements: readonly Requirement[]): number {
  const isExposed = requirements.length === 0 && exposedIn(proven) > 0;
  if (isExposed) return exitCodes.failed;
  const unmet = unmetOf(proven, requirements);
  if (unmet.some(({ text }) => text.startsWith('exposed') || text.startsWith('right')))
    return exitCodes.failed;
  return unmet.length > 0 || proven.interrupted ? exitCodes.inconclusive : exitCodes.ok;
}

export function unmetOf(proven: Proven, requirements: readonly Requirement[]): readonly Requirement[] {
  return requirements.filter((requirement) => !requirement.isMet(proven));
}
