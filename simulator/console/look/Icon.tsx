/** Signs drawn on a field of 24 by 24. They mean nothing to a screen reader: a label is beside them. */
const PATHS = {
  play: 'M7 5l12 7-12 7z',
  pause: 'M8 5v14M16 5v14',
  next: 'M6 5l9 7-9 7zM18 5v14',
  back: 'M18 5l-9 7 9 7zM6 5v14',
  reset: 'M4 12a8 8 0 1 0 2.6-5.9M4 4v5h5',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  screen: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  type: 'M3 19l5-13 5 13M5 15h6M15 19l3-8 3 8M16 16.5h4',
  close: 'M6 6l12 12M18 6L6 18',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM20 20l-4-4',
  follow: 'M12 5a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM12 2v4M12 18v4M2 12h4M18 12h4M12 11.9v.2',
  vehicle: 'M4 16v-4l2-5h12l2 5v4zM4 12h16M7 16v2M17 16v2M7.5 14h.1M16.5 14h.1',
  bell: 'M6 17V11a6 6 0 0 1 12 0v6l1.5 1.5h-15zM10 21h4',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l3.5 2',
  account: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20c.8-3.6 3.8-5.5 7.5-5.5s6.7 1.9 7.5 5.5',
  book: 'M4 5.5c3-1 5.5-.7 8 1 2.5-1.7 5-2 8-1V18.5c-3-1-5.5-.7-8 1-2.5-1.7-5-2-8-1zM12 6.5v13',
  mail: 'M4 6h16v12H4zM4 7l8 6 8-6',
  sms: 'M4 5h16v11H11l-4 4v-4H4zM8 9.5h8M8 12.5h5',
  licence: 'M4 6h16v12H4zM7 10h5M7 13.5h3M16 10.5v4',
  settings: 'M5 7h9M18 7h1M5 12h3M12 12h7M5 17h9M18 17h1M14 5.5h3v3h-3zM8.5 10.5h3v3h-3zM14 15.5h3v3h-3z',
  flag: 'M6 21V4h11l-2 4 2 4H6',
  caption: 'M3 6h18v12H3zM7 11h4M13 11h4M7 14.5h7',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  cross: 'M7 7l10 10M17 7L7 17',
  warn: 'M12 4l9 16H3zM12 10v4.5M12 17.2v.1',
  info: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 11v5.5M12 7.6v.1',
  sos: 'M12 3l9 9-9 9-9-9zM12 8v5M12 15.8v.1',
  power: 'M13 3L6 13h5l-1 8 8-11h-5.5z',
  dropout: 'M4 4l16 16M5 10.5a10 10 0 0 1 3-2M19 10.5a10 10 0 0 0-6-3M8.5 14a5 5 0 0 1 3-1.5M12 18.5v.1',
  theft: 'M7 11V8a5 5 0 0 1 9.5-2M5 11h14v9H5zM12 14.5v2',
  speeding: 'M4 17a8.5 8.5 0 1 1 16 0M12 15l4-5',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  link: 'M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 6 6l1-1',
  file: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
  upload: 'M12 16V5M7 9l5-5 5 5M5 20h14',
  people:
    'M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM3 19c.5-3 3-4.5 6-4.5s5.5 1.5 6 4.5M15.5 5.5a3.5 3.5 0 0 1 0 6.5M17.5 14.8c2 .6 3.2 2 3.5 4.2',
  shield: 'M12 3l8 3v6c0 4.5-3.5 7.5-8 9-4.5-1.5-8-4.5-8-9V6zM8.5 12l2.5 2.5 4.5-5',
  fault: 'M4 12h4l2-6 4 12 2-6h4',
  globe: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18',
} as const;

export type IconName = keyof typeof PATHS;

const FILLED: ReadonlySet<IconName> = new Set(['play', 'next', 'back']);

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class={FILLED.has(name) ? 'icon filled' : 'icon'} viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
