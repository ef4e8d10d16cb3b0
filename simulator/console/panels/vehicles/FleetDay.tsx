/** The day of the fleet in totals; fetched when it is opened. */
import { useSignal } from '@preact/signals';
import type { DayTotals } from '../../../control/schemas/index.ts';
import { control } from '../../api/control.ts';
import { countOf, shortTimeOf, spanOf } from '../../look/format.ts';
import { inUnits } from '../../look/units.ts';
import { zone } from '../time/view.ts';

export function FleetDay() {
  const totals = useSignal<DayTotals | null | undefined>(undefined);
  const look = async () => {
    try {
      totals.value = await control.story.trips();
    } catch {
      totals.value = null;
    }
  };
  return (
    <details class="small" onToggle={({ currentTarget }) => currentTarget.open && void look()}>
      <summary>Trips and stops of today</summary>
      {totals.value === null && <p class="muted">They could not be read.</p>}
      {totals.value && <Totals totals={totals.value} />}
    </details>
  );
}

function Totals({ totals }: { totals: DayTotals }) {
  const { devices, of, since } = totals;
  const facts = [
    ['Driven', `${inUnits('distance', totals.distance / 1000, 1)} in ${countOf(totals.trips)} trips`],
    ['Driving', spanOf(totals.driving * 1000)],
    ['Stops', `${countOf(totals.stops)}, ${spanOf(totals.standing * 1000)}`],
  ] as const;
  return (
    <>
      <dl class="facts" data-day={totals.day}>
        {facts.map(([label, value]) => (
          <div key={label} class="fact">
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p class="muted">
        {since === null
          ? 'No location of this day is kept.'
          : `By the locations that are kept, since ${shortTimeOf(Date.parse(since), zone.value)}`}
        {since !== null && (devices < of ? `; of the first ${countOf(devices)} devices.` : '.')}
      </p>
    </>
  );
}
