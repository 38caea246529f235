/** What mails of tests are sent and signed with. */
export const MAIL_CONFIG = {
  siteUrl: 'https://prices.example',
  mailFrom: 'Priceroo <hello@prices.example>',
  authSecret: 'a-secret-for-tests-only-of-32-characters',
};
