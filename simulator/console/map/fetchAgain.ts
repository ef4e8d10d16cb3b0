/** Tiles that could not be fetched, because the server was away, say, are fetched again. */
import type { Map as BaseMap } from 'maplibre-gl';

/** Real milliseconds until the next attempt. */
const PAUSE = 2_000;

/** Whatever else goes wrong in the map is an error of the page. */
export function fetchAgain(map: BaseMap): void {
  const failed = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const again = () => {
    timer = undefined;
    const sources = [...failed].filter((source) => map.getSource(source));
    failed.clear();
    for (const source of sources) map.refreshTiles(source);
  };
  map.on('error', (event) => {
    if (!('sourceId' in event && typeof event.sourceId === 'string')) return reportError(event.error);
    failed.add(event.sourceId);
    timer ??= setTimeout(again, PAUSE);
  });
  map.on('remove', () => clearTimeout(timer));
}
