/** The button of the lesson, and what it opens: the brief, the objectives as they stand, hints and questions. */
import { useEffect } from 'preact/hooks';
import { shortTimeOf } from '../look/format.ts';
import { Icon } from '../look/Icon.tsx';
import { Dialog } from '../panels/page/Dialog.tsx';
import { zone } from '../panels/time/view.ts';
import { role } from '../state/role.ts';
import { world } from '../state/world.ts';
import { isOpen, lesson, loadLesson } from './lesson.ts';
import { Objectives, objectivesInWords, Prose, Questions } from './Parts.tsx';

/** The story whose brief was shown to the trainee by itself, once. */
let shown: string | undefined;
/** Real milliseconds between two looks. */
const LOOK = 2_000;

export function Lesson() {
  const known = lesson.value;
  const { story } = world.value ?? {};
  useEffect(() => {
    if (story) void loadLesson();
    else lesson.value = null;
  }, [world.value?.world]);
  const isPlayed = known !== null;
  useEffect(() => {
    if (!isPlayed) return;
    const timer = setInterval(() => void loadLesson(), LOOK);
    return () => clearInterval(timer);
  }, [isPlayed]);
  useEffect(() => {
    if (!known?.brief || role.value?.role !== 'trainee' || shown === known.title) return;
    shown = known.title;
    isOpen.value = true;
  }, [known?.title, role.value?.role]);
  if (!known) return null;
  return (
    <>
      <button
        type="button"
        class="button"
        onClick={() => {
          void loadLesson();
          isOpen.value = true;
        }}
      >
        <Icon name="book" /> Lesson
      </button>
      <Dialog
        open={isOpen.value}
        title={known.title}
        onClose={() => {
          isOpen.value = false;
        }}
      >
        {known.brief && <Prose text={known.brief} />}
        {known.notes && (
          <details>
            <summary>Notes for the presenter</summary>
            <Prose text={known.notes} />
          </details>
        )}
        {known.of > 0 && (
          <>
            <h3>Objectives: {objectivesInWords(known)}</h3>
            <Objectives of={known.objectives} timeOf={(iso) => shortTimeOf(Date.parse(iso), zone.value)} />
          </>
        )}
        {known.questions.length > 0 && (
          <>
            <h3>Questions</h3>
            <Questions of={known.questions} />
          </>
        )}
        {known.debrief && <Prose text={known.debrief} />}
        <p>
          <a href="debrief.html" target="_blank" rel="noopener opener">
            Open the debrief
          </a>
        </p>
      </Dialog>
    </>
  );
}
