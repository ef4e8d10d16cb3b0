/**
 * The panels of the page. The shell says where they are; a panel knows nothing of its place.
 *
 * - `time/`        the bar with play, speed, clock and timeline; the keys
 * - `page/`        title, captions, notices, connection, help, the question for the control token, display
 * - `vehicles/`    the list of devices, the chosen vehicle with its settings
 * - `events/`  the feed of alerts and messages, deadlines
 * - `account/`     licences, API access, the key
 * - `stories/`     the library, a file of one's own
 * - `developers/`  calls, faults, world
 */
import type { ComponentType } from 'preact';
import type { IconName } from '../look/Icon.tsx';
import { type PanelName, PLACES, type Side } from '../state/panels.ts';
import { Account } from './account/Account.tsx';
import { Developers } from './developers/Developers.tsx';
import { Deadlines } from './events/Deadlines.tsx';
import { Feed } from './events/Feed.tsx';
import { Stories } from './stories/Stories.tsx';
import { DeviceList } from './vehicles/DeviceList.tsx';
import { Vehicle } from './vehicles/Vehicle.tsx';

export { Captions } from './page/Captions.tsx';
export { Connection } from './page/Connection.tsx';
export { answerForToken, ControlToken } from './page/ControlToken.tsx';
export { Display } from './page/Display.tsx';
export { Help } from './page/Help.tsx';
export { Notices } from './page/Notices.tsx';
export { Title } from './page/Title.tsx';
export { listenToKeys } from './time/keys.ts';
export { TimeBar } from './time/TimeBar.tsx';

export interface Panel {
  name: PanelName;
  label: string;
  icon: IconName;
  side: Side;
  /** True if it wants all the width there is. */
  wide?: boolean;
  Component: ComponentType;
}

const inOrder: readonly Omit<Panel, 'side'>[] = [
  { name: 'fleet', label: 'Fleet', icon: 'vehicle', Component: DeviceList },
  { name: 'stories', label: 'Stories', icon: 'book', Component: Stories },
  { name: 'account', label: 'Account', icon: 'licence', Component: Account },
  { name: 'events', label: 'Events', icon: 'bell', Component: Feed },
  { name: 'vehicle', label: 'Vehicle', icon: 'follow', Component: Vehicle },
  { name: 'deadlines', label: 'Deadlines', icon: 'clock', Component: Deadlines },
  { name: 'developers', label: 'Developers', icon: 'code', wide: true, Component: Developers },
];
export const panels: readonly Panel[] = inOrder.map((panel) => ({ ...panel, side: PLACES[panel.name].side }));
