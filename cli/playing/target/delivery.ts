/** One deed to the deployment: sent, sent again while the deployment cannot take it, and counted. */

import type { Client } from '../../../contracts/suite/client.ts';
import { Unreached } from '../../../contracts/suite/finding.ts';
import type { Cast } from '../../../scenarios/target/cast.ts';
import type { CallErrand, ControlErrand, Errand, Resource, Sent } from '../../../scenarios/target/errand.ts';
import { errandOf } from '../../../scenarios/target/errands/index.ts';
import type { Means } from '../../../scenarios/target/means.ts';
import { refusalIn } from '../../../scenarios/target/served.ts';
import { performControl } from './controls.ts';
import { type Patience, patiently } from './patience.ts';
import type { SimulatorAccount } from './simulator.ts';
import type { StoryTokens } from './tokens.ts';
import type { Traces } from './traces.ts';

export interface DeliveryParts extends Patience {
  means: Means;
  tokens: StoryTokens;
  /** The account, where the deployment is a simulator of ours. */
  simulator: SimulatorAccount | undefined;
  /** Licences that the story begins with. */
  licences: number;
  /** What the deployment was before. */
  traces: Traces;
}

type Answer = Awaited<ReturnType<Client['call']>>;
/** Of a record that was found there is no answer. */
type Made = { answer: Answer | undefined; id: string | number | undefined };

export class Delivery {
  readonly #parts: DeliveryParts;
  readonly #cast: Cast;

  constructor(parts: DeliveryParts) {
    this.#parts = parts;
    this.#cast = parts.means.cast;
  }

  /** Never throws for what the deployment does. */
  async deliver(deed: Sent): Promise<void> {
    const { stop, tally, means } = this.#parts;
    if (stop.aborted) return;
    const errand = errandOf(deed, means);
    try {
      await this.#run(errand, deed);
    } catch (error) {
      if (!(error instanceof Unreached)) throw error;
      if (!stop.aborted) tally.notDone(nameOf(deed), this.#parts.client.redact(error.message));
    }
  }

  async #run(errand: Errand, deed: Sent): Promise<void> {
    const { client, tally } = this.#parts;
    if (errand.does === 'nothing') {
      // What the story's own service refuses for want of a record is no loss.
      if (!deed.refused) tally.notDone(nameOf(deed), errand.because);
      return;
    }
    if (errand.does === 'control') return this.#control(errand, deed);
    if (this.#parts.traces.closed && errand.does === 'call') {
      return tally.notDone(nameOf(deed), 'the story has switched API access off at that moment');
    }
    if (errand.does === 'token') {
      const answer = await patiently(this.#parts, () => client.requestToken('issueToken'));
      this.#parts.tokens.told(answer.json);
      return this.#judge('issueToken', answer, deed);
    }
    await this.#parts.traces.taking(errand.effect);
    if (errand.effect && errand.effect.was === null) return this.#create(errand, deed);
    let unclear = false;
    const answer = await patiently(this.#parts, () => this.#send(errand), {
      unclear: () => {
        unclear = true;
      },
    });
    const refused = refusalIn(answer, this.#parts.means.lens) !== undefined;
    // Of a delete that may have worked before, a refusal says that it has.
    const gone = unclear && refused && errand.effect?.name === null;
    if (gone) tally.served(errand.operation);
    else this.#judge(errand.operation, answer, deed);
    if (!refused || gone) await this.#changed(errand);
  }

  #send({ operation, id, body, effect }: CallErrand): Promise<Answer> {
    return this.#parts.client.call(operation, {
      purpose: operation,
      ...(id !== undefined && { id }),
      ...(body !== undefined && { body }),
      // Reports and alerts are very many; of groups and users the run keeps its record.
      unrecorded: effect === undefined,
    });
  }

  async #changed({ effect, id }: CallErrand): Promise<void> {
    if (!effect) return;
    this.#cast.apply(effect);
    if (effect.name === null && id !== undefined) await this.#parts.client.gone(effect.resource, id);
  }

  /** A create that was cut off may have been served: then its record is looked for before it is sent again. */
  async #create(errand: CallErrand, deed: Sent): Promise<void> {
    const { client, means } = this.#parts;
    const { effect } = errand;
    if (!effect || effect.name === null) return;
    const { resource } = effect;
    const name = effect.facts.name ?? effect.name;
    const made = await patiently<Made>(
      this.#parts,
      () => client.making(resource, name, () => this.#send(errand)),
      {
        found: async () => {
          const id = await this.#find(resource, name);
          if (id === undefined) return undefined;
          await client.adopt(resource, id);
          return { answer: undefined, id };
        },
      },
    );
    if (made.answer) this.#judge(errand.operation, made.answer, deed);
    else this.#parts.tally.served(errand.operation);
    const refused = made.answer && refusalIn(made.answer, means.lens);
    if (!refused && made.id === undefined) {
      this.#parts.tally.notDone(
        nameOf(deed),
        'it was made, and the deployment does not tell its id: it is left behind',
      );
    }
    if (made.id !== undefined) this.#cast.apply(effect, made.id);
  }

  async #find(resource: Resource, name: string): Promise<string | number | undefined> {
    const { client } = this.#parts;
    const { records } = await client.list(resource === 'group' ? 'groups' : 'users');
    const found = (records as { id?: string | number | null; name?: string | null }[]).filter(
      (record) => record.name === name && record.id !== undefined && record.id !== null,
    );
    return found.length === 1 ? (found[0]?.id ?? undefined) : undefined;
  }

  async #control(errand: ControlErrand, deed: Sent): Promise<void> {
    const { client, tally, time, traces } = this.#parts;
    if (errand.control === 'setLicences') return this.#licences(errand.total, deed);
    if (!client.controls.has(errand.control)) {
      return tally.notDone(
        nameOf(deed),
        `the API does not offer it, and the profile has no control ${errand.control}`,
      );
    }
    const began = time.monotonic();
    const refused = await performControl(errand, client, this.#cast);
    const name = `control ${errand.control}`;
    tally.exchanged(name, time.monotonic() - began);
    if (refused) return tally.refused(name, refused, deed.refused);
    tally.served(name);
    if (errand.control === 'setApiEnabled') traces.switched(errand.enabled);
  }

  /** As many more or fewer as in the story: the deployment has others beside those of the story. */
  async #licences(total: number, deed: Sent): Promise<void> {
    const { client, simulator, licences, tally } = this.#parts;
    if (simulator) return void (await client.controls.setLicences(simulator.licencesFor(total - licences)));
    tally.notDone(nameOf(deed), 'neither the API nor a control of a profile does this');
  }

  #judge(operation: string, answer: Answer, deed: Sent): void {
    const { tally, means, client } = this.#parts;
    const refusal = refusalIn(answer, means.lens);
    if (refusal) {
      tally.refused(operation, { ...refusal, message: client.redact(refusal.message) }, deed.refused);
      return;
    }
    tally.served(operation);
    if (deed.refused)
      tally.note(`${nameOf(deed)}: the story's own service refuses this, and the deployment served it`);
  }
}

/** What a deed is called in a report. */
export function nameOf(deed: Sent): string {
  return deed.kind === 'control' ? deed.action.kind : deed.kind;
}
