import type {
  Dataset,
  FAQPage,
  Organization,
  SearchAction,
  WebSite,
  WithActionConstraints,
} from 'schema-dts';
import { OPEN_DATA_LICENCE } from '#domain/open-data/change-file.ts';
import { DEFAULT_DESCRIPTION, SITE_NAME, SUPPORT_EMAIL } from '#site/content/texts.ts';

/** The operator of the site. `origin` has no trailing slash. */
export function organization(origin: string): Exclude<Organization, string> {
  return {
    '@type': 'Organization',
    '@id': `${origin}/#organization`,
    name: SITE_NAME,
    url: `${origin}/`,
    logo: `${origin}/icon-512.png`,
    description: DEFAULT_DESCRIPTION,
    areaServed: { '@type': 'Country', name: 'Australia' },
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'customer support',
      email: SUPPORT_EMAIL,
    },
  };
}

export function priceChanges(origin: string): Exclude<Dataset, string> {
  return {
    '@type': 'Dataset',
    name: `${SITE_NAME}: price changes of Australian retailers`,
    description: 'Every price change that we read, a file for each day, as CSV and JSON lines.',
    url: `${origin}/open-data`,
    license: OPEN_DATA_LICENCE.url,
    isAccessibleForFree: true,
    creator: { '@id': `${origin}/#organization` },
  };
}

export function webSite(origin: string): WebSite {
  const search: WithActionConstraints<SearchAction> = {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${origin}/search?q={search_term_string}` },
    'query-input': 'required name=search_term_string',
  };
  return {
    '@type': 'WebSite',
    '@id': `${origin}/#website`,
    name: SITE_NAME,
    url: `${origin}/`,
    inLanguage: 'en-AU',
    publisher: { '@id': `${origin}/#organization` },
    potentialAction: search,
  };
}

export function faqPage(entries: readonly { question: string; answer: string }[]): FAQPage {
  return {
    '@type': 'FAQPage',
    mainEntity: entries.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
}
