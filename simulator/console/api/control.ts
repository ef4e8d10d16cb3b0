/** The control API by the routes of `roadtest/control`. All throw an `ApiError` for what is refused. */
import { type AnySent, boundTo, methods } from '../../control/client/methods.ts';
import { request, respond } from './http.ts';

const ROOT = '/_control';

export const control = boundTo(methods, (route, { id = '', query = {}, body }: AnySent) => {
  const [method = '', path = ''] = route.split(' ');
  const written = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const address = ROOT + path.replace('{id}', encodeURIComponent(id));
  return request(written.length === 0 ? address : `${address}?${written.join('&')}`, { method, body });
});

/** A snapshot as a file. */
export async function snapshotFile(): Promise<Blob> {
  return (await respond(`${ROOT}/snapshot`)).blob();
}
