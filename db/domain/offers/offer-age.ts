/* Age limits of offers that the crawl no longer sees. Pages are read every RECHECK_MINUTES × 4 (8 hours by default), so these are gone. */

/** Days unseen after which an offer's stock is unknown: it is never the best one and fires no alert. */
export const STOCK_KNOWN_DAYS = 14;

/** Days unseen after which an offer is no longer listed; its history and those who saved it keep it. */
export const LISTED_DAYS = 30;
