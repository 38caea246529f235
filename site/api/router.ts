import type { Method, Route, RouteTable } from './route.ts';

export interface MatchedRoute {
  /** As in the table: 'GET /products/{id}'. */
  key: string;
  route: Route;
  params: Record<string, string>;
}

export type RouterAnswer =
  | MatchedRoute
  | { notFound: true }
  /** The methods that the path knows. */
  | { wrongMethod: string[] };

interface Compiled {
  key: string;
  method: Method;
  segments: string[];
  route: Route;
}

/**
 * Finds the route of a request. A literal segment goes before a parameter ('/favorites/check' before
 * '/favorites/{id}'). `path` is without '/api' and query.
 */
export function createRouter(table: RouteTable): (method: string, path: string) => RouterAnswer {
  const routes = Object.entries(table).map(([key, route]): Compiled => {
    const [method, pattern] = key.split(' ');
    return { key, method: method as Method, segments: segmentsOf(pattern ?? '/'), route };
  });
  routes.sort((a, b) => parameterCount(a) - parameterCount(b));
  return (method, path) => {
    const segments = segmentsOf(path);
    const fitting = routes.filter((candidate) => fits(candidate.segments, segments));
    const found = fitting.find((candidate) => candidate.method === method);
    if (found) {
      return { key: found.key, route: found.route, params: paramsOf(found.segments, segments) };
    }
    if (fitting.length > 0)
      return { wrongMethod: [...new Set(fitting.map((item) => item.method))] };
    return { notFound: true };
  };
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter(Boolean);
}

function isParameter(segment: string): boolean {
  return segment.startsWith('{');
}

function parameterCount(compiled: Compiled): number {
  return compiled.segments.filter(isParameter).length;
}

function fits(pattern: string[], segments: string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, index) => isParameter(part) || part === segments[index])
  );
}

function paramsOf(pattern: string[], segments: string[]): Record<string, string> {
  return Object.fromEntries(
    pattern.flatMap((part, index) =>
      isParameter(part) ? [[part.slice(1, -1), decode(segments[index] ?? '')]] : [],
    ),
  );
}

/** A segment that is not valid percent-encoding stands for itself; the schema refuses it. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
