/** Facts that the page and the map's own code, which is loaded after it, share. */
import { signal } from '@preact/signals';

/** The server's settings for the ground, asked for with the page itself: the map's own code takes as long to come as they do. */
export const settingsFile = fetch('settings.json');
// Awaiting it shows a failure; that is optional.
settingsFile.catch(() => undefined);

/** The attributions of what is shown, as text; empty where none has to be named. */
export const sources = signal('');
/** True if the reported locations are shown: vehicles are shown where they are, and their receivers are a little off. */
export const reportedShown = signal(false);

/** km/h from which on a recorded drive has the next colour. */
export const SPEED_STEPS = [20, 50, 90] as const;
