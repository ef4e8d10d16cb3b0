/** Trainees added: their names, the story of their worlds, and what they may do. */
import { signal } from '@preact/signals';
import type { BodyOf, ClassView, Problem } from '../../control/schemas/index.ts';
import { Refusal } from '../look/controls.tsx';
import { Dialog } from '../panels/page/Dialog.tsx';
import { problemOf } from '../state/notices.ts';
import { Seats } from './Seats.tsx';
import { addTrainees, room, stories } from './seats.ts';

export const isAdding = signal(false);
/** The names of the worlds of the trainees who were added last. */
const added = signal<readonly string[]>([]);

/** The rights that can be granted, in words. */
const granted = {
  rewind: 'Go back in time: reset, seek',
  inject: 'Incidents, faults, adding and removing devices',
} as const;
const grants = Object.entries(granted) as [keyof typeof granted, string][];

/** Values of the choice that are no names of stories. */
const USUAL = '';
const NONE = 'none';
const OWN = 'file';
const chosen = signal(USUAL);
const refusal = signal<Problem | undefined>(undefined);

export function Adding() {
  const known = room.value;
  const seats = known?.trainees.filter(({ world }) => added.value.includes(world)) ?? [];
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
      <Dialog
        open={seats.length > 0}
        title="What to give them"
        onClose={() => {
          added.value = [];
        }}
      >
        <Seats of={seats} />
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
      <div class="field">
        <label for="story">Story or lesson</label>
        <select
          id="story"
          name="story"
          class="input"
          value={chosen.value}
          onChange={({ currentTarget }) => {
            chosen.value = currentTarget.value;
          }}
        >
          {known.story && <option value={USUAL}>{known.story}, as for the class</option>}
          <option value={known.story ? NONE : USUAL}>none: the plain fleet, parked</option>
          {stories.value.map(({ name, title }) => (
            <option key={name} value={`story ${name}`}>
              {title}
            </option>
          ))}
          <option value={OWN}>a file …</option>
        </select>
      </div>
      {chosen.value === OWN && (
        <div class="field">
          <label for="file">File of a story</label>
          <input id="file" name="file" class="input" type="file" accept=".yaml,.yml,.json" required />
        </div>
      )}
      <fieldset class="stack">
        <legend>They may also</legend>
        {grants.map(([grant, label]) => (
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
  const seats = await addTrainees({
    trainees: String(form.get('names')).split(','),
    may: grants.map(([grant]) => grant).filter((grant) => form.getAll('may').includes(grant)),
    ...(story !== undefined && { story }),
  });
  added.value = seats.map(({ world }) => world);
  isAdding.value = false;
}

async function storyIn(form: FormData): Promise<BodyOf<'POST /class'>['story']> {
  const choice = String(form.get('story'));
  if (choice === USUAL) return undefined;
  if (choice === NONE) return null;
  const file = form.get('file');
  if (file instanceof File) return { file: file.name, text: await file.text() };
  return { name: choice.replace(/^story /, '') };
}
