import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { newId } from '../ids.ts'
import { problem, problemDetails } from './problems.ts'

/** Answers bytes that are no request, or whose head is too large: there is no request yet to answer through. */
export function answerUnreadable(publicOrigin: string) {
  return (error: { code?: string }, socket: Pick<Socket, 'writable' | 'end' | 'destroy'>): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const failure = problem(error.code === 'HPE_HEADER_OVERFLOW' ? 'payload_too_large' : 'malformed_request')
    const requestId = newId('request')
    const body = JSON.stringify(problemDetails(failure, publicOrigin, requestId))
    socket.end(
      [
        `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}`,
        'content-type: application/problem+json; charset=utf-8',
        'cache-control: no-store',
        `content-security-policy: default-src 'none'; frame-ancestors 'none'`,
        'referrer-policy: strict-origin-when-cross-origin',
        'x-content-type-options: nosniff',
        'x-frame-options: DENY',
        `x-request-id: ${requestId}`,
        `content-length: ${Buffer.byteLength(body)}`,
        'connection: close',
        '',
        body,
      ].join('\r\n'),
    )
  }
}
