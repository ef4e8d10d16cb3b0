/** One deed to the deployment: sent, sent again while the deployment cannot take it, and counted. */
import { type Client, NoAnswer, Unreached } from '../../../contracts/suite/index.ts';
import {
  type CallErrand,
  type Cast,
  type ControlErrand,
  type Errand,
  errandOf,
  type Means,
  type Refusal,
  type Resource,
  refusalIn,
  type Sent,
  type Tally,
} from '../../../scenarios/target/index.ts';
import type { RealTime } from './pacer.ts';
import type { SimulatorAccount } from './simulator.ts';
import type { StoryTokens } from './tokens.ts';
import type { Traces } from './traces.ts';

export interface DeliveryParts {
  client: Client;
  means: Means;
  tally: Tally;
  time: RealTime;
  /** How long a deed may be tried for, in ms. */
  patienceMs: number;
  tokens: StoryTokens;
  /** The account, where the deployment is a simulator of ours. */
  simulator: SimulatorAccount | undefined;
  /** Licences that the story begins with. */
  licences: number;
  /** What the deployment was before. */
  traces: Traces;
  /** Aborted when nothing more is to be sent. */
  stop: AbortSignal;
  /** Nothing answers any more. */
  lost: (reason: string) => void;
}

/** A gateway that cannot reach the deployment, or a deployment that is overloaded: it is the same again later. */
const LATER = new Set([502, 503, 504]);
const UNAUTHORISED = 401;
const FIRST_WAIT = 100;
const LONGEST_WAIT = 5_000;

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
      const answer = await this.#patiently(() => client.requestToken('issueToken'));
      this.#parts.tokens.told(answer.json);
      return this.#judge('issueToken', answer, deed);
    }
    if (errand.effect && errand.effect.was === null) return this.#create(errand, deed);
    let unclear = false;
    const answer = await this.#patiently(() => this.#send(errand), {
      unclear: () => {
        unclear = true;
      },
    });
    const refused = refusalIn(answer, this.#parts.means.lens) !== undefined;
    // Of a delete that may have worked before, a refusal says that it has.
    const gone = unclear && refused && errand.effect?.name === null;
    if (gone) tally.served(errand.operation);
    else this.#judge(errand.operation, answer, deed);
    if (!refused || gone) this.#changed(errand);
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

  #changed({ effect, id }: CallErrand): void {
    if (!effect) return;
    this.#cast.apply(effect);
    if (effect.name === null && id !== undefined) this.#parts.client.gone(effect.resource, id);
  }

  /** A create that was cut off may have been served: then its record is looked for before it is sent again. */
  async #create(errand: CallErrand, deed: Sent): Promise<void> {
    const { client, means } = this.#parts;
    const { effect } = errand;
    if (!effect || effect.name === null) return;
    const { resource, name } = effect;
    const made = await this.#patiently<Made>(() => client.making(resource, name, () => this.#send(errand)), {
      found: async () => {
        const id = await this.#find(resource, name);
        if (id === undefined) return undefined;
        await client.adopt(resource, id);
        return { answer: undefined, id };
      },
    });
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
    const { client, traces } = this.#parts;
    const { records } = await client.list(resource === 'group' ? 'groups' : 'users');
    const found = (records as { id?: string | number | null; name?: string | null }[]).filter(
      (record) =>
        record.name === name &&
        record.id !== undefined &&
        record.id !== null &&
        !traces.before[resource].has(record.id),
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
    if (errand.control === 'setLimits') await traces.limitsOf(errand.device);
    const began = time.monotonic();
    const refused = await perform(errand, client, this.#cast);
    const name = `control ${errand.control}`;
    tally.exchanged(name, time.monotonic() - began);
    if (refused) return tally.refused(name, refused, deed.refused);
    tally.served(name);
    if (errand.control === 'setApiEnabled') traces.switched(errand.enabled);
  }

  /** As many more or fewer as in the story: the deployment has others beside those of the story. */
  async #licences(total: number, deed: Sent): Promise<void> {
    const { simulator, licences, tally } = this.#parts;
    if (await simulator?.setLicences(total - licences)) return;
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

  /**
   * Tries until there is an answer that is one. What was cut off may have arrived: `found` looks for it, and
   * otherwise it is sent again and may be there twice. `unclear`: it was tried before, with who knows what outcome.
   */
  async #patiently<T extends Answer | { answer: Answer | undefined }>(
    send: () => Promise<T>,
    { found, unclear }: { found?: () => Promise<T | undefined>; unclear?: () => void } = {},
  ): Promise<T> {
    const { client, time, stop, tally, patienceMs, lost } = this.#parts;
    const until = time.monotonic() + patienceMs;
    let renewed = false;
    for (let wait = FIRST_WAIT; ; wait = Math.min(wait * 2, LONGEST_WAIT)) {
      // What was put off may have arrived all the same, where a gateway spoke and not the deployment.
      let arrived = true;
      try {
        const sent = await send();
        const status = 'status' in sent ? sent.status : (sent.answer?.status ?? 0);
        const again = status === UNAUTHORISED && !renewed;
        if (again) client.forgetToken();
        renewed ||= status === UNAUTHORISED;
        if (!again && (!LATER.has(status) || time.monotonic() + wait > until)) return sent;
        if (again) continue;
      } catch (error) {
        if (!(error instanceof Unreached) || stop.aborted) throw error;
        if (time.monotonic() + wait > until) {
          lost(client.redact(error.message));
          throw error;
        }
        arrived = error instanceof NoAnswer && error.kind !== 'unreachable';
      }
      if (arrived) {
        unclear?.();
        const there = await found?.().catch(() => undefined);
        if (there) return there;
        tally.note('sent again, since no answer told what became of it: it may have arrived twice');
      }
      await time.sleep(wait, stop).catch(() => undefined);
    }
  }
}

/** Performs a control; gives the refusal, if it was one. Throws `Unreached` where it does not work. */
async function perform(
  errand: Exclude<ControlErrand, { control: 'setLicences' }>,
  { controls }: Client,
  cast: Cast,
): Promise<Refusal | undefined> {
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
      cast.addDevice(errand.number, (await controls.createDevice()).id);
      return undefined;
  }
}

const refused: Refusal = { status: 0, message: 'the deployment said no' };

/** What a deed is called in a report. */
export function nameOf(deed: Sent): string {
  return deed.kind === 'control' ? deed.action.kind : deed.kind;
}
