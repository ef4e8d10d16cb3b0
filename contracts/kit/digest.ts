/** The digest of data: what was changed since it was written does not have it. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

export function digestOf(content: object): string {
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify(content))));
}
