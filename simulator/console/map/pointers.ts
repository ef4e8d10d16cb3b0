/** Pointers on the map: they point out a vehicle, and choose it. */
import type { BaseMap } from './base.ts';

export interface Pointing {
  /** The number of the vehicle at a place of the map, in CSS pixels; 0 for none. */
  pick: (x: number, y: number, pointer: string) => number;
  onHover: (number: number) => void;
  onChoose: (number: number) => void;
}

export function listenToPointers(map: BaseMap, { pick, onHover, onChoose }: Pointing): void {
  const canvas = map.getCanvas();
  const at = ({ clientX, clientY }: MouseEvent, pointer: string) => {
    // The canvas itself is shifted while the camera moves.
    const { left, top } = map.getContainer().getBoundingClientRect();
    return pick(clientX - left, clientY - top, pointer);
  };
  let pointer = 'mouse';
  canvas.addEventListener('pointerdown', ({ pointerType }) => {
    pointer = pointerType;
  });
  canvas.addEventListener('pointermove', (event) => {
    if (event.pointerType === 'touch' || event.buttons !== 0) return;
    const number = at(event, event.pointerType);
    canvas.style.cursor = number > 0 ? 'pointer' : '';
    onHover(number);
  });
  canvas.addEventListener('pointerleave', () => onHover(0));
  // The event comes from MapLibre, which tells a click from the end of a drag.
  map.on('click', ({ originalEvent }) => {
    const number = at(originalEvent, pointer);
    if (number > 0) onChoose(number);
  });
  // After a click on the map the arrow keys still step in time; a user who came here by the
  // keyboard wants to move the map by them.
  canvas.addEventListener('focus', () => {
    if (!canvas.matches(':focus-visible')) canvas.blur();
  });
}
