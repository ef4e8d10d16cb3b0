/** The buttons of the map: signs for the camera, and a menu in words for what is on it. */
import type { RefObject } from 'preact';
import { Menu } from '../look/controls.tsx';
import { Icon } from '../look/Icon.tsx';
import { saveFile } from '../look/saving.ts';
import { chosen, following } from '../state/chosen.ts';
import { now } from '../state/clock.ts';
import { truthShown } from '../state/known.ts';
import { notifyRefusal } from '../state/notices.ts';
import { canGuide, guided } from '../state/showing.ts';
import { story } from '../state/story.ts';
import type { FleetMapHandle } from './mapDrawing.ts';
import { reportedShown } from './shared.ts';

type Shown = RefObject<FleetMapHandle | undefined>;

export function MapButtons({ map }: { map: Shown }) {
  const signs = [
    ['plus', 'Zoom in', () => map.current?.zoomIn()],
    ['minus', 'Zoom out', () => map.current?.zoomOut()],
    ['screen', 'Show the whole fleet', () => map.current?.showFleet()],
  ] as const;
  return (
    <div class="map-buttons" role="toolbar" aria-label="Map view">
      {signs.map(([icon, label, act]) => (
        <button key={icon} type="button" class="button square" title={label} aria-label={label} onClick={act}>
          <Icon name={icon} />
        </button>
      ))}
      <button
        type="button"
        class="button square"
        title="Follow the chosen vehicle"
        aria-label="Follow the chosen vehicle"
        aria-pressed={following.value}
        disabled={chosen.value === null}
        onClick={() => {
          following.value = !following.value;
        }}
      >
        <Icon name="follow" />
      </button>
      <Menu
        label="Layers"
        entries={[
          { label: 'Reported locations', on: reportedShown },
          { label: 'True positions, also without reports', on: truthShown },
          ...(canGuide.value ? [{ label: 'Let the story move the map', on: guided }] : []),
          { label: 'Save the map as a picture', act: () => void savePicture(map) },
        ]}
      />
    </div>
  );
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
