import { deleteAccount } from '#site/client/calls/auth.ts';
import { confirmWith, tell } from '#site/stores/dialog.ts';
import { clearSession } from '#site/stores/session.ts';

const CONFIRM =
  'Delete your account with its history, favourites and alerts? This cannot be undone.';
const FAILED = 'Your account could not be deleted. Please try again.';

/** The end of an account, after a confirm. */
export function DeleteAccount() {
  const remove = async () => {
    if (!(await confirmWith(CONFIRM, 'Delete account'))) return;
    try {
      await deleteAccount();
      clearSession();
      location.assign('/');
    } catch {
      // Logged by the caller of the API.
      await tell(FAILED);
    }
  };
  return (
    <section className="stack tight" aria-labelledby="delete-title">
      <h2 id="delete-title" className="panel-title">
        Delete account
      </h2>
      <p className="muted">Removes your history, favourites and alerts with it.</p>
      <div>
        <button type="button" className="button danger" onClick={() => void remove()}>
          Delete account
        </button>
      </div>
    </section>
  );
}
