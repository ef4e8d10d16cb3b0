/** The sections of the interface document, by number, under short titles of our own. */
import { tableOf } from '../kit/tables.ts';

/**
 * The sections of the interface document, under short titles of our own.
 *
 * @example
 * import { sections } from 'roadtest/specification';
 *
 * console.log(sections.length); // 11
 */
export const sections = [
  { id: '1', title: 'Purpose' },
  { id: '2', title: 'Resources and fields' },
  { id: '3', title: 'States' },
  { id: '4', title: 'Endpoints' },
  { id: '4.1', title: 'Token request' },
  { id: '4.2', title: 'All other operations' },
  { id: '5', title: 'Authentication' },
  { id: '6', title: 'Events' },
  { id: '7', title: 'Errors' },
  { id: '8', title: 'Limits' },
  { id: '9', title: 'Versioning' },
] as const;

/**
 * One section of the interface document.
 *
 * @example
 * import { type Section, sections } from 'roadtest/specification';
 *
 * const first: Section = sections[0];
 * console.log(first.id); // 1
 */
export type Section = (typeof sections)[number];
/**
 * The number of a section.
 *
 * @example
 * import type { SectionId } from 'roadtest/specification';
 *
 * const id: SectionId = '8';
 * console.log(id); // 8
 */
export type SectionId = Section['id'];

const byId = tableOf<Section, Section>(sections, (section) => section);

/** The section of a number. */
export function section(id: SectionId): Section {
  return byId[id];
}
