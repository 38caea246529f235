/*
 * OpenTelemetry spans. The packages are loaded only when OTEL_EXPORTER_OTLP_ENDPOINT is set; otherwise nothing is measured. The tracer
 * provider is not registered globally, so that libraries do not add spans of their own.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Attributes, Span } from '@opentelemetry/api';
import { FetchRefused } from '#domain/errors.ts';
import { VERSION } from './repo-root.ts';

type Kind = 'SERVER' | 'CLIENT' | 'CONSUMER';

let begin: ((name: string, kind: Kind, attributes: Attributes) => Span) | null = null;
const active = new AsyncLocalStorage<Span>();

/** Longest wait for the last spans when the process ends. */
const LAST_SPANS_MS = 2_000;

/**
 * Sends this process's spans to the OTLP collector at `endpoint` over HTTP, in batches every 5 s; null disables tracing. Returns a
 * function that sends the rest and ends tracing.
 */
export async function startTracing(
  endpoint: string | null,
  service: 'site' | 'worker',
): Promise<() => Promise<void>> {
  if (endpoint === null) return async () => {};
  const [{ ROOT_CONTEXT, SpanKind, trace }, sdk, { resourceFromAttributes }, otlp] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/exporter-trace-otlp-http'),
    ]);
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`;
  const exporter = new otlp.OTLPTraceExporter({ url });
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({
      'service.name': `priceroo-${service}`,
      'service.version': VERSION,
    }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer('priceroo', VERSION);
  begin = (name, kind, attributes) => {
    const parent = active.getStore();
    const context = parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
    return tracer.startSpan(name, { kind: SpanKind[kind], attributes }, context);
  };
  return async () => {
    begin = null;
    const tooLong = sleep(LAST_SPANS_MS, undefined, { ref: false });
    await Promise.race([provider.shutdown().catch(() => undefined), tooLong]);
  };
}

/** Opens a span that the caller ends; null without tracing. */
export function openSpan(name: string, kind: Kind, attributes: Attributes): Span | null {
  return begin?.(name, kind, attributes) ?? null;
}

/** Runs `work` inside the span, the parent of spans that begin there. */
export function inSpan<T>(span: Span, work: () => T): T {
  return active.run(span, work);
}

/** Names the caller's span once its name is known. */
export function nameSpan(name: string, attributes: Attributes): void {
  active.getStore()?.updateName(name).setAttributes(attributes);
}

/** OpenTelemetry's status code for a failed span. */
export const FAILED = { code: 2 } as const;

/** Runs `work` in its own span; an error marks the span by its kind, without its message. */
export async function traced<T>(
  [name, kind, attributes]: [name: string, kind: Kind, attributes: Attributes],
  work: () => Promise<T>,
): Promise<T> {
  const span = openSpan(name, kind, attributes);
  if (!span) return work();
  try {
    return await inSpan(span, work);
  } catch (error) {
    const type =
      error instanceof FetchRefused
        ? error.reason
        : error instanceof Error
          ? error.name
          : 'unknown';
    span.setStatus(FAILED).setAttribute('error.type', type);
    throw error;
  } finally {
    span.end();
  }
}
