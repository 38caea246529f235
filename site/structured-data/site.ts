import type { Answer, FAQPage, Organization, Question, WebSite } from 'schema-dts';
import { DEFAULT_DESCRIPTION, SITE_NAME, SUPPORT_EMAIL } from '#site/content/texts.ts';
import type { StructuredThing } from './thing.ts';

/** Who runs the site. `origin` is the site's own, without a slash at its end. */
export function organization(origin: string): StructuredThing {
  const data: Organization = {
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
  return data as StructuredThing;
}

/** The input of a SearchAction, which schema.org writes as a property with a hyphen (sitelinks search box). */
interface SearchActionInput {
  'query-input': string;
}

/** The site and how it is searched. */
export function webSite(origin: string): StructuredThing {
  const data: WebSite = {
    '@type': 'WebSite',
    '@id': `${origin}/#website`,
    name: SITE_NAME,
    url: `${origin}/`,
    inLanguage: 'en-AU',
    publisher: { '@id': `${origin}/#organization` },
    potentialAction: {
      '@type': 'SearchAction',
      target: {
        '@type': 'EntryPoint',
        urlTemplate: `${origin}/search?q={search_term_string}`,
      },
      'query-input': 'required name=search_term_string',
    } as SearchActionInput & { '@type': 'SearchAction' },
  };
  return data as StructuredThing;
}

/** Questions with their answers, as the FAQ shows them. */
export function faqPage(entries: readonly { question: string; answer: string }[]): StructuredThing {
  const data: FAQPage = {
    '@type': 'FAQPage',
    mainEntity: entries.map(({ question, answer }): Question => {
      const acceptedAnswer: Answer = { '@type': 'Answer', text: answer };
      return { '@type': 'Question', name: question, acceptedAnswer };
    }),
  };
  return data as StructuredThing;
}
