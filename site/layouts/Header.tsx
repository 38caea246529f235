import { PRICE_TOOLS, SITE_NAME } from '#site/content/texts.ts';
import { Icon } from '#site/ui/Icon.tsx';
import './Header.css';
import { Logo } from './Logo.tsx';

const LINKS = [
  { href: '/', text: 'Home' },
  { href: '/smart-search', text: 'Smart Search' },
  { href: '/trending', text: 'Trending' },
  { href: '/about', text: 'About' },
  { href: '/faq', text: 'FAQ' },
];
const ACCOUNT_LINKS = [
  { href: '/recommendations', text: 'AI Picks' },
  { href: '/favorites', text: 'Favorites' },
  { href: '/profile', text: 'Profile' },
];

/** Pages with their own search box. */
const SEARCH_PAGES = ['/', '/search', '/smart-search'];

/** Fixed header. Its links are inline on wide screens and a native popover on narrow ones, without JavaScript. */
export function Header({ path }: { path: string }) {
  const current = (href: string) => (path === href ? 'page' : undefined);
  return (
    <header className="site-header">
      <div className="wrap bar">
        <a className="home" href="/" aria-label={`${SITE_NAME}, home`}>
          <Logo />
        </a>
        {!SEARCH_PAGES.includes(path) && (
          <a className="button quiet square finder" href="/search" aria-label="Search prices">
            <Icon name="search" />
          </a>
        )}
        <button
          type="button"
          className="button quiet square opener"
          popoverTarget="menu"
          aria-label="Menu"
        >
          <Icon name="menu" />
          <Icon name="close" />
        </button>
        <nav id="menu" popover="auto" aria-label="Main">
          <p className="welcome signed-in">
            <span>
              Welcome, <strong data-user="name" />
            </span>
            <span className="muted small" data-user="email" />
          </p>
          <ul className="plain-list">
            {LINKS.map(({ href, text }) => (
              <li key={href}>
                <a href={href} aria-current={current(href)}>
                  {text}
                </a>
              </li>
            ))}
            <li>
              <button type="button" className="tools-opener" popoverTarget="tools">
                Price tools <Icon name="chevron" />
              </button>
              <ul id="tools" popover="auto" className="plain-list" aria-label="Price tools">
                {PRICE_TOOLS.map(({ href, text }) => (
                  <li key={href}>
                    <a href={href} aria-current={current(href)}>
                      {text}
                    </a>
                  </li>
                ))}
              </ul>
            </li>
          </ul>
          <ul className="plain-list account">
            {ACCOUNT_LINKS.map(({ href, text }) => (
              <li key={href} className="signed-in">
                <a href={href} aria-current={current(href)}>
                  {text}
                </a>
              </li>
            ))}
            <li className="signed-in">
              <button type="button" data-logout>
                Logout
              </button>
            </li>
            <li className="signed-out">
              <a className="sign-in" href="/login" aria-current={current('/login')}>
                Sign In
              </a>
            </li>
          </ul>
        </nav>
      </div>
    </header>
  );
}
