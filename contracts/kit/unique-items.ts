import { exactJsonText } from './exact-json.ts';

/** Returns whether no item is there twice, in linear time. */
export function areUnique(items: readonly unknown[]): boolean {
  return new Set(items.map((item) => exactJsonText(item))).size === items.length;
}
