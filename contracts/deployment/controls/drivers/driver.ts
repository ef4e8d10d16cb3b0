/** The interface that every way to perform a control implements. */
import type { Control, ControlName } from '../../../profile/profile.ts';
import type { Deployment } from '../../deployment.ts';
import type { HasExchange } from '../../finding.ts';
import type { ControlFacts as Facts } from '../facts.ts';
import type { Values } from '../templates.ts';

export interface Performed extends HasExchange {
  /** `refused`: the deployment, or the command in its place, said no. */
  outcome: 'done' | 'refused';
  /** How it said so, for a report: `answered 409`. */
  said: string;
  /** The status of the reply, where there was one. */
  status?: number;
  facts: Facts;
}

/** Performs one control. Throws `Unreached` where it neither did its work nor was refused. */
export type Driver<By extends Control['by']> = (
  name: ControlName,
  control: Extract<Control, { by: By }>,
  values: Values,
  deployment: Deployment,
) => Promise<Performed>;
