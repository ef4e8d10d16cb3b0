import type { Json } from '../../contracts/kit/json.ts';

/** The value with something else at one of its places. */
export function changed(value: Json, at: readonly number[], other: Json): Json {
  const [first, ...rest] = at;
  if (first === undefined || value === null || typeof value !== 'object') return other;
  if (Array.isArray(value)) {
    const index = first % (value.length + 1);
    return value.toSpliced(index, 1, changed(value[index] ?? null, rest, other));
  }
  const names = [...Object.keys(value), 'unknown'];
  const name = names[first % names.length] ?? '';
  return { ...value, [name]: changed(value[name] ?? null, rest, other) };
}
