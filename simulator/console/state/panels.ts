/** Which panel is open at each side of the map; where there is room for one side only, the right one counts. */
import { signal } from '@preact/signals';
import type { ShownPanel } from '../../control/schemas/index.ts';

export type PanelName = ShownPanel;
export type Side = 'left' | 'right';

/** What is chosen is shown left, what happens right. */
export const SIDES: { readonly [name in PanelName]: Side } = {
  fleet: 'left',
  stories: 'left',
  account: 'left',
  events: 'right',
  vehicle: 'right',
  deadlines: 'right',
  developers: 'right',
};

export interface Opened {
  left: PanelName;
  right: PanelName;
}

const OPENED_FIRST: Opened = { left: 'fleet', right: 'events' };

/** What is open. Both sides may have any panel: a page without room for two has all of them at the right. */
export const opened = signal<Opened>(OPENED_FIRST);

/** Whether it is what is open at first. */
export function isOpenedFirst({ left, right }: Opened): boolean {
  return left === OPENED_FIRST.left && right === OPENED_FIRST.right;
}

export function isPanelName(name: string): name is PanelName {
  return Object.hasOwn(SIDES, name);
}
