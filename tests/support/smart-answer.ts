import type { Page } from 'playwright-core';

/** A Smart Search answer (spec §3): what a model says is never the same twice, so the screen is tested with this. */
export const SMART_ANSWER = {
  success: true,
  query: 'Coffee Machine',
  category: 'Coffee Machines',
  aiRecommendation: {
    summary: 'A compact machine with automatic milk suits most kitchens.',
    priceRange: { min: 249, max: 899, note: 'Seen at eight shops this week.' },
    topPicks: [
      {
        name: 'Breville Bambino Plus',
        reason: 'Heats in three seconds.',
        keyFeatures: ['Automatic milk', 'Small footprint'],
        userSentiment: 'Owners like the speed.',
      },
    ],
    buyingTips: ['Descale it every month.'],
    reasoning: ['Cheapest of the rated machines.'],
  },
  retailerLinks: [
    {
      id: 'harbour',
      name: 'Harbour Appliances',
      logo: '',
      trustScore: 9.1,
      description: 'Appliances, delivered.',
      strengths: ['Wide range'],
      searchUrl: 'https://harbour.example/search?q=coffee',
    },
  ],
  disclaimer: 'Prices change; check the shop.',
  dataSource: 'Offers seen by our crawler',
} as const;

/** Answers every Smart Search of this page with SMART_ANSWER. */
export async function standInSmartSearch(page: Page): Promise<void> {
  await page.route('**/api/recommend/smart-recommend', (route) =>
    route.fulfill({
      json: { ...SMART_ANSWER, budget: route.request().postDataJSON().userBudget },
    }),
  );
}
