/** The view of an entry on the live page, and how the page's clock goes on there. */
import type { Path } from '../problems.ts';
import type { WrittenEntry, WrittenShow } from '../schema/timeline.ts';
import type { Show, Shown } from '../story.ts';
import { isOn } from './diagnostics.ts';
import type { Names } from './names.ts';

const FIELDS = ['show', 'speed', 'pause'] as const;

/** @param mayBeIt whether a device set the entry off, so that `it` means one */
export function readShown(written: WrittenEntry, path: Path, names: Names, mayBeIt: boolean): Shown {
  const { diagnostics } = names;
  const { chapter, caption } = written;
  const said = FIELDS.filter((field) => written[field] !== undefined);
  const [first] = said;
  if (first !== undefined && chapter === undefined && caption === undefined) {
    const hint = 'add a caption that says what there is to see';
    diagnostics.wrong('CAPTION_MISSING', [...path, first], `"${first}" needs a chapter or a caption`, hint);
  }
  const isOfIt = typeof written.show === 'object' && written.show?.device === 'it';
  if (isOfIt && chapter !== undefined && caption === undefined) {
    const hint = 'add a caption: a chapter is about no device';
    diagnostics.wrong('CAPTION_MISSING', [...path, 'show', 'device'], '"it" is shown with a caption', hint);
  }
  if (!said.every((field) => diagnostics.sound([...path, field]))) return {};
  const { show, speed, pause } = written;
  return {
    ...(show !== undefined && { show: readShow(show, [...path, 'show'], names, mayBeIt) }),
    ...(speed !== undefined && { speed }),
    ...(pause !== undefined && isOn(pause) && { pause: true }),
  };
}

function readShow(written: WrittenShow, path: Path, names: Names, mayBeIt: boolean): Show {
  if (written === 'fleet') return { panel: 'fleet', device: null, area: 'fleet', zoom: null };
  const { panel = null, device, area, zoom = null } = written;
  return {
    panel,
    device: device === undefined ? null : (deviceOf(device, [...path, 'device'], names, mayBeIt) ?? null),
    area: area === undefined ? null : (names.site(area, [...path, 'area']) ?? null),
    zoom,
  };
}

function deviceOf(text: string, path: Path, names: Names, mayBeIt: boolean): number | 'it' | undefined {
  if (text !== 'it') return names.one(text, path);
  return names.those(text, path, mayBeIt) === undefined ? undefined : 'it';
}
