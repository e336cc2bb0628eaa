import * as z from 'zod'
import { listed } from './setting-values.ts'

const isHeader = (text: string) => /^[\w!#$%&'*+.^`|~-]+=[\x21-\x7e]+$/.test(text) && decoded(text) !== null

/** The settings of traces, by the names that OpenTelemetry gives them (server/platform/tracing). */
export const traceSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    schema: z
      .url({ protocol: /^https?$/, error: 'is an address such as http://127.0.0.1:4318' })
      .or(z.literal('')),
    default: '',
    doc: 'Collector of OpenTelemetry to which traces go (OTLP over HTTP), e.g. http://127.0.0.1:4318; empty traces nothing.',
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    schema: z
      .string()
      .transform(listed)
      .refine((list) => list.every(isHeader), 'is a list such as authorization=Bearer%20abc')
      .transform((list) => Object.fromEntries(list.map((text) => decoded(text)!))),
    default: '',
    doc: 'Headers for the collector (comma-separated name=value, values percent-encoded).',
    secret: true,
  },
  OTEL_SERVICE_NAME: {
    schema: z.string().regex(/^[\w.-]{1,100}$/, 'is a name of letters, digits, dots and dashes'),
    default: 'crels',
    doc: 'Name of this service in traces.',
  },
  OTEL_TRACES_SAMPLER_ARG: {
    schema: z
      .string()
      .regex(/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/, 'is a share from 0 to 1, such as 0.05')
      .transform(Number),
    default: '1',
    doc: 'Share of traces that are kept, from 0 to 1.',
  },
} as const

/** Name and value of a header; null where the value is badly encoded. */
function decoded(text: string): [string, string] | null {
  const at = text.indexOf('=')
  try {
    return [text.slice(0, at), decodeURIComponent(text.slice(at + 1))]
  } catch {
    return null
  }
}
