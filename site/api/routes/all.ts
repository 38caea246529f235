import type { RouteTable } from '../route.ts';
import { alertRoutes } from './alerts.ts';
import { authRoutes } from './auth.ts';
import { exportRoutes } from './export.ts';
import { favoriteRoutes } from './favorites.ts';
import { userRoutes } from './me.ts';
import { metricsRoutes } from './metrics.ts';
import { newsletterRoutes } from './newsletter.ts';
import { productRoutes } from './products.ts';
import { recommendationRoutes } from './recommendations.ts';
import { searchRoutes } from './search.ts';
import { recommendRoutes } from './smart-recommend.ts';
import { socialRoutes } from './social.ts';
import { usersRoutes } from './users.ts';

/** Every call of the API. */
export const routes: RouteTable = {
  ...productRoutes,
  ...searchRoutes,
  ...recommendRoutes,
  ...recommendationRoutes,
  ...usersRoutes,
  ...userRoutes,
  ...authRoutes,
  ...exportRoutes,
  ...socialRoutes,
  ...favoriteRoutes,
  ...alertRoutes,
  ...newsletterRoutes,
  ...metricsRoutes,
};
