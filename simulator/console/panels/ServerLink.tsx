/** A link to something of the control API, in a tab of its own. */
import type { ComponentChildren } from 'preact';
import { worldPrefix } from '../../../contracts/kit/world-address.ts';
import { ApiError, controlToken, respond } from '../api/http.ts';
import { saveAs } from '../look/saving.ts';
import { notifyRefusal } from '../state/notices.ts';

interface ServerLinkProps {
  /** Below `/_control`. */
  path: string;
  /** Its name where it is saved: a browser sends no control token with a link. */
  file: string;
  children: ComponentChildren;
}

export function ServerLink({ path, file, children }: ServerLinkProps) {
  const address = `/_control${path}`;
  return (
    <a
      href={`${worldPrefix(location.pathname)}${address}`}
      target="_blank"
      rel="noopener"
      onClick={(event) => {
        if (controlToken() === undefined) return;
        event.preventDefault();
        void save(address, file);
      }}
    >
      {children}
    </a>
  );
}

async function save(address: string, file: string): Promise<void> {
  try {
    saveAs(await (await respond(address)).blob(), file);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    notifyRefusal(error.problem);
  }
}
