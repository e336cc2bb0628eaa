import type { FastifyInstance } from 'fastify'
import { m } from '#messages'
import { colours, crelCoin, plain, previewPicture, wordmark } from './parts.ts'
import { box, display, words, type SharePicture } from './picture.ts'
import { sendPicture } from './send-picture.ts'
import type { SharePictures } from './share-pictures.ts'

/** Where the picture of a page is that has none of its own. */
export const sitePicturePath = '/pictures/site.png'

/** `GET /pictures/site.png`: the product, for previews of links to it. */
export function sitePictureRoute(server: FastifyInstance, sharePictures: SharePictures): void {
  server.get(
    sitePicturePath,
    async (request, reply) => await sendPicture({ request, reply, sharePictures }, sitePicture()),
  )
}

/** What the product is, in a sentence. */
export function sitePicture(): SharePicture {
  return previewPicture(
    {
      color: '#fff',
      backgroundColor: colours.emerald,
      backgroundImage: 'radial-gradient(circle at 82% 40%, #168a67, #085c46 46%, #05382c)',
    },
    box({ position: 'absolute', top: 66, left: 735 }, crelCoin(560)),
    box(
      {
        flexDirection: 'column',
        justifyContent: 'space-between',
        width: 760,
        height: '100%',
        padding: '64px 0 64px 72px',
      },
      wordmark('#fff', 60),
      box(
        { flexDirection: 'column', gap: 24 },
        words(m.pictures_site_heading(), {
          ...display,
          fontSize: 88,
          lineHeight: 1.04,
          letterSpacing: '-0.03em',
          width: 660,
          textWrap: 'balance',
        }),
        words(m.pictures_site_text(), {
          ...plain,
          fontSize: 34,
          lineHeight: 1.3,
          color: '#cdeedf',
          width: 620,
        }),
      ),
    ),
  )
}
