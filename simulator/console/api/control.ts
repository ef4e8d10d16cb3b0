/** The control API by the routes of `roadtest/control`. All throw an `ApiError` for what is refused. */
import { methods } from '../../control/client/methods.generated.ts';
import { type AnySent, boundTo } from '../../control/client/methods.ts';
import { request, respond } from './http.ts';

const ROOT = '/_control';

/** The control API of the world below a path of this page's own. */
export const controlOf = (path: string) =>
  boundTo(methods, (route, { id = '', query = {}, body }: AnySent) => {
    const [method = '', rest = ''] = route.split(' ');
    const written = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
    const address = path + ROOT + rest.replace('{id}', encodeURIComponent(id));
    return request(written.length === 0 ? address : `${address}?${written.join('&')}`, { method, body });
  });
export const control = controlOf('');
export type Control = typeof control;

/** A snapshot as a file. */
export async function snapshotFile(): Promise<Blob> {
  return (await respond(`${ROOT}/snapshot`)).blob();
}
