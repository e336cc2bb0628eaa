import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A store that speaks as much of S3 as we use, on a free port: PUT, GET and DELETE of one bucket's objects. */
export async function startS3Server(bucket: string) {
  const objects = new Map<string, string>()
  const server = createServer((request, response) => {
    void text(request.setEncoding('latin1')).then((body) => {
      const { pathname } = new URL(request.url!, 'http://s3')
      const signed = request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=key/')
      const [, named, ...rest] = pathname.split('/')
      const key = rest.join('/')
      const answer = (status: number, content = '') => response.writeHead(status).end(content, 'latin1')
      if (!signed || named !== bucket) return answer(403)
      if (request.method === 'PUT') objects.set(key, body)
      if (request.method === 'DELETE') {
        objects.delete(key)
        return answer(204)
      }
      const object = objects.get(key)
      if (object === undefined) return answer(404, '<Error><Code>NoSuchKey</Code></Error>')
      return answer(200, request.method === 'GET' ? object : '')
    })
  })
  await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready))
  return {
    objects,
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => void server.close(),
  }
}
