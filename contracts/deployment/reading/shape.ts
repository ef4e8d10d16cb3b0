/** The form of answers through and through: names and kinds of value, whatever the values. */
import type { Answer } from '../answer.ts';

/**
 * A look stops at the top, where a deployment that answers everything with the same envelope has no
 * difference to show. What lies inside does.
 */
export function sameShape(one: Answer, other: Answer): boolean {
  return one.fingerprint === other.fingerprint && alike(one.json ?? one.text, other.json ?? other.text);
}

/** Returns how a body is read, whatever its content type says. */
export function formOf({ text, json }: Pick<Answer, 'text' | 'json'>): 'json' | 'text' | 'empty' {
  if (text === '') return 'empty';
  return json === undefined ? 'text' : 'json';
}

/** A plain value may be missing in one record and be there in the next; an object or a list says what a thing is. */
function alike(one: unknown, other: unknown): boolean {
  if (!isNested(one) || !isNested(other)) {
    return (
      !isNested(one) && !isNested(other) && (one === null || other === null || typeof one === typeof other)
    );
  }
  if (Array.isArray(one) || Array.isArray(other)) return Array.isArray(one) && Array.isArray(other);
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && alike(one[name], other[name]))
  );
}

function isNested(value: unknown): value is { [name: string]: unknown } {
  return value !== null && typeof value === 'object';
}
