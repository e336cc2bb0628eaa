import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import { ExpiringCache } from '../expiring-cache.ts'
import type { Files } from '../files/stored-files.ts'
import { inImageTurn } from '../image-turns.ts'
import { storedPrefix, type PictureElement, type SharePicture } from './picture.ts'
import { PictureProcess } from './picture-process.ts'

/** Draws pictures that are shared: for previews of links, and for members to post. */
export interface SharePictures {
  /** A PNG image. The same picture is drawn once. Throws `unavailable` where too many wait. */
  draw(picture: SharePicture): Promise<Buffer>
  close(): void
}

/** Some 100 KB each. */
const keptMax = 200
const keptMs = 6 * 60 * 60_000

export function openSharePictures({
  files,
  log,
}: {
  files: Pick<Files, 'read'>
  log: Logger
}): SharePictures {
  const process = new PictureProcess(log)
  const kept = new ExpiringCache<Buffer>({ ttlMs: keptMs, entriesMax: keptMax })
  return {
    draw: async (picture) => {
      const version = versionOf(picture)
      let isWhole = true
      const image = await kept.get(
        version,
        async () =>
          await inImageTurn(async () => {
            const images: Record<string, string> = {}
            for (const key of keysIn(picture.root)) {
              const bytes = await files.read(key).catch(() => null)
              if (bytes) images[key] = Buffer.from(bytes).toString('base64')
              else isWhole = false
            }
            return await process.draw({ ...picture, images })
          }),
      )
      // A store that is away for a moment leaves no logo out for hours.
      if (!isWhole) kept.evict(version)
      return image
    },
    close: () => process.close(),
  }
}

/** The same for the same picture: what names it to caches. */
export function versionOf(picture: SharePicture): string {
  return createHash('sha256').update(JSON.stringify(picture)).digest('hex').slice(0, 16)
}

/** The keys of the stored images in an element. */
function keysIn({ props: { src, children } }: PictureElement): string[] {
  if (src?.startsWith(storedPrefix)) return [src.slice(storedPrefix.length)]
  return Array.isArray(children) ? children.flatMap(keysIn) : []
}
