import type { FastifyInstance } from 'fastify'
import { siteLogoPng } from '../site-logo.ts'

/** The files of the built app that show the mark of Crels, with the pixels that the site's logo has in their place. */
const icons: Record<string, { edge: number; isCut?: boolean }> = {
  'favicon.ico': { edge: 48 },
  'icons/apple-touch-icon.png': { edge: 180 },
  'icons/icon-192.png': { edge: 192 },
  'icons/icon-512.png': { edge: 512 },
  'icons/maskable-192.png': { edge: 192, isCut: true },
  'icons/maskable-512.png': { edge: 512, isCut: true },
}

export const siteIconFiles = Object.keys(icons)

/**
 * Serves each icon under the address it always has, drawn from the site's logo where it has one. Installed apps ask
 * again.
 */
export function siteIconRoutes(server: FastifyInstance): void {
  for (const [file, { edge, isCut }] of Object.entries(icons))
    server.get(`/${file}`, async (_request, reply) => {
      const image = await siteLogoPng(edge, { isCut })
      reply.header('cache-control', 'no-cache')
      return image === null ? await reply.sendFile(file) : await reply.type('image/png').send(image)
    })
}
