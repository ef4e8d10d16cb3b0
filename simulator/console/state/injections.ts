/** The injections into the world that is shown, as the page and the class offer it. */
import type { FaultInjection, Incident, Injection } from '../../control/schemas/index.ts';
import type { IconName } from '../look/Icon.tsx';

export type Offered<Kind extends Injection> = {
  readonly [K in Kind]: { readonly label: string; readonly icon: IconName };
};

export const incidents: Offered<Incident> = {
  sos: { label: 'SOS', icon: 'sos' },
  'power-cut': { label: 'Power cut', icon: 'power' },
  dropout: { label: 'Dropout', icon: 'dropout' },
  theft: { label: 'Theft', icon: 'theft' },
  speeding: { label: 'Speeding', icon: 'speeding' },
};

/** Faults of reports: each lasts ten minutes. */
export const faultyReports: Offered<FaultInjection> = {
  'wrong-clock': { label: 'Clock 5 years ahead', icon: 'clock' },
  'no-fix': { label: 'No fix', icon: 'dropout' },
  'zero-position': { label: 'Place 0, 0', icon: 'globe' },
  jumps: { label: 'Jumps', icon: 'fault' },
  duplicates: { label: 'Each report 3 times', icon: 'copy' },
  'newest-first': { label: 'Newest first', icon: 'upload' },
  'stuck-sensor': { label: 'Fuel stuck', icon: 'warn' },
};
