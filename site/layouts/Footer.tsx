import {
  CONTACT_EMAIL,
  COPYRIGHT_YEAR,
  FOOTER_CLAIMS,
  PRICE_TOOLS,
  SITE_NAME,
  SUPPORT_EMAIL,
  TAGLINE,
} from '#site/content/texts.ts';
import './Footer.css';
import { Logo } from './Logo.tsx';

const GROUPS = [
  {
    heading: 'Compare',
    links: [
      { href: '/', text: 'Search prices' },
      { href: '/smart-search', text: 'Smart Search' },
      { href: '/categories', text: 'Categories' },
      ...PRICE_TOOLS,
      { href: '/compare', text: 'Compare a page' },
      { href: '/trending', text: 'Trending' },
    ],
  },
  {
    heading: SITE_NAME,
    links: [
      { href: '/about', text: 'About' },
      { href: '/faq', text: 'FAQ' },
      { href: '/help', text: 'Help' },
      { href: '/retailers', text: 'Retailers' },
      { href: '/status', text: 'How fresh our prices are' },
      { href: '/open-data', text: 'Open data' },
      { href: '/privacy', text: 'Privacy' },
      { href: '/terms', text: 'Terms' },
      { href: `mailto:${SUPPORT_EMAIL}`, text: 'Support' },
      { href: `mailto:${CONTACT_EMAIL}`, text: 'Contact us' },
    ],
  },
];

/** The footer of every page; `claims` is the variant with the specification's four claims. */
export function Footer({ claims }: { claims: boolean }) {
  return (
    <footer className="site-footer">
      {claims && (
        <ul className="wrap claims plain-list">
          {FOOTER_CLAIMS.map(({ figure, label }) => (
            <li key={label}>
              <span className="price">{figure}</span>
              <span>{label}</span>
            </li>
          ))}
        </ul>
      )}
      <div className="wrap columns">
        <div className="stack tight">
          <Logo />
          <p className="muted">
            {TAGLINE}. Prices in AUD. You buy from the retailer, on its own site.
          </p>
        </div>
        {GROUPS.map(({ heading, links }) => (
          <nav key={heading} aria-label={heading}>
            <h2>{heading}</h2>
            <ul className="plain-list">
              {links.map(({ href, text }) => (
                <li key={href}>
                  <a href={href}>{text}</a>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <p className="wrap end muted small">
        © {COPYRIGHT_YEAR} {SITE_NAME}. Some outbound links may earn us a commission; they never
        change the order of results.
      </p>
    </footer>
  );
}
