import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { $dialog } from '#site/stores/dialog.ts';

/** Renders the dialogs of stores/dialog.ts; each island has one. */
export function DialogHost() {
  const dialog = useStore($dialog);
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (dialog) element.current?.showModal();
  }, [dialog]);
  if (!dialog) return null;
  return (
    <dialog
      ref={element}
      aria-labelledby="dialog-text"
      onClose={() => dialog.answer(element.current?.returnValue === 'accept')}
    >
      <form method="dialog" className="stack">
        <p id="dialog-text">{dialog.text}</p>
        <div className="row">
          <button type="submit" className="button primary" value="accept">
            {dialog.accept}
          </button>
          {dialog.cancel && (
            <button type="submit" className="button quiet" value="cancel">
              {dialog.cancel}
            </button>
          )}
        </div>
      </form>
    </dialog>
  );
}
