/** Who looks on, by the token of this tab; the name of the trainee whose world it is stands in the tab. */
import { signal } from '@preact/signals';
import type { RoleView } from '../../control/schemas/index.ts';
import { control } from '../api/control.ts';
import { ApiError } from '../api/http.ts';

/** `null` while it is not known. */
export const role = signal<RoleView | null>(null);

export async function loadRole(): Promise<void> {
  try {
    role.value = await control.role();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
  const { name } = role.value ?? {};
  if (name) document.title = `${name} – Roadtest`;
}
