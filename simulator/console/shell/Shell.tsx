/** The areas of the page: its head, one panel beside the map, and the bar with the time. */
import './shell.css';
import { LessonDialog } from '../lesson/LessonDialog.tsx';
import { Tabs } from '../look/controls.tsx';
import { FleetMap } from '../map/FleetMap.tsx';
import { Account } from '../panels/Account.tsx';
import { Captions } from '../panels/Captions.tsx';
import { ControlToken } from '../panels/ControlToken.tsx';
import { Developers } from '../panels/Developers.tsx';
import { Events } from '../panels/Events.tsx';
import { Fleet } from '../panels/Fleet.tsx';
import { Header } from '../panels/Header.tsx';
import { Help } from '../panels/Help.tsx';
import { Notices } from '../panels/Notices.tsx';
import { Stories } from '../panels/Stories.tsx';
import { TimeBar } from '../panels/TimeBar.tsx';
import { panel } from '../state/address.ts';
import { panelsHidden } from '../state/preferences.ts';
import { connection } from '../state/start.ts';

const PANELS = [
  { name: 'fleet', label: 'Fleet', Panel: Fleet },
  { name: 'events', label: 'Events', Panel: Events },
  { name: 'account', label: 'Account', Panel: Account },
] as const;
/** Opened by the menu; a tab of theirs is there as long as they are open. */
const APART = [
  { name: 'stories', label: 'Stories', Panel: Stories },
  { name: 'developers', label: 'Developers', Panel: Developers },
] as const;

export function Shell() {
  const isWide = panel.value === 'developers';
  const sides = panelsHidden.value ? 'only-map' : isWide ? 'wide' : '';
  return (
    <div class={`shell ${sides}`} data-connection={connection.value.kind}>
      <Header />
      {!panelsHidden.value && <Side />}
      <main class="shell-map">
        <FleetMap />
        <Captions />
        <Notices />
      </main>
      <footer class="shell-time">
        <TimeBar />
      </footer>
      <Help />
      <LessonDialog />
      <ControlToken />
    </div>
  );
}

function Side() {
  const tabs = [...PANELS, ...APART.filter(({ name }) => name === panel.value)];
  const { name, Panel } = tabs.find((each) => each.name === panel.value) ?? PANELS[0];
  return (
    <section class="shell-side" aria-label="Panels">
      <Tabs
        id="side"
        label="Panels"
        tabs={tabs}
        chosen={name}
        onChoose={(chosen) => {
          panel.value = chosen;
        }}
      />
      <div
        class="shell-panel scrolls"
        id="side-panel"
        role="tabpanel"
        aria-labelledby={`side-${name}`}
        data-panel={name}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
        tabIndex={0}
      >
        <Panel />
      </div>
    </section>
  );
}
