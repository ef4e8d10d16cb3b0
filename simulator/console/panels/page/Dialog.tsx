/** A question or a text before everything else; Escape closes it. */
import './page.css';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { Icon } from '../../look/Icon.tsx';

export interface DialogProps {
  open: boolean;
  title: string;
  onClose: () => void;
  children: ComponentChildren;
}

export function Dialog({ open, title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isShown = useRef(false);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    isShown.current = open;
    if (open && !element?.open) element?.showModal();
    else if (!open && element?.open) element.close();
  }, [open]);
  // The browser tells of it a moment later: by then another question may be asked here, which this does not answer.
  const closed = () => isShown.current && !dialog.current?.open && onClose();
  return (
    <dialog ref={dialog} class="dialog" aria-labelledby={id} onClose={closed}>
      {open && (
        <div class="stack">
          <div class="row">
            <h2 id={id}>{title}</h2>
            <button type="button" class="button plain square push" onClick={onClose}>
              <Icon name="close" />
              <span class="visually-hidden">Close</span>
            </button>
          </div>
          {children}
        </div>
      )}
    </dialog>
  );
}
