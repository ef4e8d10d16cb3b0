/** One request of a run and its answer, as it is recorded. */

/** One request and its answer; `placeholders` are in place of secrets. */
export interface Exchange {
  index: number;
  /** The purpose of the request: a judged id, or `set-up`, `calibration`, `clock` (to move the deployment's time), `clean-up`. */
  purpose: string;
  /** Milliseconds since the run began, to the hundredth: what began before another was answered went out at the same time. */
  at: number;
  milliseconds: number;
  request: { method: string; url: string; headers: { [name: string]: string }; body?: string };
  /** The index of the exchange that issued the bearer token in it: the record has the same placeholder for all tokens. */
  issuedBy?: number;
  reply?: { status: number; headers: { [name: string]: string }; body: string; truncated: boolean };
  /** Why there is no reply: `timeout`, `connection cut`, … */
  failure?: string;
}
