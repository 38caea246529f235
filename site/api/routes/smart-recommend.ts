import { z } from 'zod';
import { enabledRetailers } from '#db/queries/retailers/retailers.ts';
import { cents } from '#domain/money.ts';
import { recommend } from '../ask/recommend.ts';
import {
  disclaimerFor,
  smartRecommendation,
  toRetailerLinks,
} from '../responses/smart-recommendation.ts';
import { type RouteTable, route } from '../route.ts';
import { recordShopperSearch } from '../search/record-search.ts';
import { searchQuery } from './search.ts';

/** Smart Search of the specification's §7; its fields stand at the top level. */
export const recommendRoutes: RouteTable = {
  'POST /recommend/smart-recommend': route({
    summary: 'Advice on what to buy, from observed prices; worded by a model where one is set up',
    access: 'public',
    limit: 'search',
    body: z.object({
      query: searchQuery,
      userBudget: z.coerce.number().positive().max(1_000_000).nullish(),
      category: z.string().trim().max(100).nullish(),
    }),
    answer: smartRecommendation,
    async handle({ services, body, caller, remoteAddress }) {
      const { query, userBudget } = body;
      const { offers, evidence, advice, dataSource } = await recommend(services, {
        query,
        category: body.category || null,
        budgetCents: userBudget ? cents(Math.round(userBudget * 100)) : null,
      });
      const resultsCount = offers.length;
      await recordShopperSearch(services, { query, resultsCount, caller, remoteAddress });
      const retailers = await enabledRetailers(services.em());
      const { siteUrl } = services.config;
      return {
        body: {
          success: true,
          query,
          category: evidence.category,
          aiRecommendation: advice,
          retailerLinks: toRetailerLinks(offers, retailers, query, siteUrl),
          disclaimer: disclaimerFor(offers.some((offer) => offer.source === 'demo')),
          dataSource,
        },
      };
    },
  }),
};
