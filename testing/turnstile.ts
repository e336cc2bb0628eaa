import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CaptchaSettings } from '#server/captcha-settings.ts'

/** Turnstile as it is spoken to, on this machine: its script, and the check of what that answered. */
export interface StandInTurnstile {
  settings: CaptchaSettings
  /** What the check does next: answers as it should, says 500, or never answers. */
  mood: 'well' | 'broken' | 'silent' | 'odd'
  /** How often the script was asked for. */
  scriptLoads: number
  /** The bodies that the check was sent. */
  checked: URLSearchParams[]
  /** A token as the widget makes them: it works once. */
  newToken(): string
  close(): Promise<void>
}

/** Starts it at 127.0.0.1, another site than localhost. */
export async function startStandInTurnstile(): Promise<StandInTurnstile> {
  const tokens = new Set<string>()
  const newToken = () => {
    const token = `token-${randomUUID()}`
    tokens.add(token)
    return token
  }
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url!, 'http://localhost')
    if (pathname === '/turnstile/v0/api.js') {
      standIn.scriptLoads += 1
      if (standIn.mood === 'broken') return void response.writeHead(500).end()
      return void response
        .writeHead(200, { 'content-type': 'text/javascript' })
        .end(widgetScript([newToken(), newToken(), newToken()]))
    }
    if (pathname !== '/turnstile/v0/siteverify') return void response.writeHead(404).end()
    const body = new URLSearchParams(await textOf(request))
    standIn.checked.push(body)
    if (standIn.mood === 'silent') return
    if (standIn.mood === 'broken') return void response.writeHead(500).end('<h1>Not today</h1>')
    if (standIn.mood === 'odd') return void response.writeHead(200).end('{"success":"perhaps"}')
    const success = body.get('secret') === standIn.settings.secretKey && tokens.delete(body.get('response')!)
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ success, 'error-codes': success ? [] : ['invalid-input-response'] }))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const standIn: StandInTurnstile = {
    settings: { siteKey: 'site-key', secretKey: 'secret-key', origin: `http://127.0.0.1:${port}` },
    mood: 'well',
    scriptLoads: 0,
    checked: [],
    newToken,
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  return standIn
}

/** What a page needs of Turnstile's script: `render`, which draws a box to tick, `reset` and `remove`. */
function widgetScript(tokens: string[]): string {
  return `const tokens = ${JSON.stringify(tokens)}
  window.turnstile = {
    render(container, options) {
      const box = Object.assign(document.createElement('button'), { type: 'button', textContent: 'I am a person' })
      box.dataset.sitekey = options.sitekey
      box.onclick = () => options.callback(tokens.pop())
      container.append(box)
      return 'widget'
    },
    reset() {},
    remove() { document.querySelector('[data-sitekey]')?.remove() },
  }`
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
