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

const text = z.string().min(1);

/** A thing of this type with these properties and no others. */
function thing<Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) {
  return z.strictObject({ '@type': z.literal(type), ...shape });
}

function rules(origin: string) {
  const own = absolute.refine((url) => new URL(url).origin === origin, 'not on this site');
  const offer = thing('Offer', {
    price: money,
    priceCurrency: z.literal('AUD'),
    priceValidUntil: day,
    url: absolute,
    sku: text.optional(),
    seller: thing('Organization', { name: text }),
    availability: z.string().regex(AVAILABILITY).optional(),
  });
  const brand = thing('Brand', { name: text });
  const product = thing('Product', {
    '@id': own,
    url: own,
    name: text,
    description: text,
    category: text,
    image: own.optional(),
    gtin: z
      .string()
      .regex(/^\d{8}(?:\d{4,6})?$/)
      .optional(),
    brand: brand.optional(),
    isVariantOf: thing('ProductGroup', {
      name: text,
      productGroupID: text,
      variesBy: z.array(z.url()).min(1).optional(),
      hasVariant: z.array(thing('Product', { name: text, url: own })).min(1),
    }).optional(),
    aggregateRating: thing('AggregateRating', {
      ratingValue: z.number().min(1).max(5),
      reviewCount: z.number().int().positive(),
      bestRating: z.literal(5),
      worstRating: z.literal(1),
    }).optional(),
    offers: thing('AggregateOffer', {
      priceCurrency: z.literal('AUD'),
      lowPrice: money,
      highPrice: money,
      offerCount: z.number().int().positive(),
      offers: z.array(offer).min(1),
    }).refine(({ lowPrice, highPrice }) => Number(lowPrice) <= Number(highPrice), 'low above high'),
  });
  const listed = thing('Product', {
    name: text,
    image: own.optional(),
    brand: brand.optional(),
    offers: offer,
  });
  const position = z.number().int().positive();
  const listItem = thing('ListItem', { position, name: text, url: own });
  const productItem = thing('ListItem', { position, item: listed });
  const inOrder = (items: readonly { position: number }[]) =>
    items.every((item, index) => item.position === index + 1);
  return z.discriminatedUnion('@type', [
    product,
    thing('ItemList', {
      name: text,
      numberOfItems: z.number().int().min(0),
      itemListElement: z
        .array(z.union([listItem, productItem]))
        .max(10)
        .refine(inOrder, 'out of order'),
    }),
    thing('BreadcrumbList', {
      itemListElement: z
        .array(thing('ListItem', { position, name: text, item: own }))
        .min(2)
        .refine(inOrder, 'out of order'),
    }),
    thing('Dataset', {
      name: text,
      description: z.string().min(50).max(5_000),
      url: own,
      license: absolute,
      isAccessibleForFree: z.literal(true),
      creator: z.strictObject({ '@id': own }),
    }),
    thing('FAQPage', {
      mainEntity: z
        .array(thing('Question', { name: text, acceptedAnswer: thing('Answer', { text }) }))
        .min(1),
    }),
    thing('Organization', {
      '@id': own,
      name: text,
      url: own,
      logo: own,
      description: text,
      areaServed: thing('Country', { name: z.literal('Australia') }),
      contactPoint: thing('ContactPoint', { contactType: text, email: z.email() }),
    }),
    thing('WebSite', {
      '@id': own,
      name: text,
      url: own,
      inLanguage: z.literal('en-AU'),
      publisher: z.strictObject({ '@id': own }),
      potentialAction: thing('SearchAction', {
        target: thing('EntryPoint', {
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
