/** The map with the captions of the story, its chapter and the clock: nothing that can be pressed changes the world. */
import { FleetMap } from '../map/FleetMap.tsx';
import { Captions } from '../panels/page/Captions.tsx';
import { Connection } from '../panels/page/Connection.tsx';
import { ClockFace } from '../panels/time/TimeBar.tsx';
import { connection } from '../state/connection.ts';
import { chapter, story } from '../state/story.ts';

export function Embedded() {
  return (
    <div class="shell embedded" data-connection={connection.value.kind}>
      <main class="shell-map">
        <FleetMap />
        <div class="shell-captions">
          <Captions />
        </div>
      </main>
      <footer class="row wrap">
        <h1 class="cut untrusted">{story.value?.title ?? 'Roadtest'}</h1>
        <span class="muted cut grow untrusted">{chapter.value?.title}</span>
        <Connection />
        <ClockFace />
      </footer>
    </div>
  );
}
