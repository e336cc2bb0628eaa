import { extname } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { problem } from '../http/problems.ts'
import type { FileStore } from './file-store.ts'
import { filesPrefix } from './stored-files.ts'

/** The only types there are: what is served is what was written by us, and never a page. */
const types: Record<string, string> = { '.webp': 'image/webp' }

/** `GET /files/{folder}/{name}`: for ever the same, and never anything but an image. No folder `private-…` is served. */
export function fileRoutes(server: FastifyInstance, store: FileStore): void {
  server.get<{ Params: { folder: string; name: string } }>(
    `${filesPrefix}:folder/:name`,
    async ({ params: { folder, name } }, reply) => {
      const type = types[extname(name)]
      if (!type || !/^[a-z]+$/.test(folder) || !/^[0-9a-f]{32}\.[a-z]+$/.test(name))
        throw problem('not_found')
      const bytes = await store.getBytes(`${folder}/${name}`).catch((error: unknown) => {
        if (isMissing(error)) throw problem('not_found', { cause: error })
        throw problem('unavailable', { cause: error, internal: `Could not read ${folder}/${name}` })
      })
      return reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('x-content-type-options', 'nosniff')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .type(type)
        .send(Buffer.from(bytes))
    },
  )
}

/** A file that is gone, as the disk and S3 say it. */
function isMissing(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOENT' || error.name === 'NoSuchKey' || isMissing(error.cause)
}
