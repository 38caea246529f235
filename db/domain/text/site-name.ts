export const SITE_NAME = 'Priceroo';
