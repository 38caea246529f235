import './Spinner.css';

/** The blank wait while the session or a screen's data is read (spec §2). */
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
