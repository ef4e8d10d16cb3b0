import { optional } from '../language/schema/builders.ts';
import { ref } from '../language/schema/forms.ts';
import { numberInWords } from '../language/words.ts';
import { defineExpectation } from './define.ts';
import { licenceStates, statuses } from './device.ts';
import { number } from './finding.ts';
import { wantedOf } from './wanted.ts';

export const devices = defineExpectation({
  kind: 'devices',
  summary: 'How many devices there are.',
  value: ref('wanted'),
  beside: { licence: optional(licenceStates), status: optional(statuses) },
  read: ({ value, here, names, fields: { licence = null, status = null } }) => [
    { wanted: wantedOf(value, here, names), licence, status },
  ],
  words({ wanted, licence, status }) {
    const having = licence === null ? '' : ` with licence ${licence}`;
    return `${status === null ? '' : `${status} `}devices${having}: ${numberInWords(wanted)}`;
  },
  check({ wanted, licence, status }, { fleet }) {
    // To describe every device of a large fleet takes its time, so it is done only where it matters.
    if (licence === null && status === null) return number(fleet.devices.count, wanted);
    const matching = fleet.devices
      .list()
      .filter(
        (device) =>
          (licence === null || device.licence === licence) && (status === null || device.status === status),
      );
    return number(matching.length, wanted);
  },
  onTarget: { notJudged: 'the deployment has devices that are not of the story' },
});
