/** The server's settings for the ground, asked for with the page itself: the map's own code takes as long to come as they do. */
export const settingsFile = fetch('settings.json');
// Awaiting it shows a failure; that is optional.
settingsFile.catch(() => undefined);
