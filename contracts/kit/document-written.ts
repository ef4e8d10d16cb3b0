/** Whether a document that is to be written could be read again: the writer checks the bounds of reading. */
import type { DocumentBounds } from './bounds.ts';
import { faults, type Meaning } from './document-fault.ts';

/** Gives the bound that a document exceeds; `undefined` for one that can be read. */
export function beyondBounds(data: unknown, text: string, bounds: DocumentBounds): Meaning | undefined {
  if (text.length > bounds.characters) return faults.tooLarge(bounds.characters);
  let values = 0;
  const beyond = (value: unknown, depth: number): Meaning | undefined => {
    values += 1;
    if (values > bounds.values) return faults.tooMany(bounds.values);
    if (typeof value === 'string' && value.length > bounds.text) return faults.tooLong('text', bounds.text);
    if (typeof value !== 'object' || value === null) return undefined;
    if (depth >= bounds.depth) return faults.tooDeep(bounds.depth);
    for (const [name, part] of Object.entries(value)) {
      if (name.length > bounds.name) return faults.tooLong('name', bounds.name);
      const fault = beyond(part, depth + 1);
      if (fault) return fault;
    }
    return undefined;
  };
  return beyond(data, 0);
}
