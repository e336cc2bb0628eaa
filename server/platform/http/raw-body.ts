import type { FastifyRequest } from 'fastify'

/** The texts of bodies that may be signed, until their request is forgotten. */
const raw = new WeakMap<FastifyRequest, string>()

/** Keeps the text a JSON body was read from, for a request that says it is signed. */
export function keepRawBody(request: FastifyRequest, body: string): void {
  if (isSigned(request)) raw.set(request, body)
}

/** The text a signed request's body was read from; empty without one. */
export function rawBodyOf(request: FastifyRequest): string {
  return raw.get(request) ?? ''
}

/** Whether a request says that it is signed, not by whom nor whether rightly. */
export function isSigned({ headers }: FastifyRequest): boolean {
  return /^Crels-HMAC(?: |$)/i.test(headers.authorization ?? '')
}
