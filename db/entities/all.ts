/* Every table for the ORM and its migrations. Queues have their own schema (bullmq). */
import * as alert from './alert.ts';
import * as ask from './ask.ts';
import * as mail from './mail.ts';
import * as match from './match.ts';
import * as offer from './offer.ts';
import * as openData from './open-data.ts';
import * as operations from './operations.ts';
import * as page from './page.ts';
import * as picture from './picture.ts';
import * as product from './product.ts';
import * as retailer from './retailer.ts';
import * as run from './run.ts';
import * as search from './search.ts';
import * as shopper from './shopper.ts';
import * as user from './user.ts';
import * as watchedSearch from './watched-search.ts';

/** Files of entities export nothing else. */
export const entities = [
  ...Object.values(alert),
  ...Object.values(ask),
  ...Object.values(mail),
  ...Object.values(match),
  ...Object.values(offer),
  ...Object.values(openData),
  ...Object.values(operations),
  ...Object.values(page),
  ...Object.values(picture),
  ...Object.values(product),
  ...Object.values(retailer),
  ...Object.values(run),
  ...Object.values(search),
  ...Object.values(shopper),
  ...Object.values(user),
  ...Object.values(watchedSearch),
];
