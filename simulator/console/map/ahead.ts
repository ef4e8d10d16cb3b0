/** Files that the map needs, asked for with the page itself: the map's own code takes as long to come as they do. */
import world from 'world-atlas/countries-50m.json?url';

/** The outline of the world. */
export const landFile = asked(world);
/** The server's settings for the ground. */
export const settingsFile = asked('settings.json');

/** Awaiting it shows a failure; that is optional. */
function asked(address: string): Promise<Response> {
  const reply = fetch(address);
  reply.catch(() => undefined);
  return reply;
}
