/** Trips and stops of the chosen vehicle, the newest first. */
import type { Travels as Found } from '../../../control/schemas/index.ts';
import { nearMomentOf, placeInWords, shortTimeOf, spanOf } from '../../look/format.ts';
import { Icon } from '../../look/Icon.tsx';
import { inUnits } from '../../look/units.ts';
import { whereabouts } from '../../state/streets.ts';
import { travels } from '../../state/travels.ts';
import { zone } from '../time/view.ts';

const SHOWN = 12;

type Trip = Found['trips'][number];
type Stop = Found['stops'][number];

export function Travels() {
  const found = travels.value;
  if (found === null || found.since === null) return null;
  const all = [...found.trips, ...found.stops].sort((a, b) => Date.parse(b.start) - Date.parse(a.start));
  return (
    <section class="section" data-travels>
      <div class="row">
        <h3>Trips and stops</h3>
        <span class="small muted push">since {nearMomentOf(Date.parse(found.since), zone.value)}</span>
      </div>
      {all.length === 0 && <p class="muted">No trip and no stop of two minutes yet.</p>}
      <ol class="travels">
        {all.slice(0, SHOWN).map((each) => (
          <Travel
            key={`${'distance' in each} ${each.start}`}
            travel={each}
            at={'distance' in each ? found.stops.find(({ start }) => start === each.end) : each}
          />
        ))}
      </ol>
      {all.length > SHOWN && <p class="small muted">And {all.length - SHOWN} earlier ones.</p>}
    </section>
  );
}

/** @param at where it stopped, or where the trip went */
function Travel({ travel, at }: { travel: Trip | Stop; at: Stop | undefined }) {
  const [start, end] = [Date.parse(travel.start), Date.parse(travel.end)];
  const lasted = spanOf(end - start);
  const isTrip = 'distance' in travel;
  const where = at && whereabouts(at.latitude, at.longitude);
  return (
    <li class="row travel" data-travel={isTrip ? 'trip' : 'stop'}>
      <Icon name={isTrip ? 'vehicle' : 'pause'} />
      <span class="grow">
        {isTrip ? `${inUnits('distance', travel.distance / 1000, 1)} in ${lasted}` : `Stop of ${lasted}`}
        {where && ` ${isTrip ? 'to' : 'at'} ${where}`}
        {travel.areas.map(({ name, seconds }) => (
          <span key={name} class="small muted untrusted">
            {' '}
            {isTrip ? `${spanOf(seconds * 1000)} in ${placeInWords(name)}` : `in ${placeInWords(name)}`}
          </span>
        ))}
      </span>
      <span class="small muted">
        {shortTimeOf(start, zone.value)} – {shortTimeOf(end, zone.value)}
      </span>
    </li>
  );
}
