/** The areas of the page; their content comes from panels/ and map/. */
import './shell.css';
import { Lesson } from '../lesson/Lesson.tsx';
import { Tabs } from '../look/controls.tsx';
import { Icon } from '../look/Icon.tsx';
import { isNarrow } from '../look/width.ts';
import { FleetMap } from '../map/FleetMap.tsx';
import { Captions } from '../panels/page/Captions.tsx';
import { Connection } from '../panels/page/Connection.tsx';
import { ControlToken } from '../panels/page/ControlToken.tsx';
import { Display } from '../panels/page/Display.tsx';
import { EndCard } from '../panels/page/EndCard.tsx';
import { Help } from '../panels/page/Help.tsx';
import { Notices } from '../panels/page/Notices.tsx';
import { Pinned } from '../panels/page/Pinned.tsx';
import { Title } from '../panels/page/Title.tsx';
import { Units } from '../panels/page/Units.tsx';
import { Verified } from '../panels/page/Verified.tsx';
import { TimeBar } from '../panels/time/TimeBar.tsx';
import { connection } from '../state/connection.ts';
import type { Side } from '../state/panels.ts';
import { hasTwoSides, openedAt, openPanel, panelsOf, panelsShown } from './places.ts';

export function Shell() {
  const sides = !panelsShown.value ? 'none' : hasTwoSides.value ? 'two' : 'one';
  return (
    <div class="shell" data-sides={sides} data-connection={connection.value.kind}>
      <header class="shell-top">
        <Title />
        <div class="push row">
          <Lesson />
          <Pinned />
          <Verified />
          <Connection />
          <PanelsButton />
          <Display />
        </div>
      </header>
      {sides === 'two' && <SidePanels side="left" label="Fleet, stories, account" />}
      <main class="shell-map">
        <FleetMap />
        <div class="shell-captions">
          <EndCard />
          <Captions />
        </div>
        <div class="shell-notices">
          <Notices />
        </div>
      </main>
      {sides !== 'none' && (
        <SidePanels side="right" label={sides === 'two' ? 'Events and tools' : 'Panels'} />
      )}
      <footer class="shell-time">
        <TimeBar />
      </footer>
      <Help />
      <Units />
      <ControlToken />
    </div>
  );
}

function PanelsButton() {
  return (
    <button
      type="button"
      class={`button plain ${isNarrow.value ? '' : 'square'}`}
      title={panelsShown.value ? 'Hide the panels' : 'Show the panels'}
      aria-pressed={!panelsShown.value}
      onClick={() => {
        panelsShown.value = !panelsShown.value;
      }}
    >
      {isNarrow.value ? <span aria-hidden="true">Panels</span> : <Icon name="sides" />}
      <span class="visually-hidden">Hide the panels</span>
    </button>
  );
}

/** The panels of one side: tabs, and the one that is open. */
function SidePanels({ side, label }: { side: Side; label: string }) {
  const { name, wide, Component } = openedAt(side);
  const id = `side-${side}`;
  return (
    <section class={`shell-side ${side} ${wide ? 'wide' : ''}`} aria-label={label}>
      <Tabs id={id} label={label} tabs={panelsOf(side)} chosen={name} onChoose={openPanel} />
      <div
        class="shell-panel scrolls"
        id={`${id}-panel`}
        role="tabpanel"
        aria-labelledby={`${id}-${name}`}
        data-panel={name}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
        tabIndex={0}
      >
        <Component />
      </div>
    </section>
  );
}
