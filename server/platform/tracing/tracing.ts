import { AsyncLocalStorage } from 'node:async_hooks'

/** What a span says beside its name: names, codes and numbers, and nothing of a person (decision 096). */
export type SpanFacts = Record<string, string | number>

export type SpanKind = 'server' | 'client' | 'internal'

/** A span under way. */
export interface OpenSpan {
  traceId: string
  /** Whether it is kept: of one that is not nothing is asked further. */
  isKept: boolean
  /** Whether it has ended. */
  readonly isOver: boolean
  /** Once; `error` is the code of what went wrong. */
  end(facts?: SpanFacts, error?: string): void
}

/** Where traces go. */
export interface Tracer {
  begin(span: { name: string; kind: SpanKind; facts: SpanFacts; parent: OpenSpan | undefined }): OpenSpan
  close(): Promise<void>
}

/** As set by the standard variables of OpenTelemetry. */
export interface TraceSettings {
  /** Of a collector that takes OTLP over HTTP; traces go to `/v1/traces` below it. */
  endpoint: string
  headers: Record<string, string>
  serviceName: string
  /** Of all traces, from 0 to 1. */
  share: number
}

let tracer: Tracer | null = null
const spans = new AsyncLocalStorage<OpenSpan>()

/** The span that is under way here. What goes on after its end, such as a timer that it set, is no part of it. */
function current(): OpenSpan | undefined {
  const span = spans.getStore()
  return span?.isOver ? undefined : span
}

/** Has this process trace from now on, or no more; start-tracing.ts does. */
export function setTracer(next: Tracer | null): void {
  tracer = next
}

/** Whether this process traces. */
export function isTracing(): boolean {
  return tracer !== null
}

/** A span below the current one; undefined where nothing is traced, or nothing that is kept. */
export function beginSpan(
  kind: SpanKind,
  name: string,
  facts: SpanFacts = {},
  parent = current(),
): OpenSpan | undefined {
  if (parent && !parent.isKept) return undefined
  return tracer?.begin({ name, kind, facts, parent })
}

/** Whether something is traced here. */
export function hasSpan(): boolean {
  return current()?.isKept === true
}

/** Runs `work` with a span as the current one. */
export function within<T>(span: OpenSpan | undefined, work: () => T): T {
  return span ? spans.run(span, work) : work()
}

/** Runs `work` as part of nothing traced: it begins what serves others, too, and may outlast the one who caused it. */
export function outsideSpans<T>(work: () => T): T {
  return spans.exit(work)
}

/** Runs `work` as a span of its own; without tracing it is the call alone. */
export async function traced<T>(name: string, facts: SpanFacts, work: () => Promise<T>): Promise<T> {
  const span = beginSpan('internal', name, facts)
  if (!span) return await work()
  try {
    const answer = await spans.run(span, work)
    span.end()
    return answer
  } catch (error) {
    span.end({}, errorType(error))
    throw error
  }
}

/** The code of an error, or its class: never its message, which can have values in it. */
export function errorType(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  return typeof code === 'string' ? code : typeof name === 'string' ? name : 'Error'
}
