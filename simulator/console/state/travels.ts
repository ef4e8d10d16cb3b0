/** Trips and stops of the chosen vehicle, as the server finds them in the locations that it keeps. */
import type { Travels } from '../../control/schemas/index.ts';
import { control } from '../api/control.ts';
import { ApiError } from '../api/http.ts';
import { ofChosen } from './of-chosen.ts';

/** Real milliseconds between two requests. */
const PAUSE = 2_000;

/** `null` while they are not known, and where this server does not know them. */
export const travels = ofChosen<Travels | null>(
  null,
  (id) => control.devices.trips(id).catch(unlessUnknown),
  PAUSE,
);

/** A server without stories has no trips either; what else fails is tried again. */
function unlessUnknown(error: unknown): null {
  if (error instanceof ApiError && error.problem.status === 404) return null;
  throw error;
}
