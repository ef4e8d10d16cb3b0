/** View of the map: the map says it here, and a link asks for it here. */
import { signal } from '@preact/signals';

export interface Camera {
  /** Degrees. */
  latitude: number;
  longitude: number;
  /** 1 is the whole world, 19 a house. */
  zoom: number;
}

/** The camera, as it was moved by hand or by a link; `null` while it looks at the fleet. */
export const camera = signal<Camera | null>(null);
/** The camera that a link asks for, until the map has moved there. */
export const wantedCamera = signal<Camera | null>(null);
