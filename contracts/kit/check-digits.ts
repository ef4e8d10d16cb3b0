/** Digits at the end of a number that show a typing error, by the algorithms in use. */
import { tableFrom } from './tables.ts';

const algorithms = {
  /** ISO/IEC 7812: every second digit from the right is doubled. */
  luhn: (digits: string): string => String((10 - (luhnSum(`${digits}0`) % 10)) % 10),
  /** ISO/IEC 7064, MOD 97-10: two digits. */
  'mod-97': (digits: string): string => String(98 - remainder(`${digits}00`, 97)).padStart(2, '0'),
} as const;

export type CheckDigit = keyof typeof algorithms;

export const checkDigits = ['luhn', 'mod-97'] as const satisfies readonly CheckDigit[];
const lengths = tableFrom(
  checkDigits.map((name): [CheckDigit, number] => [name, algorithms[name]('1').length]),
);

/** A number in digits, with its check digits: `7` is `75` by Luhn. */
export function withCheck(digits: string, check: CheckDigit): string {
  return digits + algorithms[check](digits);
}

/** The digits without those of the check; `undefined` where the check does not hold. */
export function withoutCheck(text: string, check: CheckDigit): string | undefined {
  const digits = text.slice(0, -lengths[check]);
  return digits !== '' && /^\d+$/.test(text) && withCheck(digits, check) === text ? digits : undefined;
}

function luhnSum(digits: string): number {
  let sum = 0;
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits[digits.length - 1 - place]);
    const counted = place % 2 === 1 ? digit * 2 : digit;
    sum += counted > 9 ? counted - 9 : counted;
  }
  return sum;
}

/** By parts, since the number may be too large to be exact. */
function remainder(digits: string, divisor: number): number {
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % divisor;
  return rest;
}
