/** How much room the page has. */
import { computed, signal } from '@preact/signals';

/** CSS pixels. */
export const pageWidth = signal(innerWidth);
/** The limit of the style sheets: 46 rem of usual type. */
const NARROW = 736;

/** True if the page is as narrow as on a phone, where panels are below the map. */
export const isNarrow = computed(() => pageWidth.value < NARROW);

/** Keeps it up to date; returns what ends that. */
export function keepWidth(): () => void {
  const onResize = () => {
    pageWidth.value = innerWidth;
  };
  addEventListener('resize', onResize);
  return () => removeEventListener('resize', onResize);
}
