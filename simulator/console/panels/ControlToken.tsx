/** The question for the control token, asked once for a tab when the server wants it. */
import { signal } from '@preact/signals';
import { askForToken } from '../api/http.ts';
import { Dialog } from '../look/controls.tsx';

interface Question {
  refused: boolean;
  answer: (token: string | undefined) => void;
}
const question = signal<Question | null>(null);

/** From now on this page answers when the server asks for its control token. */
export function answerForToken(): void {
  askForToken(
    (refused) =>
      new Promise((resolve) => {
        question.value = {
          refused,
          answer(token) {
            question.value = null;
            resolve(token);
          },
        };
      }),
  );
}

export function ControlToken() {
  const asked = question.value;
  return (
    <Dialog open={asked !== null} title="Control token" onClose={() => asked?.answer(undefined)}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          const typed = new FormData(event.currentTarget).get('token');
          asked?.answer(typeof typed === 'string' && typed.trim() !== '' ? typed.trim() : undefined);
        }}
      >
        <p>
          This server can be reached by other machines, so it asks who may control it. The token was printed
          when the server started. It is kept in this tab until you close it.
        </p>
        {asked?.refused && (
          <p class="chip bad" role="alert">
            This is not the control token of this server.
          </p>
        )}
        <div class="field">
          <label for="control-token">Control token</label>
          <input id="control-token" name="token" class="input mono" type="password" autocomplete="off" />
        </div>
        <div class="row">
          <button type="submit" class="button primary">
            Continue
          </button>
        </div>
      </form>
    </Dialog>
  );
}
