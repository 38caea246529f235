import type { RouteTable } from '../route.ts';
import { healthRoutes } from './health.ts';
import { productRoutes } from './products.ts';
import { searchRoutes } from './search.ts';

/** Every call of the API. */
export const routes: RouteTable = { ...productRoutes, ...searchRoutes, ...healthRoutes };
