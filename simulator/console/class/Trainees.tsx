/** The dialogs of the trainees: added with a story and what they may do, given links and credentials, removed. */
import { signal } from '@preact/signals';
import type { BodyOf, ClassView, Handout, Problem } from '../../control/schemas/index.ts';
import { Choice, Dialog, Refusal } from '../look/controls.tsx';
import { Icon } from '../look/Icon.tsx';
import { copyText } from '../look/saving.ts';
import { notify, problemOf } from '../state/notices.ts';
import { addTrainees, removeTrainee, room, stories } from './worlds.ts';

export const isAdding = signal(false);
/** The names of the worlds whose links are shown: of trainees who were added last, or of one. */
export const opened = signal<readonly string[]>([]);

/** The rights that can be granted, in words. */
const GRANTS = [
  ['rewind', 'Go back in time: reset, seek'],
  ['inject', 'Incidents, faults, adding and removing devices'],
] as const;

/** Values of the choice that are no names of stories. */
const USUAL = '';
const NONE = 'none';
const OWN = 'file';
const chosen = signal(USUAL);
const refusal = signal<Problem | undefined>(undefined);

export function Trainees() {
  const known = room.value;
  const handouts = known?.trainees.filter(({ world }) => opened.value.includes(world)) ?? [];
  const [one] = handouts;
  const close = () => {
    opened.value = [];
  };
  return (
    <>
      <Dialog
        open={isAdding.value}
        title="Add trainees"
        onClose={() => {
          isAdding.value = false;
          refusal.value = undefined;
        }}
      >
        {known && <Form known={known} />}
      </Dialog>
      <Dialog open={handouts.length > 0} title="Links and credentials" onClose={close}>
        <Handouts of={handouts} />
        {handouts.length === 1 && one && (
          <div class="row wrap">
            <p class="small muted grow">Removing {one.name} ends their world: nothing of it is left.</p>
            <button
              type="button"
              class="button"
              onClick={() => {
                close();
                void removeTrainee(one);
              }}
            >
              Remove {one.name}
            </button>
          </div>
        )}
      </Dialog>
    </>
  );
}

function Form({ known }: { known: ClassView }) {
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        refusal.value = undefined;
        add(new FormData(event.currentTarget)).catch((error: unknown) => {
          refusal.value = problemOf(error);
        });
      }}
    >
      <div class="field">
        <label for="names">Names, with commas between</label>
        <input id="names" name="names" class="input" placeholder="Anna K, Ben" required />
      </div>
      <Choice
        id="story"
        label="Story or lesson"
        value={chosen}
        of={[
          ...(known.story ? [[USUAL, `${known.story}, as for the class`] as const] : []),
          [known.story ? NONE : USUAL, 'none: the plain fleet, parked'],
          ...stories.value.map(({ name, title }) => [`story ${name}`, title] as const),
          [OWN, 'a file …'],
        ]}
      />
      {chosen.value === OWN && (
        <div class="field">
          <label for="file">File of a story</label>
          <input id="file" name="file" class="input" type="file" accept=".yaml,.yml,.json" required />
        </div>
      )}
      <fieldset class="stack">
        <legend>They may also</legend>
        {GRANTS.map(([grant, label]) => (
          <label key={grant} class="row">
            <input type="checkbox" name="may" value={grant} checked={known.may.includes(grant)} />
            {label}
          </label>
        ))}
      </fieldset>
      <Refusal problem={refusal.value} />
      <button type="submit" class="button primary">
        Add
      </button>
    </form>
  );
}

async function add(form: FormData): Promise<void> {
  const story = await storyIn(form);
  const handouts = await addTrainees({
    trainees: String(form.get('names')).split(','),
    may: GRANTS.map(([grant]) => grant).filter((grant) => form.getAll('may').includes(grant)),
    ...(story !== undefined && { story }),
  });
  isAdding.value = false;
  opened.value = handouts.map(({ world }) => world);
}

async function storyIn(form: FormData): Promise<BodyOf<'POST /class'>['story']> {
  if (chosen.value === USUAL) return undefined;
  if (chosen.value === NONE) return null;
  const file = form.get('file');
  if (file instanceof File) return { file: file.name, text: await file.text() };
  return { name: chosen.value.replace(/^story /, '') };
}

const FACTS = [
  ['Link', 'link'],
  ['Link to look on', 'viewer'],
  ['API', 'baseUrl'],
  ['User name', 'userName'],
  ['API key', 'apiKey'],
] as const;

/** Links and credentials of trainees, each to be copied. */
function Handouts({ of: handouts }: { of: readonly Handout[] }) {
  const asText = (handout: Handout) =>
    [handout.name, ...FACTS.map(([label, fact]) => `${label}: ${handout[fact]}`)].join('\n');
  return (
    <>
      <p class="small muted">A link opens the world of its trainee, for everyone who has it.</p>
      {handouts.map((handout) => (
        <section key={handout.world} class="stack" aria-label={handout.name}>
          <h3 class="untrusted">{handout.name}</h3>
          {FACTS.map(([label, fact]) => (
            <div key={fact} class="row">
              <span class="muted">{label}</span>
              <span class="mono cut grow">{handout[fact]}</span>
              <Copy label={`Copy: ${label} of ${handout.name}`} text={handout[fact]} />
            </div>
          ))}
        </section>
      ))}
      <Copy label="Copy all" text={handouts.map(asText).join('\n\n')} />
    </>
  );
}

function Copy({ label, text }: { label: string; text: string }) {
  return (
    <button
      type="button"
      class="button plain square"
      title={label}
      aria-label={label}
      onClick={() => void copyText(text).then(() => notify('Copied.'))}
    >
      <Icon name="copy" />
    </button>
  );
}
