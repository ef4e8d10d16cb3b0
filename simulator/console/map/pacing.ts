/**
 * Where painting the ground is slow, as it is without a graphics card, it is painted less often than the camera moves:
 * in between, its last picture is shifted and scaled with the camera, as long as it covers the view.
 */
import type { BaseMap } from './base.ts';
import { BEYOND, type View, viewOf } from './camera.ts';

/** Real milliseconds within which a picture has to be painted, for one with each frame. */
const FAST = 50;
/** After a slower one nothing is painted for so many times as long as it took, but for no longer than this. */
const REST = 3;
const LONGEST_REST = 600;

export function paceGround(map: BaseMap): void {
  const { painter } = map;
  const paint = painter.render.bind(painter);
  const gl = painter.context.gl;
  /** The view of the last picture, when it was asked for, and the fence that says that it is there. */
  let painted = viewOf(map);
  let asked = 0;
  let fence: WebGLSync | null = null;
  let restingUntil = 0;

  function isResting(real: number): boolean {
    if (fence !== null && gl.getSyncParameter(fence, gl.SYNC_STATUS) === gl.SIGNALED) {
      gl.deleteSync(fence);
      fence = null;
      const took = real - asked;
      restingUntil = took > FAST ? real + Math.min(took * REST, LONGEST_REST) : 0;
    }
    return fence !== null || real < restingUntil;
  }

  painter.render = (...given) => {
    const real = performance.now();
    const view = viewOf(map);
    const place = placeOf(painted, view);
    const isMoved = map.isMoving() && isResting(real) && covers(place, view);
    map.getCanvas().style.transform = isMoved ? place.transform : '';
    if (isMoved) return;
    paint(...given);
    painted = view;
    asked = real;
    gl.deleteSync(fence);
    fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    gl.flush();
  };
  // A map at rest is painted as it is.
  map.on('moveend', () => map.triggerRepaint());
}

/** Where a picture of one view lies in another, in CSS pixels of that. */
interface Place {
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** The CSS transform that moves it there. */
  transform: string;
}

function placeOf(from: View, to: View): Place {
  const grown = to.scale / from.scale;
  const left = (from.left - BEYOND) * grown - to.left;
  const top = (from.top - BEYOND) * grown - to.top;
  return {
    left,
    top,
    right: left + (from.width + 2 * BEYOND) * grown,
    bottom: top + (from.height + 2 * BEYOND) * grown,
    transform: `translate(${left + BEYOND}px, ${top + BEYOND}px) scale(${grown})`,
  };
}

function covers({ left, top, right, bottom }: Place, { width, height }: View): boolean {
  return left <= 0 && top <= 0 && right >= width && bottom >= height;
}
