/** The role of this tab's token, and the calls that it allows. The title of the tab has the name of the trainee. */
import { signal } from '@preact/signals';
import type { RoleView, RouteKey } from '../../control/schemas/index.ts';
import { control } from '../api/control.ts';
import { ApiError } from '../api/http.ts';

/** `null` while it is not known. */
export const role = signal<RoleView | null>(null);

export async function loadRole(): Promise<void> {
  try {
    role.value = await control.role.read();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
  const { name } = role.value ?? {};
  if (name) document.title = `${name} – Roadtest`;
}

/** Returns whether a call may be made from here, as far as that is known: what may not be done is not offered. */
export function mayCall(call: RouteKey): boolean {
  return role.value === null || role.value.calls.includes(call);
}
