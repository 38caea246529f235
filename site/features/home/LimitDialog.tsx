/** The sign-up offer at the free-search limit; limit.ts opens it. */
export function LimitDialog() {
  return (
    <dialog data-limit-dialog aria-labelledby="limit-title">
      <form method="dialog" className="stack">
        <h2 id="limit-title">That was your third free search</h2>
        <p data-limit-text />
        <div className="row">
          <button type="submit" className="button wattle" value="accept">
            Sign up free
          </button>
          <button type="submit" className="button quiet" value="cancel">
            Not now
          </button>
        </div>
      </form>
    </dialog>
  );
}
