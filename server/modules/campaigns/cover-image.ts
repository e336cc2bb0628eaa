import type { FastifyInstance } from 'fastify'
import { coverPixels, type Cover } from '#rules/cover-drawing.ts'
import type { Db } from '#server/platform/database.ts'
import { ExpiringCache } from '#server/platform/expiring-cache.ts'
import { problem } from '#server/platform/http/problems.ts'
import { inImageTurn } from '#server/platform/image-turns.ts'
import { isShown } from './campaign-now.ts'
import { findCampaign } from './campaign-queries.ts'

/** As large as networks want it to show it across the width of a post, and small enough to be drawn in some 20 ms. */
export const coverSize = { width: 600, height: 315 }

const prefix = '/covers/'

/** The address of a campaign's picture for previews of links. */
export function coverImageOf(campaignId: string): string {
  return `${prefix}${campaignId}.png`
}

/** `GET /covers/{campaign}.png`: for link previews, without a bearer; drawn once an hour, when it is its turn. */
export function coverImageRoutes(server: FastifyInstance, db: Db): void {
  const images = new ExpiringCache<Buffer>({ ttlMs: 60 * 60_000, entriesMax: 200 })
  server.get<{ Params: { file: string } }>(`${prefix}:file`, async ({ params: { file } }, reply) => {
    const id = /^(cmp_[0-9a-f]{32})\.png$/.exec(file)?.[1]
    const row = id === undefined ? undefined : await findCampaign(db, id)
    if (!row || !isShown(row)) throw problem('not_found')
    const cover = { base: row.colorBase, glow: row.colorGlow, seed: row.id }
    const image = await images.get(
      Object.values(cover).join(),
      async () => await inImageTurn(() => drawn(cover)),
    )
    return reply.header('cache-control', 'public, max-age=86400').type('image/png').send(image)
  })
}

async function drawn(cover: Cover): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const { width, height } = coverSize
  return await sharp(coverPixels(cover, width, height), { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 6 })
    .toBuffer()
}
