import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Span } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type SpanExporter,
} from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import { programVersion } from '../migration-files.ts'
import type { OpenSpan, Tracer, TraceSettings } from './tracing.ts'

/** How long a stop waits for the last spans to leave, in milliseconds: a collector that is away delays none. */
const patienceMs = 2_000

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL }

/**
 * Spans to a collector, as OTLP over HTTP. They leave in batches each second; what a collector does not take is dropped,
 * and the log says so once, and once that it takes them again. Nothing waits for it.
 */
export function openOtlpTracer(
  { endpoint, headers, serviceName, share }: TraceSettings,
  log: Logger,
): Tracer {
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`
  const exporter = sayingFailures(new OTLPTraceExporter({ url, headers, timeoutMillis: 5_000 }), log)
  const provider = new TracerProvider({
    // Of the machine, the process and its command nothing is said.
    resource: resourceFromAttributes({
      'service.name': serviceName,
      'service.version': programVersion(),
      'service.instance.id': randomUUID(),
    }),
    // By the trace alone: what a client sends along decides nothing.
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: 1_000 })],
  })
  const tracer = provider.getTracer('crels')
  const spans = new WeakMap<OpenSpan, Span>()
  return {
    begin: ({ name, kind, facts, parent }) => {
      const above = parent && spans.get(parent)
      const context = above ? trace.setSpan(ROOT_CONTEXT, above) : ROOT_CONTEXT
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes: facts }, context)
      let isOver = false
      const open: OpenSpan = {
        traceId: span.spanContext().traceId,
        isKept: span.isRecording(),
        get isOver() {
          return isOver
        },
        end: (more = {}, error) => {
          isOver = true
          span.setAttributes(error === undefined ? more : { ...more, 'error.type': error })
          if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        },
      }
      spans.set(open, span)
      return open
    },
    close: async () => {
      const over = new AbortController()
      const late = delay(patienceMs, undefined, { signal: over.signal }).catch(() => {})
      const done = provider.shutdown().catch(() => {})
      await Promise.race([done, late])
      over.abort()
    },
  }
}

function sayingFailures(exporter: SpanExporter, log: Logger): SpanExporter {
  let isAway = false
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const fails = result.code !== 0
        if (fails && !isAway)
          log.warn(
            { reason: result.error?.message },
            'The collector of OTEL_EXPORTER_OTLP_ENDPOINT takes no traces',
          )
        if (!fails && isAway) log.info('The collector of OTEL_EXPORTER_OTLP_ENDPOINT takes traces again')
        isAway = fails
        done(result)
      }),
    forceFlush: async () => await exporter.forceFlush?.(),
    shutdown: async () => await exporter.shutdown(),
  }
}
