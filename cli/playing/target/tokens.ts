/** The tokens that the story itself asks for, as a client of the deployment would. */
import type { Client } from '../../../contracts/deployment/client.ts';

export class StoryTokens {
  readonly #client: Pick<Client, 'token'>;
  #first: string | undefined;

  constructor(client: Pick<Client, 'token'>) {
    this.#client = client;
  }

  /** Keeps the first token that the story was issued. */
  note(json: unknown): void {
    const { token } = (json ?? {}) as { token?: unknown };
    if (typeof token === 'string' && token !== '') this.#first ??= token;
  }

  /** The story's first token, however old it is by now; where it has asked for none, one that is in force. */
  async first(): Promise<string> {
    this.#first ??= await this.#client.token();
    return this.#first;
  }

  /** A token that is in force. */
  current(): Promise<string> {
    return this.#client.token();
  }
}
