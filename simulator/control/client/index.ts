/**
 * `roadtest/control`: the control API of a server as functions, on `fetch`. Runs in Node and in browsers.
 *
 * - `methods.ts`   the functions, each a route of the definition
 * - `call.ts`      one call, and why it is refused
 */
import { checkOptions } from '../../../contracts/kit/option-names.ts';
import { controlAddress, prefixOf } from '../../../contracts/kit/world-address.ts';
import { callControl, type Send } from './call.ts';
import { methods } from './methods.generated.ts';
import { boundTo, type MethodsOf } from './methods.ts';

export { ControlRefused } from './call.ts';

/**
 * The parts of a client that are not taken from its platform.
 *
 * @example
 * import { type ControlOptions, createControl } from 'roadtest/control';
 *
 * const options: ControlOptions = { token: 'open' };
 * console.log(createControl('http://127.0.0.1:4010', options).url); // http://127.0.0.1:4010/_control
 */
export interface ControlOptions {
  /** The control token, where the server asks for one. */
  token?: string | undefined;
  /** In place of the global `fetch`: that of a simulator, so that nothing goes over the network. */
  fetch?: ((request: Request) => Promise<Response>) | undefined;
}

/**
 * The control API of one world. Every function throws a `ControlRefused` for what is refused.
 *
 * @example
 * import { type Control, createControl } from 'roadtest/control';
 *
 * const checkout: Control = createControl('http://127.0.0.1:4010').world('checkout');
 * console.log(checkout.url); // http://127.0.0.1:4010/w/checkout/_control
 */
export interface Control extends MethodsOf<typeof methods> {
  /** Its address, which ends in `/_control`. */
  readonly url: string;
  /** The same for another world of the server. */
  world(name: string): Control;
}

/**
 * A client of the control API at any address of a server or of one of its worlds, such as `ROADTEST_CONTROL_URL` of
 * `roadtest exec`.
 *
 * @throws TypeError for what is no address, OptionError for options that it does not have
 * @example
 * import { createSimulator } from 'roadtest';
 * import { createControl } from 'roadtest/control';
 *
 * const simulator = createSimulator({ devices: 1 });
 * const control = createControl('http://localhost', { fetch: simulator.fetch });
 * await control.limits.set('dev-1', { dailySms: 1 });
 * await control.devices.send('dev-1', { channel: 'sms', count: 2 });
 * const { sent, withheld } = await control.outbox.list();
 * console.log(sent, withheld); // 1 1
 */
export function createControl(address: string | URL, options: ControlOptions = {}): Control {
  checkOptions(options, { token: true, fetch: true }, 'createControl');
  const { token, fetch: given } = options;
  const send: Send = (request) => {
    if (token !== undefined) request.headers.set('x-control-token', token);
    // The global one as it is now: a test may replace it.
    return (given ?? fetch)(request);
  };
  return clientOf(httpAddress(address), send);
}

/** @throws TypeError */
function httpAddress(given: string | URL): URL {
  const known = URL.canParse(String(given)) ? new URL(given) : undefined;
  if (known?.protocol === 'http:' || known?.protocol === 'https:') return known;
  throw new TypeError(`"${given}" is not the address of a server. Did you mean "http://${given}"?`);
}

function clientOf(address: URL, send: Send): Control {
  const url = controlAddress(address);
  const world = (name: string) => clientOf(new URL(prefixOf(encodeURIComponent(name)), address), send);
  return { ...boundTo(methods, (route, sent) => callControl(url, route, sent, send)), url, world };
}
