/** Why a request got no answer. */
import { Unreached } from '../case.ts';

export type FailureKind = 'unreachable' | 'timeout' | 'cut' | 'too-large' | 'interrupted';

const words: { readonly [K in FailureKind]: string } = {
  unreachable: 'the deployment could not be reached',
  timeout: 'no answer came in time',
  cut: 'the connection was cut',
  'too-large': 'the answer was too large to read',
  interrupted: 'the run was interrupted',
};

/** Thrown for a request without an answer: for the rule behind it nothing can be concluded. */
export class NoAnswer extends Unreached {
  readonly kind: FailureKind;
  readonly exchange: number;

  constructor(kind: FailureKind, request: string, exchange: number, detail = '') {
    super(`${request}: ${words[kind]}${detail && ` (${detail})`}`);
    this.kind = kind;
    this.exchange = exchange;
  }
}

/** Error codes of platforms for a deployment that was never reached: name, address, route, certificate. */
const NEVER_REACHED =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT|ERR_TLS.*|ERR_SSL.*|CERT_.*|DEPTH_ZERO.*|SELF_SIGNED.*|UNABLE_TO.*|ERR_INVALID_URL)$/;

/** What a rejection of `fetch` means, and the platform's own word for it. */
export function failureOf(error: unknown): { kind: FailureKind; detail: string } {
  const chain = causesOf(error);
  const code = chain.map((cause) => cause.code).find((known) => known !== undefined);
  const message = chain.at(-1)?.message ?? '';
  if (code !== undefined && NEVER_REACHED.test(code)) return { kind: 'unreachable', detail: code };
  return { kind: 'cut', detail: code ?? message };
}

/** An error and what caused it, the outermost first. */
function causesOf(error: unknown): { code: string | undefined; message: string }[] {
  const chain: { code: string | undefined; message: string }[] = [];
  let current = error;
  while (current instanceof Error && chain.length < 8) {
    const { code } = current as { code?: unknown };
    chain.push({ code: typeof code === 'string' ? code : undefined, message: current.message });
    // One attempt for each address of a name comes as a list of errors.
    current = current instanceof AggregateError ? (current.errors[0] as unknown) : current.cause;
  }
  return chain;
}
