import type { FastifyReply, FastifyRequest } from 'fastify'
import { languageHeaders } from '../language.ts'
import type { SharePicture } from './picture.ts'
import { versionOf, type SharePictures } from './share-pictures.ts'

/**
 * Answers with a picture that anyone may see; a day in caches, and a version of its own. Throws `unavailable` where too
 * many wait.
 */
export async function sendPicture(
  {
    request,
    reply,
    sharePictures,
  }: { request: FastifyRequest; reply: FastifyReply; sharePictures: SharePictures },
  picture: SharePicture,
): Promise<FastifyReply> {
  const etag = `"${versionOf(picture)}"`
  reply.header('cache-control', 'public, max-age=86400').header('etag', etag)
  // Words are drawn into it.
  reply.header('vary', languageHeaders)
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  return reply.type('image/png').send(await sharePictures.draw(picture))
}
