/*
 * What becomes of an offer that the crawl no longer sees. A page is read again within RECHECK_MINUTES × 4 (8 hours as
 * shipped), so an offer this old has vanished, or its shop refuses us.
 */

/** Unseen for longer, an offer's stock is unknown: it is never the best one, nor fires an alert. */
export const STOCK_KNOWN_DAYS = 14;

/** Unseen for longer, an offer is listed nowhere; its history and those who saved it keep it. */
export const LISTED_DAYS = 30;
