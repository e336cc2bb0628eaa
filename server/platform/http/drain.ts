import type { FastifyInstance } from 'fastify'

/** The rest of the 10 s that a stop may take is for what comes after the requests. */
const drainMs = 4_000

/** Takes no further requests and waits for those under way; connections of clients that dawdle are cut after 4 s. */
export async function drain(server: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => server.server.closeAllConnections(), drainMs)
  await server.close().finally(() => clearTimeout(cut))
}
