/** Steps that the API does not offer, performed by the controls of a profile. */
import type { Client } from '../../../contracts/suite/client.ts';
import type { IdMap } from '../../../scenarios/target/ids.ts';
import type { Refusal } from '../../../scenarios/target/refusal.ts';
import type { ControlStep } from '../../../scenarios/target/step.ts';

/** Performs a control; gives the refusal, if it was one. Throws `Unreached` where it does not work. */
export async function performControl(
  step: Exclude<ControlStep, { control: 'setLicences' }>,
  client: Client,
  ids: IdMap,
): Promise<Refusal | undefined> {
  const { controls } = client;
  switch (step.control) {
    case 'setLimits': {
      const { outcome } = await controls.setLimits(step.device, step.change);
      return outcome === 'refused' ? refused : undefined;
    }
    case 'activate': {
      const { device, expirationDate } = step;
      if (expirationDate !== undefined && controls.has('setLimits')) {
        await controls.setLimits(device, { expires: true, expirationDate });
      }
      const { activated } = await controls.activate(device, expirationDate);
      return activated ? undefined : refused;
    }
    case 'send':
      // A message that a limit withholds is not a refusal: limits are there for that.
      await controls.send(step.device, step.channel, step.count);
      return undefined;
    case 'setApiEnabled':
      await controls.setApiEnabled(step.enabled);
      return undefined;
    case 'createDevice':
      ids.addDevice(step.number, await client.createDevice());
      return undefined;
  }
}

const refused: Refusal = { status: 0, message: 'the deployment refused' };
