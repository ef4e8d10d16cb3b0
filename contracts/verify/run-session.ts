/** The deployment of a run of the suite, which knows what was asked for. */
import type { Session } from '../deployment/session/session.ts';
import type { VerifyOptions } from './run-options.ts';

export type RunSession = Session<VerifyOptions>;
