import { z } from 'zod';
import { enabledRetailers } from '#db/queries/retailers/retailers.ts';
import { cents } from '#domain/money.ts';
import { recommend } from '../ask/recommend.ts';
import { forAnyone, topic } from '../core/call.ts';
import {
  disclaimerFor,
  smartRecommendation,
  toRetailerLinks,
} from '../responses/smart-recommendation.ts';
import { recordShopperSearch } from '../search/record-search.ts';
import { searchQuery } from './search.ts';

/** Smart Search of the specification's §7; its fields stand at the top level. */
export const smartRecommendRoutes = topic().openapi(
  forAnyone(
    'POST /recommend/smart-recommend',
    'Advice on what to buy, from observed prices; worded by a model where one is set up',
    {
      limit: 'search',
      body: z.object({
        query: searchQuery,
        userBudget: z.coerce.number().positive().max(1_000_000).nullish(),
        category: z.string().trim().max(100).nullish(),
      }),
      answer: smartRecommendation,
    },
  ),
  async ({ env, var: { caller }, req, json }) => {
    const { remoteAddress } = env;
    const { query, userBudget, category } = req.valid('json');
    const { offers, evidence, advice, dataSource } = await recommend(env, {
      query,
      category: category || null,
      budgetCents: userBudget ? cents(Math.round(userBudget * 100)) : null,
    });
    const resultsCount = offers.length;
    await recordShopperSearch(env, { query, resultsCount, caller, remoteAddress });
    const retailers = await enabledRetailers(env.em());
    const answer = {
      success: true as const,
      query,
      category: evidence.category,
      aiRecommendation: advice,
      retailerLinks: toRetailerLinks(offers, retailers, query, env.config.siteUrl),
      disclaimer: disclaimerFor(offers.some((offer) => offer.source === 'demo')),
      dataSource,
    };
    return json(answer, 200);
  },
);
