/** The sources of the ground's data, where they have to be named. */
import { signal } from '@preact/signals';

export const BASEMAP_SOURCES = 'Natural Earth · towns: GeoNames, CC BY 4.0';
/** The attributions of what is shown, as text; empty where none has to be named. */
export const sources = signal('');

const LONGEST = 200;

/** The attribution that a provider of tiles wants, which may be HTML, as text of a line. */
export function asText(attribution: unknown): string {
  const { body } = new DOMParser().parseFromString(String(attribution ?? ''), 'text/html');
  return body.textContent.replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST);
}
