import { request } from 'node:http'
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib'

/** A person's browser. */
export const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'

export interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
}

/** A request as it is written, over a socket: nothing is normalised on the way. */
export async function visit(
  origin: string,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Answer> {
  const url = new URL(origin)
  return await new Promise((resolve, reject) => {
    const sent = request(
      { host: url.hostname, port: url.port, path, method, headers: { 'user-agent': phone, ...headers } },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => {
          const { statusCode, headers: answered } = response
          const body = unpacked(Buffer.concat(chunks), answered['content-encoding'])
          resolve({ status: statusCode!, headers: answered, body })
        })
      },
    )
    sent.on('error', reject).end()
  })
}

/** The text of a body, however it was packed for the way; an answer to HEAD has none. */
function unpacked(body: Buffer, encoding: string | undefined): string {
  if (encoding === undefined || body.length === 0) return body.toString()
  const unpack = {
    gzip: gunzipSync,
    br: brotliDecompressSync,
    deflate: inflateSync,
    zstd: zstdDecompressSync,
  }[encoding]
  if (!unpack) throw new Error(`Nobody asked for ${encoding}`)
  return unpack(body).toString()
}

/** The id of the click that a redirect answered. */
export function clickIdOf(answer: Answer): string {
  return new URL(String(answer.headers.location)).searchParams.get('crels_click')!
}
