import { metresOf } from '../language/resolve/durations.ts';
import { option, text } from '../language/schema/builders.ts';
import { ref } from '../language/schema/forms.ts';
import { siteName } from '../language/words.ts';
import { defineDeviceExpectation } from './define.ts';
import { metresFrom } from './distance.ts';
import { each, rounded } from './finding.ts';
import { eachOnTarget, lastLocation } from './on-target.ts';

/** Metres that are near, where the story does not say. */
const NEAR = 100;

/** Where the last location is. */
export const position = defineDeviceExpectation({
  kind: 'position',
  beside: {
    near: option('Where the last location is: near this place, or within its area.', text),
    notNear: option('Where the last location is not.', text),
    within: option('What is near; default 100m, and 0m for an area.', ref('length')),
  },
  read: ({ fields, path, names }) =>
    (['near', 'notNear'] as const).flatMap((field) => {
      const name = fields[field];
      const site = name === undefined ? undefined : names.site(name, [...path, field]);
      if (site === undefined) return [];
      const usual = names.sites[site]?.area ? 0 : NEAR;
      const within = fields.within === undefined ? usual : metresOf(fields.within);
      return [{ site, within, not: field === 'notNear' }];
    }),
  words({ site, within, not }, who, names) {
    const near = within > 0 ? ` within ${within} m` : '';
    return `${who}: last location ${not ? 'not ' : ''}at ${siteName(site, names)}${near}`;
  },
  check: ({ devices, site, within, not }, scene, it) =>
    each(scene, devices, it, (id) => {
      const place = scene.story.sites[site];
      const last = scene.fleet.locations.last(id);
      const near = within > 0 ? `within ${rounded(within)} m of` : 'in';
      const wanted = `${not ? 'not ' : ''}${near} ${place?.name}`;
      if (place === undefined || last === undefined) return { met: false, wanted, actual: 'no location yet' };
      const metres = metresFrom(place, last);
      const actual = metres === 0 ? `in ${place.name}` : `${rounded(metres)} m from ${place.name}`;
      return { met: metres <= within !== not, wanted, actual };
    }),
  onTarget: {
    check: ({ devices, site, within, not }, view) =>
      eachOnTarget(devices, view.it, async (device) => {
        const place = view.story.sites[site];
        const { latitude, longitude } = (await lastLocation(device, view)) ?? {};
        if (place === undefined || typeof latitude !== 'number' || typeof longitude !== 'number') {
          return undefined;
        }
        const metres = Math.round(metresFrom(place, { latitude, longitude }));
        const wanted = `${not ? 'not ' : ''}${within > 0 ? `within ${within} m of` : 'in'} ${place.name}`;
        return { met: metres <= within !== not, wanted, actual: `${metres} m from it` };
      }),
  },
});
