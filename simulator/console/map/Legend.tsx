/** The meaning of the shapes on the map, with the same pictures, drawn the same way. */
import { useEffect, useRef } from 'preact/hooks';
import { inUnits } from '../look/units.ts';
import { isDark } from '../state/preferences.ts';
import { recorded } from '../state/story.ts';
import { dark, light } from './palette.ts';
import { SPEED_STEPS } from './recordedLine.ts';
import { drawShape, type Shape } from './sprites.ts';

const MEANINGS: readonly { shape: Shape; words: string }[] = [
  { shape: 'moving', words: 'moving' },
  { shape: 'parked', words: 'parked' },
  { shape: 'offline', words: 'offline' },
  { shape: 'silent', words: 'no signal' },
  { shape: 'expired', words: 'licence expired' },
  { shape: 'limit', words: 'daily limit reached' },
  { shape: 'alert', words: 'alert' },
];
const SIZE = 26;
const RADIUS = 8;

export function Legend() {
  return (
    <details class="map-legend">
      <summary>Legend</summary>
      <ul>
        {MEANINGS.map(({ shape, words }) => (
          <li key={shape}>
            <Picture shape={shape} />
            {words}
          </li>
        ))}
      </ul>
      {recorded.value !== null && <Speeds />}
    </details>
  );
}

/** The colours of recorded drives. */
function Speeds() {
  const { speeds } = isDark.value ? dark : light;
  const words = [
    ...SPEED_STEPS.map((step) => `below ${inUnits('speed', step)}`),
    `from ${inUnits('speed', SPEED_STEPS.at(-1) ?? 0)} on`,
  ];
  return (
    <ul aria-label="Speeds of recorded drives">
      {speeds.map((colour, index) => (
        <li key={colour}>
          <svg class="speed-colour" viewBox="0 0 26 10" aria-hidden="true">
            <path d="M2 5h22" stroke={colour} />
          </svg>
          {words[index]}
        </li>
      ))}
    </ul>
  );
}

function Picture({ shape }: { shape: Shape }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { vehicles } = isDark.value ? dark : light;
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    context.setTransform(2, 0, 0, 2, SIZE, SIZE);
    context.clearRect(-SIZE, -SIZE, 2 * SIZE, 2 * SIZE);
    drawShape(context, shape, shape === 'alert' || shape === 'limit' ? RADIUS - 3 : RADIUS, vehicles);
  }, [vehicles]);
  return <canvas ref={canvas} width={2 * SIZE} height={2 * SIZE} />;
}
