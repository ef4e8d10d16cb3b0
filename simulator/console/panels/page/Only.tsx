/** Controls of one call of the control API: where the role of this tab may not make it, they are disabled, and say why. */
import './page.css';
import type { ComponentChildren } from 'preact';
import type { RouteKey } from '../../../control/schemas/index.ts';
import { refusalOf } from '../../state/role.ts';

export interface OnlyProps {
  /** The call that they make. */
  call: RouteKey;
  /** True if the reason is shown as a tooltip alone, where there is no room. */
  isTight?: boolean;
  children: ComponentChildren;
}

export function Only({ call, isTight = false, children }: OnlyProps) {
  const reason = refusalOf(call);
  return (
    <fieldset class="only" disabled={reason !== undefined} title={reason}>
      {reason && !isTight && <p class="small muted">{reason}</p>}
      {children}
    </fieldset>
  );
}
