/** One answer to an opening, and where it was seen. */
import type { Json } from '../kit/json.ts';

/** Where findings come from: a description in OpenAPI, a recording of a browser, or the deployment itself. */
export type Source = 'openapi' | 'har' | 'live';

/** One answer to an opening, or the base path, that a source showed. */
export interface Finding {
  /**
   * Where in a profile: a JSON Pointer of the profile file, such as `/openings/records.device/fields/name`. It names the
   * smallest place that the source showed; an object is the same as a finding for each of its members.
   */
  readonly at: string;
  readonly value: Json;
  readonly source: Source;
  /** Short and plain, in one line: `openapi: paths./devices.get`, `seen: 12 of 12 replies`. */
  readonly evidence: string;
}

/** The findings of a source, and in words where it contradicts itself or could not be followed. */
export interface Findings {
  readonly findings: readonly Finding[];
  readonly notes: readonly string[];
}
