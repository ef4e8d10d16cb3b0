/** The map as part of the page, with its buttons and its legend. */
import './map.css';
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { truthShown } from '../state/known.ts';
import { Legend } from './Legend.tsx';
import { MapButtons } from './MapButtons.tsx';
import type { FleetMapHandle } from './mapDrawing.ts';
import { sources } from './shared.ts';

/** Asked for at once, but the page is there before its largest part is; in vain where the browser cannot draw it. */
const loading = canDraw() ? import('./mapDrawing.ts') : undefined;

function canDraw(): boolean {
  return document.createElement('canvas').getContext('webgl2') !== null;
}

export function FleetMap() {
  const ground = useRef<HTMLDivElement>(null);
  const vehicles = useRef<HTMLCanvasElement>(null);
  const map = useRef<FleetMapHandle | undefined>(undefined);
  const failure = useSignal<string | null>(null);
  const isLoaded = useSignal(false);

  useEffect(() => {
    let wanted = true;
    if (!loading) failure.value = 'This browser has none.';
    loading
      ?.then(({ createFleetMap }) => {
        if (!wanted || !ground.current || !vehicles.current) return;
        map.current = createFleetMap(ground.current, vehicles.current);
        isLoaded.value = true;
      })
      .catch((error: unknown) => {
        failure.value = error instanceof Error ? error.message : String(error);
      });
    return () => {
      wanted = false;
      map.current?.stop();
    };
  }, []);

  return (
    <section class="map" aria-label="Map">
      <div class="map-ground" ref={ground} />
      <canvas class="map-vehicles" ref={vehicles} />
      {failure.value === null && !isLoaded.value && (
        <p class="map-note" role="status">
          Loading the map…
        </p>
      )}
      {failure.value !== null && (
        <p class="map-note" role="alert">
          The map could not be shown. It needs WebGL 2, everything else on this page works without.{' '}
          <span class="muted">{failure.value}</span>
        </p>
      )}
      <MapButtons map={map} />
      {truthShown.value && (
        <p class="map-truth" role="status">
          True positions: more than the service knows
        </p>
      )}
      <Legend />
      {sources.value !== '' && <p class="map-sources">{sources.value}</p>}
    </section>
  );
}
