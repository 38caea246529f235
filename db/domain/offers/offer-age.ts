/* Offers that the crawl no longer sees. Pages are read every RECHECK_MINUTES × 4 (8 hours by default), so these are gone. */

/** Unseen for longer, an offer's stock is unknown: it is never the best one, nor fires an alert. */
export const STOCK_KNOWN_DAYS = 14;

/** Unseen for longer, an offer is listed nowhere; its history and those who saved it keep it. */
export const LISTED_DAYS = 30;
