import { callApi } from '../api.ts';
import { ApiError } from '../api-error.ts';

/** Smart recommendation response (spec §3); its fields stand beside `success`, not under `data`. */
export interface SmartAnswer {
  query: string;
  category: string;
  aiRecommendation: {
    summary: string;
    /** Dollars. */
    priceRange: { min: number; max: number; note: string };
    topPicks: { name: string; reason: string; keyFeatures: string[]; userSentiment: string }[];
    buyingTips: string[];
    reasoning: string[];
  };
  retailerLinks: {
    id: string;
    name: string;
    logo: string;
    /** 0–10. */
    trustScore: number;
    description: string;
    strengths: string[];
    searchUrl: string;
  }[];
  disclaimer: string;
  dataSource: string;
}

/** Asks for a recommendation; throws ApiError, with status 200 when the server says success false. */
export async function smartRecommend(query: string): Promise<SmartAnswer> {
  const body = { query, userBudget: null, category: null };
  const answer = await callApi<SmartAnswer & { success: boolean; error?: string }>(
    'POST',
    '/recommend/smart-recommend',
    body,
  );
  if (!answer.success) throw new ApiError(200, 'refused', answer.error ?? null);
  return answer;
}
