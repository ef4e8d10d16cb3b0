/** The policy of a page of ours: style and script are known by their hashes, and nothing else is let in. */
import { sha256 } from '@noble/hashes/sha2.js';
import { toBase64 } from '../../kit/base64.ts';

export function policyOf({
  styles,
  scripts = [],
}: {
  styles: readonly string[];
  scripts?: readonly string[];
}): string {
  const allowed = (texts: readonly string[]) =>
    texts.map((text) => `'${digest(text)}'`).join(' ') || "'none'";
  return [
    "default-src 'none'",
    `style-src ${allowed(styles)}`,
    `script-src ${allowed(scripts)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

function digest(text: string): string {
  return `sha256-${toBase64(sha256(new TextEncoder().encode(text)))}`;
}
