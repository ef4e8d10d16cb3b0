/** The treatment of texts and coordinates that are written (opening `records.text`). */
import type { Answers, Openings } from '../../contracts/specification/openings/index.ts';

export type TextAnswers = Answers<'records.text'>;
type Treatment = Openings['records.text'];

const MARKUP = /<[^<>]*>/g;
const OTHER_PLANES = /[\u{10000}-\u{10FFFF}]/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the subject
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

const entities: { readonly [character: string]: string } = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Why a text is refused, to be read after the name of its field; `undefined` when it is taken. */
export function textFault(text: string, given: Treatment): string | undefined {
  if (given.markup === 'refused' && text.search(MARKUP) >= 0) return 'must hold no markup';
  if (given.otherPlanes === 'refused' && text.search(OTHER_PLANES) >= 0)
    return 'must hold no character above U+FFFF';
  if (given.controls === 'refused' && text.search(CONTROLS) >= 0) return 'must hold no control character';
  const isOverlong = given.longest !== null && [...text].length > given.longest;
  return isOverlong && given.overlong === 'refused'
    ? `must have at most ${given.longest} characters`
    : undefined;
}

/** A text as it is kept. */
export function textKept(text: string, given: Treatment): string {
  let kept = text;
  if (given.markup === 'removed') kept = kept.replace(MARKUP, '');
  if (given.otherPlanes === 'lost') kept = kept.replace(OTHER_PLANES, '');
  if (given.controls === 'lost') kept = kept.replace(CONTROLS, '');
  if (given.spaces === 'trimmed') kept = kept.trim();
  if (given.longest !== null) kept = [...kept].slice(0, given.longest).join('');
  return given.markup === 'escaped' ? kept.replace(/[&<>]/g, (sign) => entities[sign] ?? sign) : kept;
}

/** Latitude and longitude as they are kept. */
export function positionKept<Facts extends { readonly [fact: string]: unknown }>(
  facts: Facts,
  { decimals }: Treatment,
): Facts {
  if (decimals === null) return facts;
  const rounded = (['latitude', 'longitude'] as const).flatMap((fact) => {
    const value = facts[fact];
    return typeof value === 'number' ? [[fact, Number(value.toFixed(decimals))] as const] : [];
  });
  return { ...facts, ...Object.fromEntries(rounded) };
}
