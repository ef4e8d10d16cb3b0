/** What the API does not offer, done by the controls of a profile. */
import type { Client } from '../../../contracts/suite/client.ts';
import type { Cast } from '../../../scenarios/target/cast.ts';
import type { ControlErrand } from '../../../scenarios/target/errand.ts';
import type { Refusal } from '../../../scenarios/target/served.ts';

/** Performs a control; gives the refusal, if it was one. Throws `Unreached` where it does not work. */
export async function performControl(
  errand: Exclude<ControlErrand, { control: 'setLicences' }>,
  client: Client,
  cast: Cast,
): Promise<Refusal | undefined> {
  const { controls } = client;
  switch (errand.control) {
    case 'setLimits': {
      const { outcome } = await controls.setLimits(errand.device, errand.change);
      return outcome === 'refused' ? refused : undefined;
    }
    case 'activate': {
      const { device, expirationDate } = errand;
      if (expirationDate !== undefined && controls.has('setLimits')) {
        await controls.setLimits(device, { expires: true, expirationDate });
      }
      const { activated } = await controls.activate(device);
      return activated ? undefined : refused;
    }
    case 'send':
      // What a limit withholds is no refusal: it is what the limit is for.
      await controls.send(errand.device, errand.channel, errand.count);
      return undefined;
    case 'setApiEnabled':
      await controls.setApiEnabled(errand.enabled);
      return undefined;
    case 'createDevice':
      cast.addDevice(errand.number, await client.createDevice());
      return undefined;
  }
}

const refused: Refusal = { status: 0, message: 'the deployment said no' };
