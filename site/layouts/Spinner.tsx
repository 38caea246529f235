import './Spinner.css';

/** Blank spinner while the session or a screen loads (spec §2); without script, a link to the page `instead` of this one. */
export function Spinner({ instead }: { instead?: { href: string; text: string } }) {
  return (
    <>
      <div className="page-wait" role="status">
        <div className="spinner" aria-hidden="true" />
        <span className="visually-hidden">Loading</span>
      </div>
      <noscript>
        <p className="narrow">
          This page needs JavaScript. {instead && <a href={instead.href}>{instead.text}</a>}
        </p>
      </noscript>
    </>
  );
}
