/** One control performed as the profile has it: by an HTTP call or a command. */
import type { Control, ControlName } from '../../profile/profile.ts';
import { isSecretName, templateFaults } from '../../profile/templates.ts';
import type { Deployment } from '../deployment.ts';
import { Unreached } from '../finding.ts';
import { performCommand } from './command.ts';
import type { Performed } from './facts.ts';
import { ValueUnfit } from './fit.ts';
import { performHttp } from './http.ts';
import { ValueMissing, type Values } from './templates.ts';
import { understood, written } from './translations.ts';

/** Throws `Unreached` where it is not offered, or neither did its work nor was refused. */
export async function perform(
  name: ControlName,
  control: Control | undefined,
  values: Values,
  deployment: Deployment,
): Promise<Performed> {
  const cannot = (why: string) => new Unreached(`the control ${name} ${why}`, `controls.${name}`);
  if (!control) throw new Unreached(`the profile offers no control ${name}`, `controls.${name}`);
  if (control.by === 'none')
    throw new Unreached(`the profile says that there is no control ${name}`, `controls.${name}`);
  // A profile from a file was checked when it was read; one that was made in code may not have been.
  const [fault] = templateFaults(control);
  if (fault) throw cannot(`cannot be used: ${fault.message}`);
  try {
    const given = { ...written(values, control.values), ...secretsOf(deployment) };
    const performed =
      control.by === 'http'
        ? await performHttp(name, control, given, deployment)
        : await performCommand(name, control, given, deployment);
    return { ...performed, facts: understood(performed.facts, control.values) };
  } catch (error) {
    if (error instanceof ValueUnfit) throw cannot(`cannot carry ${error.message}`);
    if (!(error instanceof ValueMissing)) throw error;
    const { value } = error;
    if (isSecretName(value))
      throw new Unreached(
        `the control ${name} asks for the environment variable ${value.slice(1)}, which is not set`,
        `controls.${name}`,
      );
    throw new Unreached(
      `the control ${name} asks for {${value}}, which was not set and which the control readLimits does not return`,
      'controls.readLimits',
    );
  }
}

/** Values under the names that they have in the texts of controls: `$NAME`. */
function secretsOf({ options: { controlSecrets = {} } }: Deployment): Values {
  return Object.fromEntries(Object.entries(controlSecrets).map(([name, value]) => [`$${name}`, value]));
}

/** Returns whether a control is one that can be performed here. */
export function isOffered(control: Control | undefined, { host }: Pick<Deployment, 'host'>): boolean {
  if (!control || control.by === 'none') return false;
  return control.by !== 'command' || host.run !== undefined;
}
