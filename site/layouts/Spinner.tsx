import './Spinner.css';

/** Blank spinner while the session or a screen loads (spec §2). */
export function Spinner() {
  return (
    <>
      <div className="page-wait" role="status">
        <div className="spinner" aria-hidden="true" />
        <span className="visually-hidden">Loading</span>
      </div>
      <noscript>
        <p className="narrow">This page needs JavaScript.</p>
      </noscript>
    </>
  );
}
