/** Ids and numbers as a sentence says them. */

const ABBREVIATIONS = /\b(sos|gps|sms|api)\b/g;

/** `power-cut` as `power cut`, `gps-lost` as `GPS lost`. */
export function phraseOf(id: string): string {
  return id.replaceAll(/[-_]/g, ' ').replace(ABBREVIATIONS, (short) => short.toUpperCase());
}

/** With a capital at the beginning. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `1 vehicle`, `1,200 vehicles`. */
export function counted(count: number, one: string, many?: string): string {
  return `${count.toLocaleString('en-GB')} ${nounFor(count, one, many)}`;
}

/** The same without groups of digits: `1 rule`, `1200 rules`. */
export function plural(count: number, one: string, many?: string): string {
  return `${count} ${nounFor(count, one, many)}`;
}

function nounFor(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? one : many;
}
