/** The sources of the ground's data, where they have to be named. */
import { signal } from '@preact/signals';

export const SOURCES = 'Natural Earth · towns: GeoNames, CC BY 4.0';
/** Whether data of them are shown. */
export const basemapShown = signal(false);
