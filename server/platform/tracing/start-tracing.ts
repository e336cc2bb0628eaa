import type { Logger } from 'pino'
import { setTracer, type TraceSettings } from './tracing.ts'

/** Traces from now on, in this process, until the answer is called. What does it is loaded here, and nowhere else. */
export async function startTracing(settings: TraceSettings, log: Logger): Promise<() => Promise<void>> {
  const { openOtlpTracer } = await import('./otlp-tracer.ts')
  const { followOutgoing } = await import('./outgoing-spans.ts')
  const tracer = openOtlpTracer(settings, log)
  setTracer(tracer)
  const unfollow = followOutgoing(new URL(settings.endpoint).host)
  return async () => {
    setTracer(null)
    unfollow()
    await tracer.close()
  }
}
