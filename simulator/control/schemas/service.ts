/** The service as a whole: its faults, profile and state. */
import {
  integer,
  list,
  object,
  oneOf,
  optional,
  orNull,
  string,
  typed,
} from '../../../contracts/kit/schema.ts';
import { countedRule } from '../../faults/faults.ts';
import type { FaultRule } from '../../faults/index.ts';
import type { Fixture } from '../../fixture/schema.ts';

export const faults = object({ rules: list(countedRule) });
/** The rules are checked where they are applied, which has an error code of its own. */
export const faultsChange = object({ rules: optional(typed<readonly FaultRule[]>({})) });

/** The world as a fixture: see `roadtest/fixture`. */
export const fixture = typed<Fixture>({ type: 'object' });

/** A profile without what is private to its owner. */
export const profile = typed<{ name: string; openings?: { [id: string]: unknown } }>({ type: 'object' });

/** A description in OpenAPI 3.1. */
export const openApi = typed<object>({ type: 'object' });
export const nothing = object({});
/** The service is up. */
export const health = object({ status: oneOf('ok') });
export const role = object({
  role: oneOf('trainer', 'trainee', 'viewer'),
  /** The trainee whose world it is. */
  name: orNull(string()),
  rights: list(oneOf('look', 'act', 'rewind', 'inject', 'direct')),
  /** The calls that these rights allow, such as `PUT /clock`. */
  calls: list(string()),
});
/** The server ends when what is under way is answered. */
export const stopping = object({ status: oneOf('stopping') });
export const snapshot = typed<object>({ type: 'object' });

/** A mistake in the text of a story. */
export const storyProblem = object({
  line: integer(),
  column: integer(),
  code: string(),
  message: string(),
  hint: optional(string()),
});

/** Why a request is refused: problem details (RFC 9457) with a stable code. */
export const problem = object({
  title: optional(string()),
  status: integer(),
  code: string(),
  detail: string(),
  /** The field or query parameter that is wrong. */
  field: optional(string()),
  /** Advice to the caller. */
  hint: optional(string()),
  /** All that is wrong in a story. */
  problems: optional(list(storyProblem)),
  /** After a wait: what was waited for, how many of it, how many came, and what came nearest. */
  waitedFor: optional(string()),
  wanted: optional(integer()),
  matched: optional(integer()),
  nearest: optional(list(object({ sequence: integer(), entry: string(), missed: list(string()) }))),
});

/** The world that is shown: another one after a reset, a restored snapshot, a story. */
export const worldView = object({ world: string(), story: orNull(string()), seed: integer() });
