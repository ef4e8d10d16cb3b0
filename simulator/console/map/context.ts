/** The context that draws on a canvas. */

/** @throws Error where the browser offers none, as it does when too many are in use. */
export function contextOf(
  canvas: HTMLCanvasElement,
  settings?: CanvasRenderingContext2DSettings,
): CanvasRenderingContext2D {
  const context = canvas.getContext('2d', settings);
  if (!context) throw new Error('The browser offers no canvas to draw on.');
  return context;
}
