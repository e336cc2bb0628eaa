import { createServer, request } from 'node:http'
import { pipeline } from 'node:stream'

/** A site's door that is the site in all but one header. */
export interface Door {
  close(): Promise<void>
}

/**
 * Passes everything between `port` and a site at `target`, but for the answers' Referrer-Policy: with that header
 * alone, set on a bare page of Node, Lighthouse 13.5 in our headless Chromium 147 gave up every document
 * (FAILED_DOCUMENT_REQUEST); without it none. No audit of Lighthouse reads it.
 */
export async function openWithoutReferrerPolicy(port: number, target: string): Promise<Door> {
  const server = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming
    const passed = request(new URL(target), { method, path: url, headers }, (answer) => {
      // The process that asked may be gone, a browser that was ended: a write to its pipe throws.
      if (outgoing.destroyed) return void answer.destroy()
      const kept = { ...answer.headers }
      delete kept['referrer-policy']
      outgoing.writeHead(answer.statusCode!, kept)
      pipeline(answer, outgoing, () => undefined)
    })
    passed.on('error', () => outgoing.destroy())
    pipeline(incoming, passed, () => undefined)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
