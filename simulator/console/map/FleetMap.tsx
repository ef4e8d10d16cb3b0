/** The map as part of the page, with its buttons and its legend. */
import './map.css';
import './ahead.ts';
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { chosen, following } from '../state/choice.ts';
import { positionsKnown } from '../state/positions.ts';
import { canGuide, guided } from '../state/showing.ts';
import type { FleetMap as Working } from './fleetMap.ts';
import { Legend } from './Legend.tsx';
import { MapButton } from './MapButton.tsx';
import { reportedShown } from './reported.ts';
import { MOST_TAILS, tails } from './tails.ts';

/** Asked for at once, but the page is there before its largest part is. */
const working = import('./fleetMap.ts');

export function FleetMap() {
  const ground = useRef<HTMLDivElement>(null);
  const overlay = useRef<HTMLCanvasElement>(null);
  const vehicles = useRef<HTMLCanvasElement>(null);
  const map = useRef<Working | undefined>(undefined);
  const failure = useSignal<string | null>(null);

  useEffect(() => {
    let wanted = true;
    working
      .then(({ createFleetMap }) => {
        if (!wanted || !ground.current || !overlay.current || !vehicles.current) return;
        map.current = createFleetMap({
          ground: ground.current,
          overlay: overlay.current,
          vehicles: vehicles.current,
        });
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
      <canvas class="map-layer" data-layer="overlay" ref={overlay} />
      <canvas class="map-layer" data-layer="vehicles" ref={vehicles} />
      {failure.value !== null && (
        <p class="map-failure" role="alert">
          The map could not be shown. It needs WebGL 2, everything else on this page works without.{' '}
          <span>{failure.value}</span>
        </p>
      )}
      <div class="map-buttons" role="toolbar" aria-label="Map view">
        <MapButton sign="plus" label="Zoom in" onClick={() => map.current?.zoomIn()} />
        <MapButton sign="minus" label="Zoom out" onClick={() => map.current?.zoomOut()} />
        <MapButton sign="fit" label="Show the whole fleet" onClick={() => map.current?.showFleet()} />
        <MapButton
          sign="follow"
          label="Follow the chosen vehicle"
          pressed={following.value}
          disabled={chosen.value === null}
          onClick={() => {
            following.value = !following.value;
          }}
        />
        <MapButton
          sign="tails"
          label={
            positionsKnown.value > MOST_TAILS
              ? `Trails, up to ${MOST_TAILS} vehicles`
              : 'Trails of all vehicles'
          }
          pressed={tails.value}
          disabled={positionsKnown.value > MOST_TAILS}
          onClick={() => {
            tails.value = !tails.value;
          }}
        />
        <MapButton
          sign="reported"
          label="Reported locations"
          pressed={reportedShown.value}
          onClick={() => {
            reportedShown.value = !reportedShown.value;
          }}
        />
        {canGuide.value && (
          <MapButton
            sign="guide"
            label="Let the story move the map"
            pressed={guided.value}
            onClick={() => {
              guided.value = !guided.value;
            }}
          />
        )}
      </div>
      <Legend />
    </section>
  );
}
