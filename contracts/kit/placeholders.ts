/**
 * The placeholders of secrets in the record: each names the environment variable that
 * holds the secret, so that a request of the record can be sent again as it is shown.
 */
export const placeholders = {
  userName: '$ROADTEST_USER_NAME',
  apiKey: '$ROADTEST_API_KEY',
  token: '$ROADTEST_TOKEN',
} as const;

/** In the place of a secret that is known by nothing but its name. */
export const redacted = '<REDACTED>';

/** In the place of a secret of the controls: the variable of the environment that holds it, `<$NAME>`. */
export function inVariable(name: string): string {
  return `<$${name}>`;
}
