import { createServer, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { listen } from '#db/runtime/free-port.ts';

/** What the model was asked, as the request says it. */
export interface ModelRequest {
  model: string;
  messages: { role: string; content: string }[];
  response_format?: { type: string; json_schema?: { name: string } };
}

/** One answer of the server: the text of the model, or a fault. */
export type ModelReply =
  | { content: string }
  | { status: number; body?: string; headers?: Record<string, string> };

export interface FakeModel {
  baseUrl: string;
  requests: ModelRequest[];
  /** Requests that were answered; a delayed one is not yet. */
  answered: number;
  /** Decides each answer; the default fits no schema. */
  reply: (request: ModelRequest) => ModelReply;
  delayMs: number;
  close(): Promise<void>;
}

/** A local server that speaks OpenAI's chat completions and says whatever a test wants. */
export async function startFakeModel(): Promise<FakeModel> {
  const server = createServer(async (request, response) => {
    const asked = JSON.parse(await bodyOf(request)) as ModelRequest;
    model.requests.push(asked);
    if (model.delayMs > 0) await wait(model.delayMs, undefined, { ref: false });
    const reply = model.reply(asked);
    model.answered += 1;
    if ('status' in reply) {
      response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
      return void response.end(reply.body ?? '{"error":{"message":"no"}}');
    }
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(completion(asked.model, reply.content)));
  });
  const model: FakeModel = {
    baseUrl: '',
    requests: [],
    answered: 0,
    reply: () => ({ content: '{}' }),
    delayMs: 0,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  model.baseUrl = `http://127.0.0.1:${await listen(server)}/v1`;
  return model;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}

function completion(model: string, content: string) {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model,
    choices: [
      {
        index: 0,
        finish_reason: 'stop',
        logprobs: null,
        message: { role: 'assistant', content, refusal: null },
      },
    ],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  };
}
