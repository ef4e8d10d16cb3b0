/** Holds a twin of the service to the interface document. The stage is given the function that does the work. */
import type { VerificationReport, VerificationView } from '../../../simulator/control/schemas/index.ts';
import { OnTwin, type TwinWork } from './on-twin.ts';

export interface Progress {
  done: number;
  total: number;
}

/** Verifies a service of the same profile and the same deviation; returns the report as JSON. */
export type Verify = TwinWork<Progress, VerificationReport>;
export type Verification = OnTwin<VerificationView, Progress, VerificationReport>;

export function createVerification(verify: Verify | undefined): Verification {
  return new OnTwin<VerificationView, Progress, VerificationReport>(
    {
      name: 'Verification',
      busy: 'VERIFICATION_RUNNING',
      command: 'roadtest verify URL',
      path: '/_control/verification',
      begun: { done: 0, total: 0 },
      running: (progress) => ({ state: 'running', progress }),
      done: (report) => ({ state: 'done', report }),
    },
    verify,
  );
}
