/** The lesson on the live page: the brief, the objectives as they stand, hints and questions. */
import { useEffect } from 'preact/hooks';
import { Dialog } from '../look/controls.tsx';
import { shortTimeOf } from '../look/format.ts';
import { usePolled } from '../state/resource.ts';
import { role } from '../state/role.ts';
import { zone } from '../state/story.ts';
import { isOpen, lesson } from './lesson.ts';
import { Objectives, objectivesInWords, Prose, Questions } from './Parts.tsx';

/** The story whose brief was shown to the trainee by itself, once. */
let shown: string | undefined;

export function LessonDialog() {
  const known = lesson.value;
  usePolled(() => {
    if (lesson.peek() !== undefined) lesson.ask();
  }, 2_000);
  useEffect(() => {
    if (!known?.brief || role.value?.role !== 'trainee' || shown === known.title) return;
    shown = known.title;
    isOpen.value = true;
  }, [known?.title, role.value?.role]);
  return (
    <Dialog
      open={known !== undefined && isOpen.value}
      title={known?.title ?? ''}
      onClose={() => {
        isOpen.value = false;
      }}
    >
      {known?.brief && <Prose text={known.brief} />}
      {known?.notes && (
        <details>
          <summary>Notes for the presenter</summary>
          <Prose text={known.notes} />
        </details>
      )}
      {known && known.of > 0 && (
        <>
          <h3>Objectives: {objectivesInWords(known)}</h3>
          <Objectives of={known.objectives} timeOf={(iso) => shortTimeOf(Date.parse(iso), zone.value)} />
        </>
      )}
      {known && known.questions.length > 0 && (
        <>
          <h3>Questions</h3>
          <Questions of={known.questions} />
        </>
      )}
      {known?.debrief && <Prose text={known.debrief} />}
      <p>
        <a href="debrief.html" target="_blank" rel="noopener opener">
          Open the debrief
        </a>
      </p>
    </Dialog>
  );
}
