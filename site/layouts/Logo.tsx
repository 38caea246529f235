import { SITE_NAME } from '#site/content/texts.ts';
import './Logo.css';

export function Logo() {
  return (
    <span className="logo">
      <svg viewBox="0 0 32 32" width="30" height="30" aria-hidden="true">
        <path
          className="paper"
          d="M5 2h22v24.5l-2.75 3-2.75-3-2.75 3-2.75-3-2.75 3-2.75-3-2.75 3L5 26.5Z"
        />
        <path className="letter" d="M11 21V9h5a4 4 0 0 1 0 8h-5m6 0 4 4" />
      </svg>
      <span>{SITE_NAME}</span>
    </span>
  );
}
