/** The deployment of a run of the suite, which knows what was asked for. */
import type { Deployment } from '../deployment/deployment.ts';
import type { VerifyOptions } from './run-options.ts';

export type RunSession = Deployment<VerifyOptions>;
