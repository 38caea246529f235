import type { RouteTable } from '../route.ts';
import { authRoutes } from './auth.ts';
import { healthRoutes } from './health.ts';
import { productRoutes } from './products.ts';
import { searchRoutes } from './search.ts';

/** Every call of the API. */
export const routes: RouteTable = {
  ...authRoutes,
  ...productRoutes,
  ...searchRoutes,
  ...healthRoutes,
};
