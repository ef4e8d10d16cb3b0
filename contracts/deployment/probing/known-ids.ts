/** Ids that exist on the deployment, and ids of the same form that name nothing. */

import { type CheckDigit, withCheck } from '../../kit/check-digits.ts';
import { ProfileError } from '../../profile/errors.ts';
import type { AnyId } from '../../profile/facts.ts';
import { type OwnIdForm, ownIdForm } from '../../profile/lens/ids.ts';
import { type GuardedOperationId, listOperation, type PathResource } from '../../specification/operations.ts';
import type { Probe } from '../deployment.ts';
import { Unreached } from '../finding.ts';
import { readPage } from '../reading/list.ts';
import { contentOf } from '../reading/success.ts';
import type { Dialect } from '../session/dialect.ts';
import { Memo } from '../session/memo.ts';
import { unboundOpening, unlessUnbound } from '../session/unbound.ts';

const lists = { device: 'devices', group: 'groups', user: 'users' } as const;

export interface KnownIdsContext extends Dialect {
  readonly nonce: string;
  /** An operation with a token in force, sent once for the run. */
  readonly calibration: { withToken(operation: GuardedOperationId): Promise<Probe> };
}

export class KnownIds {
  readonly #context: KnownIdsContext;
  readonly #listed = new Memo<PathResource, AnyId[]>();

  constructor(context: KnownIdsContext) {
    this.#context = context;
  }

  /** The ids that the profile names, otherwise those of the list; at least one. */
  async all(resource: PathResource): Promise<readonly AnyId[]> {
    const named = this.#context.profile.known?.[resource] ?? [];
    if (named.length > 0) return named;
    const ids = await this.#listed.once(resource, () => this.#read(resource));
    if (ids.length > 0) return ids;
    throw new Unreached(`no ${resource} is known: the list has none that can be read`, `known.${resource}`);
  }

  async some(resource: PathResource, count: number): Promise<AnyId[]> {
    const ids = await this.all(resource);
    if (ids.length >= count) return ids.slice(0, count);
    throw new Unreached(
      `${count} ${lists[resource]} are needed, ${ids.length} are known`,
      `known.${resource}`,
    );
  }

  /** An id in the form of those that are known, or else of `records.id`. */
  async unknown(resource: PathResource): Promise<AnyId> {
    const [sample] = (await this.all(resource).catch(unlessUnbound)) ?? [];
    return unlike(sample ?? this.#formless(resource), this.#context.nonce, this.#formOf(resource)?.check);
  }

  async #read(resource: PathResource): Promise<AnyId[]> {
    try {
      const name = lists[resource];
      const { answer } = await this.#context.calibration.withToken(listOperation[name]);
      const { records } = readPage(this.#context.lens, name, contentOf(answer));
      return (records as { id?: AnyId | null }[]).flatMap(({ id }) =>
        id === undefined || id === null ? [] : [id],
      );
    } catch (error) {
      if (!(error instanceof ProfileError)) throw error;
      const opening = unboundOpening(error);
      throw new Unreached(
        `no ${resource} is known, and the profile does not say where the ids are in the list`,
        `known.${resource}`,
        ...(opening ? [opening] : []),
      );
    }
  }

  #formOf(resource: PathResource): OwnIdForm | undefined {
    const answer = this.#context.profile.openings['records.id'];
    return answer && ownIdForm(answer, resource);
  }

  #formless(resource: PathResource): AnyId {
    const own = this.#formOf(resource);
    if (own?.form === 'uuid') return '00000000-0000-4000-8000-000000000000';
    return own?.form === 'string' ? `${own.prefix}1` : 1;
  }
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** An id of the form of a sample, that no record of the deployment has: far out, and by the nonce; its check digits are right. */
export function unlike(sample: AnyId, nonce: string, check?: CheckDigit): AnyId {
  const number = numberOf(nonce);
  const plain = String(900_000_000 + number);
  const checked = check ? withCheck(plain, check) : plain;
  if (typeof sample !== 'string') return Number(checked);
  if (UUID.test(sample)) {
    const hex = number.toString(16).padStart(12, '0');
    return `${hex.slice(0, 8)}-f0ad-4${sample.slice(15, 18)}-8${sample.slice(20, 23)}-${hex}`;
  }
  const digits = /(?<!\d)\d+$/.exec(sample)?.[0];
  if (digits !== undefined) return sample.slice(0, -digits.length) + checked;
  return `unknown-${nonce}`;
}

/** A number below a hundred million. */
function numberOf(nonce: string): number {
  let number = 7;
  for (const character of nonce) number = (number * 31 + character.charCodeAt(0)) % 99_999_989;
  return number;
}
