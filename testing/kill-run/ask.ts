import { request, type Agent, type IncomingHttpHeaders } from 'node:http'

export interface Question {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  headers?: Record<string, string>
  /** Sent as JSON. */
  body?: unknown
}

export interface Heard {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

/** The answer did not come, or not to its end: whether the request was carried out is unknown. */
export class AnswerLost extends Error {}

/** No answer takes that long, in milliseconds, unless something is stuck; a batch of reports may work for 20 s. */
const answeredWithinMs = 30_000

/** Asks over a connection of the agent's. Throws `AnswerLost`. */
export async function ask(agent: Agent, origin: string, question: Question): Promise<Heard> {
  const { method = 'GET', path, headers = {}, body } = question
  const text = body === undefined ? undefined : JSON.stringify(body)
  const type = text === undefined ? {} : { 'content-type': 'application/json' }
  return await new Promise((resolve, reject) => {
    const lost = (error: Error) => reject(new AnswerLost(`${method} ${path}: ${error.message}`))
    const asked = request(
      origin + path,
      { agent, method, headers: { ...type, ...headers }, timeout: answeredWithinMs },
      (response) => {
        let heard = ''
        response.setEncoding('utf8').on('data', (part: string) => (heard += part))
        response.on('error', lost)
        response.on('end', () =>
          resolve({ status: response.statusCode!, headers: response.headers, body: heard }),
        )
      },
    )
    asked.on('timeout', () => asked.destroy(new Error(`no answer within ${answeredWithinMs} ms`)))
    asked.on('error', lost)
    asked.end(text)
  })
}
