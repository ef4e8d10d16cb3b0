/** Whose data the ground is drawn of, where that has to be said. */
import { signal } from '@preact/signals';

export const basemapShown = signal(false);
