/** One step to the deployment: sent, sent again while the deployment cannot take it, and counted. */

import type { Client } from '../../../contracts/deployment/client.ts';
import { Unreached } from '../../../contracts/deployment/finding.ts';
import type { AnyId } from '../../../contracts/profile/facts.ts';
import type { IdMap } from '../../../scenarios/target/ids.ts';
import { type Refusal, refusalIn } from '../../../scenarios/target/refusal.ts';
import { type Sent, targetStepOf } from '../../../scenarios/target/seen.ts';
import type {
  CallStep,
  ControlStep,
  Resource,
  TargetContext,
  TargetStep,
} from '../../../scenarios/target/step.ts';
import { type Patience, patiently } from './patience.ts';
import type { SimulatorAccount } from './simulator.ts';
import type { StoryTokens } from './tokens.ts';
import type { Traces } from './traces.ts';

export interface DeliveryParts extends Patience {
  context: TargetContext & { ids: IdMap };
  tokens: StoryTokens;
  /** The account, where the deployment is a simulator of ours. */
  simulator: SimulatorAccount | undefined;
  /** Licences that the story begins with. */
  licences: number;
  /** The state of the deployment before the story. */
  traces: Traces;
}

type Answer = Awaited<ReturnType<Client['call']>>;
/** A created record. One that was found on the deployment has no answer. */
type Made = { answer: Answer | undefined; id: AnyId | undefined };

export class Delivery {
  readonly #parts: DeliveryParts;
  readonly #ids: IdMap;

  constructor(parts: DeliveryParts) {
    this.#parts = parts;
    this.#ids = parts.context.ids;
  }

  /** Never throws for what the deployment does. */
  async deliver(sent: Sent): Promise<void> {
    const { stop, tally, context } = this.#parts;
    if (stop.aborted) return;
    const step = targetStepOf(sent, context);
    try {
      await this.#run(step, sent);
    } catch (error) {
      if (!(error instanceof Unreached)) throw error;
      if (!stop.aborted) tally.notDone(sent.kind, this.#parts.client.redact(error.message));
    }
  }

  async #run(step: TargetStep, sent: Sent): Promise<void> {
    const { client, tally } = this.#parts;
    if (step.does === 'nothing') {
      // A step that the story's own service refuses for want of a record is no loss.
      if (!sent.refused) tally.notDone(sent.kind, step.because);
      return;
    }
    if (step.does === 'control') return this.#control(step, sent);
    if (this.#parts.traces.closed && step.does === 'call') {
      return tally.notDone(sent.kind, 'the story has switched API access off at that moment');
    }
    if (step.does === 'token') {
      const answer = await patiently(this.#parts, () => client.requestToken('issueToken'));
      this.#parts.tokens.note(answer.json);
      return this.#judge('issueToken', answer, sent);
    }
    await this.#parts.traces.taking(step.effect);
    if (step.effect && step.effect.was === null) return this.#create(step, sent);
    let unclear = false;
    const answer = await patiently(this.#parts, () => this.#send(step), {
      unclear: () => {
        unclear = true;
      },
    });
    const refused = refusalIn(answer, this.#parts.context.lens) !== undefined;
    // A repeated DELETE that is refused shows that the first one worked.
    const gone = unclear && refused && step.effect?.name === null;
    if (gone) tally.served(step.operation);
    else this.#judge(step.operation, answer, sent);
    if (!refused || gone) await this.#changed(step);
  }

  #send({ operation, id, body, effect }: CallStep): Promise<Answer> {
    return this.#parts.client.call(operation, {
      purpose: operation,
      ...(id !== undefined && { id }),
      ...(body !== undefined && { body }),
      // Reports and alerts are very many; of groups and users the run keeps its record.
      unrecorded: effect === undefined,
    });
  }

  async #changed({ effect, id }: CallStep): Promise<void> {
    if (!effect) return;
    this.#ids.apply(effect);
    if (effect.name === null && id !== undefined) await this.#parts.client.gone(effect.resource, id);
  }

  /** A create that was cut off may have been served: then its record is looked for before it is sent again. */
  async #create(step: CallStep, sent: Sent): Promise<void> {
    const { client, context } = this.#parts;
    const { effect } = step;
    if (!effect || effect.name === null) return;
    const { resource } = effect;
    const name = effect.facts.name ?? effect.name;
    const made = await patiently<Made>(
      this.#parts,
      () => client.making(resource, name, () => this.#send(step)),
      {
        found: async () => {
          const id = await this.#find(resource, name);
          if (id === undefined) return undefined;
          await client.adopt(resource, id);
          return { answer: undefined, id };
        },
      },
    );
    if (made.answer) this.#judge(step.operation, made.answer, sent);
    else this.#parts.tally.served(step.operation);
    const refused = made.answer && refusalIn(made.answer, context.lens);
    if (!refused && made.id === undefined) {
      this.#parts.tally.notDone(
        sent.kind,
        'it was created, but the deployment does not return its id: it is left behind',
      );
    }
    if (made.id !== undefined) this.#ids.apply(effect, made.id);
  }

  async #find(resource: Resource, name: string): Promise<string | number | undefined> {
    const { client } = this.#parts;
    const { records } = await client.list(resource === 'group' ? 'groups' : 'users');
    const found = (records as { id?: string | number | null; name?: string | null }[]).filter(
      (record) => record.name === name && record.id !== undefined && record.id !== null,
    );
    return found.length === 1 ? (found[0]?.id ?? undefined) : undefined;
  }

  async #control(step: ControlStep, sent: Sent): Promise<void> {
    const { client, tally, time, traces } = this.#parts;
    if (step.control === 'setLicences') return this.#licences(step.total, sent);
    if (!client.controls.has(step.control)) {
      return tally.notDone(
        sent.kind,
        `the API does not offer it, and the profile has no control ${step.control}`,
      );
    }
    const began = time.monotonic();
    const refused = await performControl(step, client, this.#ids);
    const name = `control ${step.control}`;
    tally.exchanged(name, time.monotonic() - began);
    if (refused) return tally.refused(name, refused, sent.refused);
    tally.served(name);
    if (step.control === 'setApiEnabled') traces.switched(step.enabled);
  }

  /** As many more or fewer as in the story: the deployment has others beside those of the story. */
  async #licences(total: number, sent: Sent): Promise<void> {
    const { client, simulator, licences, tally } = this.#parts;
    if (simulator) return void (await client.controls.setLicences(simulator.licencesFor(total - licences)));
    tally.notDone(sent.kind, 'neither the API nor a control of a profile does this');
  }

  #judge(operation: string, answer: Answer, sent: Sent): void {
    const { tally, context, client } = this.#parts;
    const refusal = refusalIn(answer, context.lens);
    if (refusal) {
      tally.refused(operation, { ...refusal, message: client.redact(refusal.message) }, sent.refused);
      return;
    }
    tally.served(operation);
    if (sent.refused)
      tally.note(`${sent.kind}: the story's own service refuses this, and the deployment served it`);
  }
}

/** Performs a control; gives the refusal, if it was one. Throws `Unreached` where it does not work. */
async function performControl(
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
