/** How a condition is written: all that the language and the player have to know of it. */
import type { TProperties, TSchema } from '../../contracts/kit/schema.ts';
import type { FleetEvent, Message } from '../../simulator/fleet/types.ts';
import type { PluginWorld } from '../../simulator/plugin.ts';
import type { Row } from '../language/rows.ts';
import type { StoryNames } from '../language/words.ts';
import type { Recipients } from '../player/recipients.ts';

/** A vehicle at a report that is looked at. */
export interface VehicleReport {
  /** km/h. */
  readonly speed: number;
  /** How long it has not moved, in ms. */
  readonly stillFor: number;
  /** True if a route driven once has come to its end since the last report. */
  readonly hasArrived: boolean;
  sensor(name: string): number | undefined;
  /** Returns whether it is within the area of a site. */
  isWithin(site: number): boolean;
}

/** Something that happens at a moment: an event of the service, or messages alike, which events do not show whole. */
export type Happening = FleetEvent | { kind: 'messages'; message: Message; recipients: Recipients };

/** How it is noticed that a condition becomes true of a device. One whose facts have a `site` asks about its area. */
export type Cause<Facts> =
  /**
   * By something that happens: the device of which it became true, if it did. `holdsOf`: whether it holds of a device
   * without one, where it is a state and not something that happens.
   */
  | {
      becameTrueOf(condition: Facts, happening: Happening, fleet: PluginWorld['fleet']): number | undefined;
      holdsOf?(condition: Facts, device: number, fleet: PluginWorld['fleet']): boolean;
    }
  /** By a report within the area after one outside, or the other way round. */
  | { crosses: 'in' | 'out' }
  /** By a report of which it holds after one of which it does not. */
  | { holds(condition: Facts, report: VehicleReport): boolean };

export interface ConditionRow<
  Value extends TSchema = TSchema,
  Beside extends TProperties = TProperties,
  Facts extends object = object,
> extends Row<Value, Beside, Facts> {
  /** `who` is the devices in words. */
  words(condition: Facts, who: string, names: StoryNames): string;
  readonly cause: Cause<Facts>;
}

export function defineCondition<Value extends TSchema, Beside extends TProperties, Facts extends object>(
  row: ConditionRow<Value, Beside, Facts>,
): ConditionRow<Value, Beside, Facts> {
  return row;
}
