/**
 * The keyword `uniqueItems` for Ajv in linear time: Ajv's own compares each item with all others, unless it
 * sees beside the keyword that they are plain. Takes its place with
 * `ajv.removeKeyword('uniqueItems').addKeyword(uniqueItems)`.
 */
export const uniqueItems = {
  keyword: 'uniqueItems',
  type: 'array',
  schemaType: 'boolean',
  validate: (wanted: boolean, items: readonly unknown[]): boolean =>
    !wanted || new Set(items.map((item) => exactJsonText(item))).size === items.length,
} as const;

import { exactJsonText } from './exact-json.ts';
