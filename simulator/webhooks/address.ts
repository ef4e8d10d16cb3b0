/** Addresses to which events may be sent. The name as it is written decides: what it resolves to cannot open anything. */
import { isLoopback } from '../../contracts/kit/http.ts';
import { excerpt } from '../../contracts/kit/untrusted.ts';
import { ControlError } from '../control/errors.ts';

/**
 * An address, checked: http or https, without credentials, on this machine or one of the hosts that are allowed.
 *
 * @param allowed further host names, each exactly as it is in an address
 * @returns the address in its usual form, without a fragment
 * @throws ControlError WEBHOOK_INVALID, WEBHOOK_ADDRESS
 * @example checkedAddress('http://127.1:9000/hook', []) // 'http://127.0.0.1:9000/hook'
 */
export function checkedAddress(given: string, allowed: readonly string[]): string {
  if (!URL.canParse(given))
    throw invalid('It is not an address.', 'Write it like http://127.0.0.1:9000/hook.');
  const url = new URL(given);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw invalid('Its scheme is neither http nor https.', 'Begin it with http:// or https://.');
  if (url.username !== '' || url.password !== '')
    throw invalid(
      'It has credentials in it.',
      'Leave them out, and give a secret: deliveries are signed with it.',
    );
  const { hostname } = url;
  if (!isLoopback(hostname) && !allowed.some((host) => host.toLowerCase() === hostname)) {
    throw new ControlError('WEBHOOK_ADDRESS', `Events may not be sent to the host ${excerpt(hostname)}.`, {
      field: 'url',
      hint: 'Use an address of this machine (127.0.0.1, ::1, localhost), or start roadtest with --allow-webhook and the host.',
    });
  }
  url.hash = '';
  return url.href;
}

/** The address is not repeated: there may be credentials in it. */
function invalid(why: string, hint: string): ControlError {
  return new ControlError('WEBHOOK_INVALID', `No events can be sent to this address. ${why}`, {
    field: 'url',
    hint,
  });
}
