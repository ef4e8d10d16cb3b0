/** The drivers to perform a control, by the name that a profile gives them. */
import type { Control, ControlName } from '../../../profile/profile.ts';
import { isSecretName, type TemplateFault, templateFaults } from '../../../profile/templates.ts';
import type { Deployment } from '../../deployment.ts';
import { PartMissing, Unreached } from '../../finding.ts';
import { ValueUnfit } from '../fit.ts';
import { ValueMissing, type Values } from '../templates.ts';
import { understood, written } from '../translations.ts';
import { performCommand } from './command.ts';
import type { Driver, Performed } from './driver.ts';
import { performHttp } from './http.ts';

export type { Performed } from './driver.ts';

const drivers: { [By in Control['by']]: Driver<By> } = {
  http: performHttp,
  command: performCommand,
  none: async (name) => {
    throw new Unreached(`the profile says that there is no control ${name}`, `controls.${name}`);
  },
};

/** Performs a control as the profile has it. Throws `Unreached` where it is not offered or does not work. */
export async function perform(
  name: ControlName,
  control: Control | undefined,
  values: Values,
  deployment: Deployment,
): Promise<Performed> {
  if (!control) throw new Unreached(`the profile offers no control ${name}`, `controls.${name}`);
  const fault = faultOf(control);
  if (fault) throw new Unreached(`the control ${name} cannot be used: ${fault.message}`, `controls.${name}`);
  try {
    const translations = 'values' in control ? control.values : undefined;
    const given = { ...written(values, translations), ...secretsOf(deployment) };
    const performed = await (drivers[control.by] as Driver<Control['by']>)(name, control, given, deployment);
    return { ...performed, facts: understood(performed.facts, translations) };
  } catch (error) {
    if (error instanceof ValueUnfit)
      throw new Unreached(`the control ${name} cannot carry ${error.message}`, `controls.${name}`);
    if (!(error instanceof ValueMissing)) throw error;
    if (isSecretName(error.value)) {
      const variable = error.value.slice(1);
      throw new PartMissing(
        `the control ${name} asks for the environment variable ${variable}, which is not set`,
        `controls.${name}`,
      );
    }
    throw new PartMissing(
      `the control ${name} asks for {${error.value}}, which was not set and which the control readLimits does not return`,
      'controls.readLimits',
    );
  }
}

/** Values under the names that they have in the texts of controls: `$NAME`. */
function secretsOf({ options: { controlSecrets = {} } }: Deployment): Values {
  return Object.fromEntries(Object.entries(controlSecrets).map(([name, value]) => [`$${name}`, value]));
}

const faults = new WeakMap<Control, { first: TemplateFault | undefined }>();

/** A profile from a file was checked when it was read; one that was made in code may not have been. Each control is checked once. */
function faultOf(control: Control): TemplateFault | undefined {
  const known = faults.get(control);
  if (known) return known.first;
  const [first] = templateFaults(control);
  faults.set(control, { first });
  return first;
}

/** Returns whether a control is one that can be performed here. */
export function isOffered(control: Control | undefined, { host }: Pick<Deployment, 'host'>): boolean {
  if (!control || control.by === 'none') return false;
  return control.by !== 'command' || host.run !== undefined;
}
