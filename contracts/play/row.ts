/** A step as one row: its fields, itself in words, what it touches and costs, and how it is taken. All else follows from that. */
import type { Deployment } from '../deployment/deployment.ts';
import type { Makeable } from '../deployment/finding.ts';
import type { Family } from '../judge/event.ts';
import {
  integer,
  object,
  oneOf,
  optional,
  orNull,
  type Static,
  type TObject,
  type TSchema,
  yesNo,
} from '../kit/schema.ts';
import type { ControlName } from '../profile/profile.ts';
import { channelIds } from '../specification/records/values.ts';
import type { Scene, StepResult } from './scene.ts';

/**
 * The parts of a deployment: histories all steps of which touch the same one may run beside others. `devices`: of the history
 * alone; `licences`: what all devices share; `records`: new each time; `looking`: what all devices share, once none reports
 * anything; `access`: operations on what is the history's own, with the token that all share; `tokens`: no record and no device.
 */
export type Part = 'devices' | 'licences' | 'records' | 'looking' | 'access' | 'tokens';

/** The most that a step causes; a list has pages, and a control may read before it writes: none of that is known beforehand. */
export interface StepCost {
  /** Beside the reads of what it writes. Default: 1. */
  readonly requests?: number;
  readonly messages?: number;
  /** So many hours it brings time forward. */
  readonly hours?: number;
  readonly creates?: readonly Makeable[];
}

/** All that is said of a step beside its fields: a value, or what follows from them. */
export interface StepRow<S> {
  /** To be read after a number. */
  say(step: S): string;
  /** @throws Unreached where the profile or the deployment does not allow it, or no answer comes. @param atOnce together with others */
  act(scene: Scene, step: S, atOnce?: boolean): Promise<StepResult>;
  /** Default: it is played with nothing beside it. */
  readonly touches?: readonly Part[];
  readonly cost?: StepCost | ((step: S) => StepCost);
  /** Tells whether it changes nothing. */
  readonly reads?: boolean | ((step: S) => boolean);
  /** The operation, or the control as `controls.send`, whose answer it brings; others are told by the step itself. */
  readonly answers?: string | ((step: S) => string | undefined);
  /** Histories are drawn with it where these controls are there, and this holds. */
  readonly needs?: readonly ControlName[];
  isPossible?(deployment: Deployment): boolean;
  /**
   * Steps of one sort in a row that are about different things go out at once, so that a distant deployment is waited for once:
   * those that look, those that write texts, and token requests by credentials that are nearly right.
   */
  sort?(step: S): string | undefined;
  /** Tells whether it may have been carried out though it failed. Default: where any request was sent for it. */
  readonly mayBeDone?: boolean;
}

type Fields = { readonly [field: string]: TSchema };
export type Of<F extends Fields> = Static<TObject<{ -readonly [N in keyof F]: F[N] }>>;

export function row<F extends Fields>({ fields, ...told }: { readonly fields: F } & StepRow<Of<F>>) {
  return { schema: object(fields as { -readonly [N in keyof F]: F[N] }), ...(told as StepRow<Of<F>>) };
}

export const family = oneOf('group', 'user');
/** Names a record, a device or a token of the history. */
export const number = integer({ minimum: 1, maximum: 1_000 });
export const device = number;
export const channel = oneOf(...channelIds);
export const side = oneOf('before', 'after');
export const back = integer({ minimum: 0, maximum: 10 });
/** Beyond 16 bits, which no store may cut. */
export const limit = orNull(integer({ minimum: -100, maximum: 100_000 }));
export const ofRecord = { family, record: number };
export const flag = optional(yesNo);

export const looks = { reads: true, sort: () => 'looks' } as const;
/** Settings are read before they are changed: what only that stands in the way of was not changed. */
export const ofSettings = {
  touches: ['devices', 'licences'],
  cost: { requests: 2 },
  mayBeDone: false,
} as const;

export function recordInWords({ family, record }: { family: Family; record: number }): string {
  return `${family} ${record}`;
}
