/** The name of the site, written once. */
export const SITE_NAME = 'Priceroo';
