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

const reasons: { readonly [R in RoleView['role']]: string } = {
  trainer: 'This server does not offer it.',
  trainee: 'Only the trainer can do this here.',
  viewer: 'This link is for looking on: it changes nothing.',
};

/** Why a call may not be made from here; `undefined` where it may, and while that is not known. */
export function refusalOf(call: RouteKey): string | undefined {
  const known = role.value;
  return known === null || known.calls.includes(call) ? undefined : reasons[known.role];
}

export function mayCall(call: RouteKey): boolean {
  return refusalOf(call) === undefined;
}
