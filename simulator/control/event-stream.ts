/** Server-sent events (HTML standard, 9.2) as text. */

/** One event. An `id` is what a browser whose stream was cut tells to go on from. */
export function eventFrame(event: string, data: object, id?: number): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
