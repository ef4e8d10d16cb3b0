/** The sources of the ground's data, where they have to be named. */
import { signal } from '@preact/signals';

export const basemapShown = signal(false);
