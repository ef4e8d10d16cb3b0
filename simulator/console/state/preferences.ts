/** How this person wants the page to look; kept by the browser. */
import { signal } from '@preact/signals';

export type Theme = 'system' | 'light' | 'dark';

export const theme = signal<Theme>('system');
export const largeType = signal(false);
/** True if the map has all the room. */
export const panelsHidden = signal(false);

const SPEEDS = ['km/h', 'mph', 'knots'] as const;
const TEMPERATURES = ['°C', '°F'] as const;
export interface Units {
  speed: (typeof SPEEDS)[number];
  temperature: (typeof TEMPERATURES)[number];
}
export const units = signal<Units>({ speed: 'km/h', temperature: '°C' });
/** True if it looks dark just now, for the map. */
export const isDark = signal(false);

const KEY = 'roadtest-look';

/** Takes up what was kept, and keeps what is changed from now on. */
export function startPreferences(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as {
      [name: string]: unknown;
    };
    if (kept.theme === 'light' || kept.theme === 'dark') theme.value = kept.theme;
    largeType.value = kept.large === true;
    units.value = {
      speed: SPEEDS.find((unit) => unit === kept.speed) ?? 'km/h',
      temperature: TEMPERATURES.find((unit) => unit === kept.temperature) ?? '°C',
    };
  } catch {
    // No preference was kept that can be read.
  }
  const show = () => {
    const root = document.documentElement;
    isDark.value = theme.value === 'dark' || (theme.value === 'system' && dark.matches);
    root.dataset.theme = isDark.value ? 'dark' : 'light';
    root.classList.toggle('large-type', largeType.value);
    try {
      localStorage.setItem(
        KEY,
        JSON.stringify({ theme: theme.value, large: largeType.value, ...units.value }),
      );
    } catch {
      // A browser that keeps nothing still shows the page.
    }
  };
  theme.subscribe(show);
  largeType.subscribe(show);
  units.subscribe(show);
  dark.addEventListener('change', show);
}
