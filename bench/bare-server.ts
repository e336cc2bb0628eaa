// A 302 and nothing else, by Fastify or by node:http alone: what redirects are compared with.
import { createServer } from 'node:http'
import fastify from 'fastify'

const location = 'https://brand.example/shop?crels_click=clk_00000000000070008000000000000000'

async function listen(): Promise<string> {
  if (process.argv[2] === 'fastify') {
    const app = fastify()
    app.get('/s/:code', (_request, reply) => reply.code(302).header('location', location).send())
    return await app.listen({ host: '127.0.0.1', port: 0 })
  }
  const server = createServer((_request, response) => response.writeHead(302, { location }).end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`
}

process.stdout.write(`${await listen()}\n`)
