/** The meaning of the shapes on the map, and of the colours of recorded drives. */
import { inUnits } from '../look/units.ts';
import { isDark } from '../state/preferences.ts';
import { recorded } from '../state/story.ts';
import { dark, light } from './palette.ts';
import { SHAPES } from './shapes.ts';
import { SPEED_STEPS } from './shared.ts';

const MEANINGS = [
  ['moving', 'moving'],
  ['parked', 'parked'],
  ['offline', 'offline'],
  ['silent', 'no signal'],
  ['expired', 'licence expired'],
  ['limit', 'daily limit reached'],
  ['alert', 'alert'],
] as const;

export function Legend() {
  const { vehicles, speeds } = isDark.value ? dark : light;
  const steps = [
    ...SPEED_STEPS.map((step) => `below ${inUnits('speed', step)}`),
    `from ${inUnits('speed', SPEED_STEPS.at(-1) ?? 0)} on`,
  ];
  return (
    <details class="map-legend">
      <summary>Legend</summary>
      <ul>
        {MEANINGS.map(([shape, words]) => {
          const { path, colour, line } = SHAPES[shape];
          const paint = line === undefined ? { fill: vehicles[colour] } : { stroke: vehicles[colour] };
          return (
            <li key={shape}>
              <svg viewBox="-16 -16 32 32" aria-hidden="true">
                <path d={path} fill="none" stroke-width={line} {...paint} />
              </svg>
              {words}
            </li>
          );
        })}
      </ul>
      {recorded.value != null && (
        <ul aria-label="Speeds of recorded drives">
          {speeds.map((colour, index) => (
            <li key={colour} data-speed={index}>
              <svg viewBox="-16 -16 32 32" aria-hidden="true">
                <path d="M-14 0H14" stroke={colour} stroke-width={5} />
              </svg>
              {steps[index]}
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}
