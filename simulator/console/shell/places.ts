/** The open panel of each side, and how much room there is. */
import { computed, effect, signal } from '@preact/signals';
import { keepWidth, pageWidth } from '../look/width.ts';
import { type Panel, panels } from '../panels/index.ts';
import { choices, chosen } from '../state/choice.ts';
import { opened, type PanelName, type Side } from '../state/panels.ts';
import { largeType } from '../state/preferences.ts';
import { showing } from '../state/showing.ts';

/** CSS pixels; large type needs more of them. */
const TWO_SIDES_FROM = { usual: 1_120, large: 1_500 };

/** True if there is room for panels on both sides of the map; all are on one side otherwise. */
export const hasTwoSides = computed(
  () => pageWidth.value >= (largeType.value ? TWO_SIDES_FROM.large : TWO_SIDES_FROM.usual),
);

/** True if panels are shown at all, or the map has the room. */
export const panelsShown = signal(true);

/** The panels of a side. */
export function panelsOf(side: Side): readonly Panel[] {
  return hasTwoSides.value ? panels.filter((panel) => panel.side === side) : panels;
}

/** The panel that is open at a side. */
export function openedAt(side: Side): Panel {
  const name = opened.value[side];
  const known = panelsOf(side);
  return known.find((panel) => panel.name === name) ?? (known[0] as Panel);
}

/** Opens a panel where it belongs. */
export function openPanel(name: PanelName): void {
  const panel = panels.find((each) => each.name === name);
  if (!panel) return;
  opened.value = { ...opened.peek(), [hasTwoSides.peek() ? panel.side : 'right']: name };
}

/** Keeps the room up to date, and opens the panel of the chosen vehicle or the story's; returns what ends that. */
export function keepPlaces(): () => void {
  const stopWidth = keepWidth();
  const stops = [
    effect(() => {
      choices.value;
      if (chosen.peek() !== null) openPanel('vehicle');
    }),
    effect(() => {
      const panel = showing.value?.panel ?? null;
      if (panel !== null) openPanel(panel);
    }),
    stopWidth,
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
