/** Instants as text, and time zones. */

/** ISO 8601 in UTC with milliseconds: `2026-01-05T08:00:00.000Z`. Takes milliseconds since 1970 UTC. */
export function isoUtc(at: number): string {
  return new Date(at).toISOString();
}

const knownZones = new Set(['UTC']);

/** Returns whether the platform knows a time zone of this name. An offset, which some platforms take too, is none. */
export function isTimeZone(name: string): boolean {
  if (knownZones.has(name)) return true;
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
  } catch {
    return false;
  }
  // A name is kept only when it is one, so that input cannot fill this set.
  knownZones.add(name);
  return true;
}
