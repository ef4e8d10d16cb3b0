/** Checks of what devices report: locations and alerts, by the forms that are kept of them. */
import { formOf } from '../../contracts/kit/form.ts';
import { splitPointer } from '../../contracts/kit/json-pointer.ts';
import { unknownName } from '../../contracts/kit/option-names.ts';
import { quoted } from '../../contracts/kit/untrusted.ts';
import { FleetError } from './errors.ts';
import { alertReport, locationReport } from './forms.ts';

const kinds = {
  alert: { code: 'ALERT_INVALID', names: alertReport.properties, read: formOf(alertReport) },
  location: { code: 'LOCATION_INVALID', names: locationReport.properties, read: formOf(locationReport) },
} as const;

/** Throws `ALERT_INVALID` or `LOCATION_INVALID`. */
export function checkReport(kind: keyof typeof kinds, report: object): void {
  const { code, names, read } = kinds[kind];
  const found = read(report);
  if (!('problem' in found)) return;
  const unknown = unknownName(report, names);
  if (unknown) {
    const { name: field, hint } = unknown;
    throw new FleetError(code, `The reported ${kind} has no field ${quoted(field)}.`, { field, hint });
  }
  const [field = ''] = splitPointer(found.problem.pointer);
  throw new FleetError(code, `The ${field} of the reported ${kind} ${found.problem.message}.`, { field });
}
