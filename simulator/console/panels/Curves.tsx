/** Speed, fuel and sensors of the chosen vehicle over time: the one with a limit of the story, the others folded. */
import { useSignal } from '@preact/signals';
import { counted } from '../../../contracts/kit/phrases.ts';
import type { Device, StoryLimit } from '../../control/schemas/index.ts';
import { Fold } from '../look/controls.tsx';
import { nearMomentOf, placeInWords, shortTimeOf, spanOf } from '../look/format.ts';
import { inUnits as valueInUnits } from '../look/units.ts';
import { type Reading, track } from '../state/chosen.ts';
import { story, zone } from '../state/story.ts';

interface Point {
  at: number;
  value: number;
}

interface CurveProps {
  /** The name of the fact or the sensor. */
  fact: string;
  /** Oldest first; two or more. */
  points: readonly Point[];
  limits: readonly StoryLimit[];
}

/** Every vehicle has them: sensors come first. */
const USUAL = ['fuel', 'battery', 'speed'];
const MAX_CURVES = 6;
/** The least that is drawn, from bottom to top: a little must not look like much. */
const MIN_SPAN: { readonly [fact: string]: number } = { speed: 50, fuel: 20, battery: 20 };
/** Above this nothing is known between two locations, in ms. */
const MAX_GAP = 30 * 60_000;
/** Milliseconds after which a report is late: no connection is that slow. */
const LATE = 30_000;

export function Curves({ device: { number } }: { device: Device }) {
  const readings = track.value ?? [];
  const limits = story.value?.limits.filter(({ first, count }) => number >= first && number < first + count);
  const [first, ...others] = curvesOf(readings, limits ?? []);
  const late = readings.filter((reading) => reading.late > LATE).map((reading) => reading.late);
  if (first === undefined) return null;
  const from = nearMomentOf(readings[0]?.at ?? 0, zone.value);
  const to = shortTimeOf(readings.at(-1)?.at ?? 0, zone.value);
  return (
    <section class="stack" data-curves>
      {late.length > 0 && (
        <p class="small" data-late={late.length}>
          {counted(late.length, 'report')} came late, by up to {spanOf(Math.max(...late))}
        </p>
      )}
      <Curve {...first} />
      <p class="small muted">
        {from} – {to}
      </p>
      {others.length > 0 && (
        <Fold title="Other curves">
          {others.map((curve) => (
            <Curve key={curve.fact} {...curve} />
          ))}
        </Fold>
      )}
    </section>
  );
}

/** Finds the curves of a vehicle. A fact that stays the same is none, unless a limit is set for it. */
function curvesOf(readings: readonly Reading[], limits: readonly StoryLimit[]): CurveProps[] {
  const facts = new Map<string, Point[]>();
  for (const { at, attributes, speed, fuel, battery } of readings) {
    for (const [fact, value] of Object.entries({ ...attributes, speed, fuel, battery })) {
      if (typeof value !== 'number') continue;
      const points = facts.get(fact) ?? [];
      points.push({ at, value });
      facts.set(fact, points);
    }
  }
  const found = [...facts].flatMap(([fact, points]) => {
    const ofFact = limits.filter((limit) => limit.fact === fact);
    const changes = points.some(({ value }) => value !== points[0]?.value);
    return points.length > 1 && (changes || ofFact.length > 0) ? [{ fact, points, limits: ofFact }] : [];
  });
  const rank = ({ fact, limits }: CurveProps) => (limits.length > 0 ? -2 : USUAL.indexOf(fact));
  return found.sort((one, other) => rank(one) - rank(other)).slice(0, MAX_CURVES);
}

const inUnits = (fact: string, value: number) => valueInUnits(fact, value, 1);
const levelOf = ({ above, below }: StoryLimit) => above ?? below ?? Number.NaN;
const limitOf = (limit: StoryLimit) =>
  `${limit.above === undefined ? 'below' : 'above'} ${inUnits(limit.fact, levelOf(limit))}`;

function Curve({ fact, points, limits }: CurveProps) {
  /** The moment under the pointer, as a share of the width. */
  const pointed = useSignal<number | null>(null);
  const values = points.map(({ value }) => value);
  const [min, max] = [Math.min(...values), Math.max(...values)];
  const [low, high] = rangeOf(fact, [...values, ...limits.map(levelOf)]);
  const [from, to] = [points[0]?.at ?? 0, points.at(-1)?.at ?? 1];
  const depthOf = (value: number) => (100 * (high - value)) / (high - low);
  const marks = marksOf(low, high);
  let before = Number.NEGATIVE_INFINITY;
  const path = points.map(({ at, value }) => {
    const command = at - before <= MAX_GAP ? 'L' : 'M';
    before = at;
    return `${command}${((100 * (at - from)) / (to - from)).toFixed(2)} ${depthOf(value).toFixed(2)}`;
  });
  const at = from + (pointed.value ?? 1) * (to - from);
  const point = points.reduce((nearest, each) =>
    Math.abs(each.at - at) <= Math.abs(nearest.at - at) ? each : nearest,
  );
  const words = [
    `${fact}: from ${inUnits(fact, min)} to ${inUnits(fact, max)}, now ${inUnits(fact, values.at(-1) ?? Number.NaN)}`,
    ...limits.map((each) => `limit: ${limitOf(each)}`),
  ];
  return (
    <figure class="curve" data-fact={fact}>
      <figcaption class="row wrap small">
        <span class="strong untrusted">{placeInWords(fact)}</span>
        {limits.map((limit) => (
          <span key={limitOf(limit)} class="chip">
            limit: {limitOf(limit)}
          </span>
        ))}
        <span class="push muted">
          {pointed.value === null
            ? `${inUnits(fact, min)} to ${inUnits(fact, max)}`
            : `${inUnits(fact, point.value)} at ${shortTimeOf(point.at, zone.value)}`}
        </span>
      </figcaption>
      <div class="curve-axis small muted" aria-hidden="true">
        {marks.map((value) => (
          <span key={value} style={{ '--at': `${depthOf(value)}%` }}>
            {inUnits(fact, value)}
          </span>
        ))}
      </div>
      <svg
        class="curve-box"
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        role="img"
        aria-label={words.join('; ')}
        onPointerMove={({ currentTarget, clientX }) => {
          const { left, width } = currentTarget.getBoundingClientRect();
          pointed.value = (clientX - left) / width;
        }}
        onPointerLeave={() => {
          pointed.value = null;
        }}
      >
        {marks.map((value) => (
          <path key={value} class="curve-mark" d={`M0 ${depthOf(value)}H100`} />
        ))}
        {limits.map((limit) => (
          <path key={limitOf(limit)} class="curve-limit" d={`M0 ${depthOf(levelOf(limit))}H100`} />
        ))}
        <path d={path.join('')} />
      </svg>
    </figure>
  );
}

/** The values at the bottom and the top of what is drawn, with some room. */
function rangeOf(fact: string, values: readonly number[]): readonly [low: number, high: number] {
  const [min, max] = [Math.min(...values), Math.max(...values)];
  const span = Math.max(max - min, MIN_SPAN[fact] ?? 1);
  const free = (span - (max - min)) / 2 + span * 0.08;
  return [min - free, max + free];
}

/** The round values of an axis: two or three, or four. */
function marksOf(low: number, high: number): number[] {
  const power = 10 ** Math.floor(Math.log10((high - low) / 3));
  const step = power * ([1, 2, 5].find((each) => each * power >= (high - low) / 3) ?? 10);
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, place) => (first + place) * step);
}
