import { connect, createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'

/** What passes between a client and a server, and may be kept from them. */
export interface Passing {
  /** Cuts both connections at once, so that what has not arrived never does. */
  cut(): void
}

export interface ProxyOptions {
  /** Where to, asked for each connection: a port of this machine, or the path of a Unix socket. */
  to(): { port: number } | { path: string }
  /** Hears what the client sends, before the server has it. */
  sent?(chunk: Buffer, passing: Passing): void
  /** Hears what the server answers; false keeps it from the client. */
  answered?(chunk: Buffer, passing: Passing): boolean | void
}

/** A real proxy over TCP on a free port, which can end a connection at any byte. `close` cuts what is left. */
export async function startTcpProxy(
  options: ProxyOptions,
): Promise<{ port: number; close(): Promise<void> }> {
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    return socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  }
  const server = createServer((client) => {
    const upstream = keep(connect({ host: '127.0.0.1', ...options.to() }))
    keep(client)
    const passing: Passing = {
      cut: () => {
        client.destroy()
        upstream.destroy()
      },
    }
    client.on('data', (chunk) => {
      options.sent?.(chunk, passing)
      if (!upstream.destroyed) upstream.write(chunk)
    })
    upstream.on('data', (chunk) => {
      if (options.answered?.(chunk, passing) !== false && !client.destroyed) client.write(chunk)
    })
    client.on('close', () => upstream.end())
    upstream.on('close', () => client.end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
