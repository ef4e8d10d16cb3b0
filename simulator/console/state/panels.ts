/** The open panel at each side of the map; where there is room for one side only, the right one counts. */
import { signal } from '@preact/signals';
import type { ShownPanel } from '../../control/schemas/index.ts';

export type PanelName = ShownPanel;
export type Side = 'left' | 'right';

/** Panels for choosing are on the left, panels of what happens on the right. */
export const PLACES: { readonly [N in PanelName]: { readonly name: N; readonly side: Side } } = {
  fleet: { name: 'fleet', side: 'left' },
  stories: { name: 'stories', side: 'left' },
  account: { name: 'account', side: 'left' },
  events: { name: 'events', side: 'right' },
  vehicle: { name: 'vehicle', side: 'right' },
  deadlines: { name: 'deadlines', side: 'right' },
  developers: { name: 'developers', side: 'right' },
};

export interface Opened {
  left: PanelName;
  right: PanelName;
}

const OPENED_FIRST: Opened = { left: 'fleet', right: 'events' };

/** The open panels. Both sides may have any panel: a page without room for two has all of them at the right. */
export const opened = signal<Opened>(OPENED_FIRST);

/** Returns whether it is what is open at first. */
export function isOpenedFirst({ left, right }: Opened): boolean {
  return left === OPENED_FIRST.left && right === OPENED_FIRST.right;
}

/** The panel of that name; `undefined` where there is none. */
export function panelNamed(text: string): PanelName | undefined {
  return Object.values(PLACES).find(({ name }) => name === text)?.name;
}
