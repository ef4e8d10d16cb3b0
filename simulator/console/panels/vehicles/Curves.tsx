/** Speed, fuel and sensors of the chosen vehicle over time, with the limits that the story sets. */
import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { counted } from '../../../../contracts/kit/phrases.ts';
import type { Device, StoryLimit } from '../../../control/schemas/index.ts';
import { nearMomentOf, placeInWords, shortTimeOf, spanOf } from '../../look/format.ts';
import { inUnits as valueInUnits } from '../../look/units.ts';
import { readings } from '../../state/readings.ts';
import { story } from '../../state/story.ts';
import { zone } from '../time/view.ts';
import {
  curvesOf,
  type Curve as Drawn,
  depthOf,
  latenessOf,
  latePath,
  levelOf,
  pathOf,
  pointAt,
} from './curves.ts';

export function Curves({ device: { number } }: { device: Device }) {
  const limits = story.value?.limits.filter(({ first, count }) => number >= first && number < first + count);
  const curves = curvesOf(readings.value, limits ?? []);
  const [from, to] = [readings.value[0]?.at ?? 0, readings.value.at(-1)?.at ?? 0];
  const late = latenessOf(readings.value);
  const pointed = useSignal<number | null>(null);
  if (curves.length === 0) return null;
  return (
    <section class="section" data-curves>
      <div class="row">
        <h3>Curves</h3>
        <span class="small muted push">
          {nearMomentOf(from, zone.value)} – {shortTimeOf(to, zone.value)}
        </span>
      </div>
      {late.count > 0 && (
        <p class="small" data-late={late.count}>
          <span class="late-sign" aria-hidden="true" /> {counted(late.count, 'report')} came late, by up to{' '}
          {spanOf(late.most)}
        </p>
      )}
      <div
        class="stack"
        onPointerMove={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          pointed.value = from + ((event.clientX - box.left) / box.width) * (to - from);
        }}
        onPointerLeave={() => {
          pointed.value = null;
        }}
      >
        {curves.map((curve) => (
          <Curve key={curve.fact} curve={curve} from={from} to={to} pointed={pointed.value} />
        ))}
      </div>
    </section>
  );
}

const inUnits = (fact: string, value: number) => valueInUnits(fact, value, 1);
const limitOf = (limit: StoryLimit) =>
  `${limit.above === undefined ? 'below' : 'above'} ${inUnits(limit.fact, levelOf(limit))}`;

interface CurveProps {
  curve: Drawn;
  from: number;
  to: number;
  /** The moment under the pointer. */
  pointed: number | null;
}

function Curve({ curve, from, to, pointed }: CurveProps) {
  const id = useId();
  const { fact, points, limits } = curve;
  const path = pathOf(curve, from, to);
  const point = pointed === null ? points.at(-1) : pointAt(curve, pointed);
  const percent = (share: number) => `${100 * share}%`;
  return (
    <figure class="curve" data-fact={fact}>
      <figcaption class="row small">
        <span class="muted untrusted">{placeInWords(fact)}</span>
        {limits.map((limit) => (
          <span key={limitOf(limit)} class="chip">
            limit: {limitOf(limit)}
          </span>
        ))}
        <span class="push">
          <span class="strong">{point && inUnits(fact, point.value)}</span>
          {pointed !== null && point && <span class="muted"> at {shortTimeOf(point.at, zone.value)}</span>}
        </span>
      </figcaption>
      <div class="curve-box" role="img" aria-label={inWords(curve)}>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <path d={path} />
          <path class="curve-late" d={latePath(curve, from, to)} />
          {limits.map((limit, place) => {
            const depth = 100 * depthOf(curve, levelOf(limit));
            const [y, height] = limit.above === undefined ? [depth, 100 - depth] : [0, depth];
            return (
              <g key={limitOf(limit)}>
                <clipPath id={`${id}-${place}`}>
                  <rect x={-1} y={y} width={102} height={height} />
                </clipPath>
                <path class="curve-limit" d={`M0 ${depth}H100`} />
                <path class="curve-beyond" d={path} clip-path={`url(#${id}-${place})`} />
              </g>
            );
          })}
        </svg>
        {point && (
          <span
            class="curve-point"
            style={{
              '--at': percent((point.at - from) / (to - from)),
              '--depth': percent(depthOf(curve, point.value)),
            }}
          />
        )}
      </div>
    </figure>
  );
}

/** `temperature: from -20 to -12, now -19; limit: above -15` */
function inWords({ fact, points, limits }: Drawn): string {
  const values = points.map(({ value }) => value);
  const [least, most] = [Math.min(...values), Math.max(...values)].map((value) => inUnits(fact, value));
  const last = inUnits(fact, values.at(-1) ?? Number.NaN);
  return [
    `${fact}: from ${least} to ${most}, now ${last}`,
    ...limits.map((each) => `limit: ${limitOf(each)}`),
  ].join('; ');
}
