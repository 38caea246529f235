/*
 * What search engines ask of structured data, as their documentation states it (developers.google.com/search/docs/
 * appearance/structured-data, required fields and formats). The builders' types follow schema.org through schema-dts.
 */
import { z } from 'zod';

const money = z
  .string()
  .regex(/^\d+\.\d\d$/)
  .refine((text) => Number(text) > 0, 'not above 0');
const day = z.iso.date();
const absolute = z.url({ protocol: /^https?$/ });
const AVAILABILITY =
  /^https:\/\/schema\.org\/(?:InStock|OutOfStock|OnlineOnly|LimitedAvailability|PreOrder|SoldOut|Discontinued)$/;

function rules(origin: string) {
  const own = absolute.refine((url) => new URL(url).origin === origin, 'not on this site');
  const image = own;
  const offer = z.strictObject({
    '@type': z.literal('Offer'),
    price: money,
    priceCurrency: z.literal('AUD'),
    priceValidUntil: day,
    url: absolute,
    sku: z.string().min(1).optional(),
    seller: z.strictObject({ '@type': z.literal('Organization'), name: z.string().min(1) }),
    availability: z.string().regex(AVAILABILITY).optional(),
  });
  const brand = z.strictObject({ '@type': z.literal('Brand'), name: z.string().min(1) });
  const product = z.strictObject({
    '@type': z.literal('Product'),
    '@id': own,
    url: own,
    name: z.string().min(1),
    description: z.string().min(1),
    category: z.string().min(1),
    image: image.optional(),
    gtin: z
      .string()
      .regex(/^\d{8}(?:\d{4,6})?$/)
      .optional(),
    brand: brand.optional(),
    isVariantOf: z
      .strictObject({
        '@type': z.literal('ProductGroup'),
        name: z.string().min(1),
        productGroupID: z.string().min(1),
        variesBy: z.array(z.url()).min(1).optional(),
        hasVariant: z
          .array(
            z.strictObject({ '@type': z.literal('Product'), name: z.string().min(1), url: own }),
          )
          .min(1),
      })
      .optional(),
    aggregateRating: z
      .strictObject({
        '@type': z.literal('AggregateRating'),
        ratingValue: z.number().min(1).max(5),
        reviewCount: z.number().int().positive(),
        bestRating: z.literal(5),
        worstRating: z.literal(1),
      })
      .optional(),
    offers: z
      .strictObject({
        '@type': z.literal('AggregateOffer'),
        priceCurrency: z.literal('AUD'),
        lowPrice: money,
        highPrice: money,
        offerCount: z.number().int().positive(),
        offers: z.array(offer).min(1),
      })
      .refine(({ lowPrice, highPrice }) => Number(lowPrice) <= Number(highPrice), 'low above high'),
  });
  const listed = z.strictObject({
    '@type': z.literal('Product'),
    name: z.string().min(1),
    image: image.optional(),
    brand: brand.optional(),
    offers: offer,
  });
  const position = z.number().int().positive();
  const listItem = z.strictObject({
    '@type': z.literal('ListItem'),
    position,
    name: z.string().min(1),
    url: own,
  });
  const productItem = z.strictObject({ '@type': z.literal('ListItem'), position, item: listed });
  const inOrder = (items: readonly { position: number }[]) =>
    items.every((item, index) => item.position === index + 1);
  return z.discriminatedUnion('@type', [
    product,
    z.strictObject({
      '@type': z.literal('ItemList'),
      name: z.string().min(1),
      numberOfItems: z.number().int().min(0),
      itemListElement: z
        .array(z.union([listItem, productItem]))
        .max(10)
        .refine(inOrder, 'out of order'),
    }),
    z.strictObject({
      '@type': z.literal('BreadcrumbList'),
      itemListElement: z
        .array(
          z.strictObject({
            '@type': z.literal('ListItem'),
            position,
            name: z.string().min(1),
            item: own,
          }),
        )
        .min(2)
        .refine(inOrder, 'out of order'),
    }),
    z.strictObject({
      '@type': z.literal('Dataset'),
      name: z.string().min(1),
      description: z.string().min(50).max(5_000),
      url: own,
      license: absolute,
      isAccessibleForFree: z.literal(true),
      creator: z.strictObject({ '@id': own }),
    }),
    z.strictObject({
      '@type': z.literal('FAQPage'),
      mainEntity: z
        .array(
          z.strictObject({
            '@type': z.literal('Question'),
            name: z.string().min(1),
            acceptedAnswer: z.strictObject({
              '@type': z.literal('Answer'),
              text: z.string().min(1),
            }),
          }),
        )
        .min(1),
    }),
    z.strictObject({
      '@type': z.literal('Organization'),
      '@id': own,
      name: z.string().min(1),
      url: own,
      logo: own,
      description: z.string().min(1),
      areaServed: z.strictObject({ '@type': z.literal('Country'), name: z.literal('Australia') }),
      contactPoint: z.strictObject({
        '@type': z.literal('ContactPoint'),
        contactType: z.string().min(1),
        email: z.email(),
      }),
    }),
    z.strictObject({
      '@type': z.literal('WebSite'),
      '@id': own,
      name: z.string().min(1),
      url: own,
      inLanguage: z.literal('en-AU'),
      publisher: z.strictObject({ '@id': own }),
      potentialAction: z.strictObject({
        '@type': z.literal('SearchAction'),
        target: z.strictObject({
          '@type': z.literal('EntryPoint'),
          urlTemplate: z.string().regex(/\/search\?q=\{search_term_string\}$/),
        }),
        'query-input': z.literal('required name=search_term_string'),
      }),
    }),
  ]);
}

/** What is wrong with a thing of a page at `origin`; empty when it is sound. */
export function faultsOfThing(thing: Record<string, unknown>, origin: string): string[] {
  const { '@context': context, ...rest } = thing;
  const parsed = rules(origin).safeParse(rest);
  return [
    ...(context === 'https://schema.org' ? [] : [`its context is ${String(context)}`]),
    ...(parsed.success
      ? []
      : parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)),
  ];
}
