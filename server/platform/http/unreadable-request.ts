import { STATUS_CODES, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Logger } from 'pino'
import { newId } from '../ids.ts'
import { permissionsPolicy } from './permissions-policy.ts'
import { problem, problemDetails } from './problems.ts'

/** How long a client may take to read the answer; one that is cut off at once may not see it. */
const lingerMs = 1_000

/**
 * Answers bytes that are no request, whose head is too large, or that did not all come in time: there is no request yet
 * to answer through. The socket is gone a second later, whatever the client does: `end()` alone waits for its half.
 */
export function answerUnreadable(publicOrigin: string, log: Pick<Logger, 'info'>) {
  return (
    error: { code?: string; rawPacket?: unknown },
    socket: Socket & { _httpMessage?: ServerResponse | null },
  ): void => {
    // An answer under way would get this one in its middle.
    if (error.code === 'ECONNRESET' || !socket.writable || socket._httpMessage?.headersSent)
      return void socket.destroy()
    const cut = setTimeout(() => socket.destroy(), lingerMs)
    socket.once('close', () => clearTimeout(cut))
    const failure = problem(error.code === 'HPE_HEADER_OVERFLOW' ? 'payload_too_large' : 'malformed_request')
    const requestId = newId('request')
    log.info({ reqId: requestId, code: failure.code, status: failure.status }, 'refused')
    // The answer to HEAD ends with its head: what follows would be an answer to nothing.
    const { rawPacket } = error
    const isHead = Buffer.isBuffer(rawPacket) && rawPacket.subarray(0, 5).toString('latin1') === 'HEAD '
    const body = JSON.stringify(problemDetails(failure, publicOrigin, requestId))
    socket.end(
      [
        `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}`,
        'content-type: application/problem+json; charset=utf-8',
        'cache-control: no-store',
        `content-security-policy: default-src 'none'; frame-ancestors 'none'`,
        `permissions-policy: ${permissionsPolicy}`,
        'referrer-policy: strict-origin-when-cross-origin',
        'x-content-type-options: nosniff',
        'x-frame-options: DENY',
        `x-request-id: ${requestId}`,
        `content-length: ${Buffer.byteLength(body)}`,
        'connection: close',
        '',
        isHead ? '' : body,
      ].join('\r\n'),
    )
  }
}
