/** The options of a run of the suite: by the command line, the Vitest adapter, or a test. */
import type { Deployment } from '../deployment/deployment.ts';
import type { DeploymentOptions, Notice } from '../deployment/options.ts';
import type { JudgedId } from '../specification/judged.ts';
import type { Outcome } from './run.ts';

export interface VerifyOptions extends DeploymentOptions {
  /** Judge only what begins with one of these: `limits/`, `auth/header-required`. */
  only?: readonly string[];
  /** Leave out what begins with one of these. */
  skip?: readonly string[];
  onProgress?: (progress: Progress) => void;
  /** Name and version of the program, for the record. */
  tool?: string;
}

/** The deployment of a run, which knows what was asked for. */
export type RunSession = Deployment<VerifyOptions>;

export type Progress =
  | { kind: 'start'; total: number }
  | { kind: 'judged'; outcome: Outcome; done: number; total: number }
  | Notice
  | { kind: 'phase'; phase: 'calibration' | 'account' | 'time' | 'clean-up' };

/** Returns whether a judged id is among those that were asked for. */
export function isSelected(id: JudgedId, { only, skip }: Pick<VerifyOptions, 'only' | 'skip'>): boolean {
  const matches = (prefixes: readonly string[]) => prefixes.some((prefix) => id.startsWith(prefix));
  return (only === undefined || only.length === 0 || matches(only)) && !matches(skip ?? []);
}
