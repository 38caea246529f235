import { z } from 'zod';
import { app } from '#site/api/app.ts';

/** One call of the API, as the app's OpenAPI registry has it. */
export interface ApiCall {
  /** 'GET /products/{id}' */
  key: string;
  access: 'public' | 'user' | 'operator';
  /** The schema of its JSON answer; null for a call that answers with a page or a redirect. */
  answer: z.ZodType | null;
}

export const apiCalls: readonly ApiCall[] = app.openAPIRegistry.definitions.flatMap(
  (definition): ApiCall[] => {
    if (definition.type !== 'route') return [];
    const { method, path, security, responses } = definition.route;
    const roles = security?.[0]?.['token'];
    return [
      {
        key: `${method.toUpperCase()} ${path}`,
        access: !roles ? 'public' : roles.includes('operator') ? 'operator' : 'user',
        answer: answerOf(responses['200'] ?? responses['201']),
      },
    ];
  },
);

function answerOf(
  response: { content?: unknown } | { $ref: string } | undefined,
): z.ZodType | null {
  const content = response && 'content' in response ? response.content : undefined;
  const json = z.object({ 'application/json': z.object({ schema: z.instanceof(z.ZodType) }) });
  return json.safeParse(content).data?.['application/json'].schema ?? null;
}

/** The schema that the answer of a call fits. Throws when there is no such call. */
export function answerSchema(key: string): z.ZodType {
  const answer = apiCalls.find((call) => call.key === key)?.answer;
  if (!answer) throw new Error(`no call ${key} with a JSON answer`);
  return answer;
}

/** True if a call has this path, written with or without values for its parameters; `method` null: any. */
export function isCall(method: string | null, path: string): boolean {
  return apiCalls.some(({ key }) => {
    const [verb = '', pattern = ''] = key.split(' ');
    const fits = new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    return (method === null || method === verb) && fits.test(path);
  });
}
