/** The buttons of the map: signs beside it where there is room, else a menu with their words. */
import type { RefObject } from 'preact';
import { saveFile } from '../look/saving.ts';
import { isNarrow } from '../look/width.ts';
import { chosen, following } from '../state/choice.ts';
import { now } from '../state/clock.ts';
import { truthShown } from '../state/known.ts';
import { notifyRefusal } from '../state/notices.ts';
import { positionsKnown } from '../state/positions.ts';
import { canGuide, guided } from '../state/showing.ts';
import { story } from '../state/story.ts';
import { MapButton, type MapChoice } from './MapButton.tsx';
import type { FleetMapHandle } from './mapDrawing.ts';
import { reportedShown } from './shown.ts';
import { MAX_TAILS, tails } from './tails.ts';

type Shown = RefObject<FleetMapHandle | undefined>;

export function MapButtons({ map }: { map: Shown }) {
  const hasWords = isNarrow.value;
  const buttons = choices(map).map((choice) => (
    <MapButton key={choice.sign} choice={choice} hasWords={hasWords} />
  ));
  const bar = (
    <div class="map-buttons" role="toolbar" aria-label="Map view">
      {buttons}
    </div>
  );
  if (!hasWords) return bar;
  return (
    <details class="map-menu">
      <summary class="button">View</summary>
      {bar}
    </details>
  );
}

function choices(map: Shown): MapChoice[] {
  const areMany = positionsKnown.value > MAX_TAILS;
  return [
    { sign: 'plus', label: 'Zoom in', onClick: () => map.current?.zoomIn() },
    { sign: 'minus', label: 'Zoom out', onClick: () => map.current?.zoomOut() },
    { sign: 'fit', label: 'Show the whole fleet', onClick: () => map.current?.showFleet() },
    {
      sign: 'follow',
      label: 'Follow the chosen vehicle',
      pressed: following.value,
      disabled: chosen.value === null,
      onClick() {
        following.value = !following.value;
      },
    },
    {
      sign: 'tails',
      label: areMany ? `Trails, up to ${MAX_TAILS} vehicles` : 'Trails of all vehicles',
      pressed: tails.value,
      disabled: areMany,
      onClick() {
        tails.value = !tails.value;
      },
    },
    {
      sign: 'reported',
      label: 'Reported locations',
      pressed: reportedShown.value,
      onClick() {
        reportedShown.value = !reportedShown.value;
      },
    },
    {
      sign: 'truth',
      label: 'True positions, also without reports',
      pressed: truthShown.value,
      onClick() {
        truthShown.value = !truthShown.value;
      },
    },
    { sign: 'picture', label: 'Save the map as a picture', onClick: () => void savePicture(map) },
    ...(canGuide.value ? [guide()] : []),
  ];
}

async function savePicture(map: Shown): Promise<void> {
  try {
    const picture = await map.current?.picture();
    const name = story.peek()?.name ?? 'map';
    if (picture) saveFile(picture, { name, at: now.peek(), ending: 'png' });
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    notifyRefusal({ status: 0, code: 'NO_PICTURE', detail });
  }
}

function guide(): MapChoice {
  return {
    sign: 'guide',
    label: 'Let the story move the map',
    pressed: guided.value,
    onClick() {
      guided.value = !guided.value;
    },
  };
}
