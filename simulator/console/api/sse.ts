/** Server-sent events (HTML standard, 9.2) from the text of a stream, however it was cut into pieces. */
export interface ServerEvent {
  event: string;
  data: string;
  /** As the last event that had one said. */
  id: string | undefined;
}

/** Feed it pieces of text; it returns the events that are complete. */
export function createEventReader(): (piece: string) => ServerEvent[] {
  let rest = '';
  let event = '';
  let data: string[] = [];
  let id: string | undefined;

  return (piece) => {
    const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    const events: ServerEvent[] = [];
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) events.push({ event: event || 'message', data: data.join('\n'), id });
        event = '';
        data = [];
        continue;
      }
      const colon = line.indexOf(':');
      const field = colon < 0 ? line : line.slice(0, colon);
      const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
      if (field === 'event') event = value;
      else if (field === 'data') data.push(value);
      else if (field === 'id') id = value;
    }
    return events;
  };
}
