import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import type { z } from 'zod';
import type { Config } from '#db/runtime/config.ts';

/** A server with OpenAI's protocol. */
export type ModelConfig = NonNullable<Config['openai']>;

/** Tokens of calls that a server counted, also of those whose answer was unusable. */
export interface ModelUse {
  tokensIn: number;
  tokensOut: number;
}

/** Caps the cost of an answer. */
const MAX_ANSWER_TOKENS = 4_000;

/**
 * Asks for an answer that matches `schema`, at most twice, within `timeoutMs`, and adds the tokens to `use`. Throws the client's error,
 * ZodError or SyntaxError.
 */
export async function askModel<Schema extends z.ZodType>(
  config: ModelConfig,
  request: { name: string; schema: Schema; system: string; user: string },
  timeoutMs: number,
  use: ModelUse = { tokensIn: 0, tokensOut: 0 },
): Promise<z.output<Schema>> {
  // Loading the client costs 150 ms, and most installations have no model.
  const { OpenAI } = await import('openai');
  const { zodResponseFormat } = await import('openai/helpers/zod');
  const client = new OpenAI({
    apiKey: config.apiKey,
    baseURL: config.baseUrl,
    maxRetries: 0,
    // A redirect would send the key to another server.
    fetchOptions: { redirect: 'error' },
  });
  const signal = AbortSignal.timeout(timeoutMs);
  const messages: ChatCompletionMessageParam[] = [
    { role: 'system', content: request.system },
    { role: 'user', content: request.user },
  ];
  const attempt = async () => {
    const completion = await client.chat.completions.create(
      {
        model: config.model,
        messages,
        max_completion_tokens: MAX_ANSWER_TOKENS,
        response_format: zodResponseFormat(request.schema, request.name),
      },
      { signal, timeout: timeoutMs },
    );
    use.tokensIn += completion.usage?.prompt_tokens ?? 0;
    use.tokensOut += completion.usage?.completion_tokens ?? 0;
    // Some compatible servers ignore the schema.
    return request.schema.parse(JSON.parse(completion.choices[0]?.message.content ?? ''));
  };
  try {
    return await attempt();
  } catch (error) {
    if (!isInvalidAnswer(error)) throw error;
    messages.push({
      role: 'user',
      content: 'Your answer did not fit the schema. Answer again, with JSON of that schema only.',
    });
    return await attempt();
  }
}

/** Whether an answer came that does not match the schema. */
function isInvalidAnswer(error: unknown): boolean {
  return error instanceof SyntaxError || (error instanceof Error && error.name === 'ZodError');
}
