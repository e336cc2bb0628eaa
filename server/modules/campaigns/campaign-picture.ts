import type { FastifyInstance } from 'fastify'
import { categoryGlyph } from '#rules/category-glyphs.ts'
import { coverDrawing, coverGround } from '#rules/cover-drawing.ts'
import type { Db } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { drawableText } from '#server/platform/share-pictures/drawable-text.ts'
import {
  brandTile,
  plain,
  previewPicture,
  previewSize,
  strong,
  svg,
  wordmark,
} from '#server/platform/share-pictures/parts.ts'
import {
  box,
  display,
  drawing,
  sizeFor,
  storedImage,
  whole,
  words,
  type SharePicture,
} from '#server/platform/share-pictures/picture.ts'
import { sendPicture } from '#server/platform/share-pictures/send-picture.ts'
import { versionOf, type SharePictures } from '#server/platform/share-pictures/share-pictures.ts'
import { brandCard } from './campaign-card.ts'
import { isShown } from './campaign-now.ts'
import { findCampaign, type CampaignRow } from './campaign-queries.ts'
import { publicDescriptionOf } from './public-texts.ts'

const prefix = '/covers/'

/** What of a campaign may be on its picture: what buyers read, never what creators are paid. */
export type CampaignFace = Pick<
  CampaignRow,
  | 'id'
  | 'publicTitle'
  | 'publicDescription'
  | 'coverUrl'
  | 'categoryIcon'
  | 'brandId'
  | 'brandSlug'
  | 'brandName'
  | 'brandTagline'
  | 'colorBase'
  | 'colorGlow'
  | 'logoKey'
>

/** The address of a campaign's picture for previews of links. */
export function picturePath(campaignId: string): string {
  return `${prefix}${campaignId}.png`
}

/** The same, another one when it looks otherwise: networks keep what they once fetched. */
export function campaignPicturePath(campaign: CampaignFace): string {
  return `${picturePath(campaign.id)}?v=${versionOf(campaignPicture(campaign))}`
}

/** `GET /covers/{campaign}.png`: for previews of links, without a bearer. */
export function campaignPictureRoutes(
  server: FastifyInstance,
  { db, sharePictures }: { db: Db; sharePictures: SharePictures },
): void {
  server.get<{ Params: { file: string } }>(`${prefix}:file`, async (request, reply) => {
    const id = /^(cmp_[0-9a-f]{32})\.png$/.exec(request.params.file)?.[1]
    const row = id === undefined ? undefined : await findCampaign(db, id)
    if (!row || !isShown(row)) throw problem('not_found')
    return await sendPicture({ request, reply, sharePictures }, campaignPicture(row))
  })
}

/** Pixels of the text: the art begins right of it. */
const textWide = 580

/** A campaign as those see it who might buy: the art of its card, the brand, and what there is. */
export function campaignPicture(campaign: CampaignFace): SharePicture {
  const { width, height } = previewSize
  const brand = brandCard(campaign)
  // A name in letters that our faces lack is said as its address says it.
  const name = drawableText(brand.name) ?? campaign.brandSlug
  const title = campaign.publicTitle === null ? null : drawableText(campaign.publicTitle)
  const heading = title ?? name
  const { from, to } = coverGround(brand.colors)
  const size = sizeFor(heading, { most: 88, least: 44, width: textWide, lines: 3 })
  return previewPicture(
    {
      color: '#fff',
      backgroundImage: `linear-gradient(125deg, ${from} 20%, ${to})`,
    },
    drawing(coverSvg(campaign), { ...whole, width, height }),
    storedImage(campaign.coverUrl, { ...whole, width, height }),
    box({ ...whole, backgroundImage: 'linear-gradient(to top, rgba(0,0,0,.42), rgba(0,0,0,0) 70%)' }),
    box({ ...whole, backgroundImage: 'linear-gradient(to right, rgba(0,0,0,.3), rgba(0,0,0,0) 62%)' }),
    box(
      {
        ...whole,
        flexDirection: 'column',
        justifyContent: 'space-between',
        padding: '60px 64px 56px 72px',
      },
      box(
        { alignItems: 'center', justifyContent: 'space-between', width: '100%' },
        box(
          { alignItems: 'center', gap: 28 },
          brandTile(brand, 108, drawing(glyphSvg(campaign.categoryIcon), { width: 64, height: 64 })),
          words(title === null ? null : name, {
            ...strong,
            fontSize: 42,
            maxWidth: 620,
            wordBreak: 'break-word',
            lineClamp: 1,
            textShadow: '0 2px 12px rgba(0,0,0,.3)',
          }),
        ),
        wordmark('#fff', 46),
      ),
      box(
        { flexDirection: 'column', gap: 20, width: textWide },
        words(heading, {
          ...display,
          fontSize: size,
          lineHeight: 1.06,
          wordBreak: 'break-word',
          lineClamp: 3,
          textShadow: '0 3px 18px rgba(0,0,0,.3)',
        }),
        words(publicDescriptionOf(campaign), {
          ...plain,
          fontSize: 31,
          lineHeight: 1.32,
          color: 'rgba(255,255,255,.92)',
          wordBreak: 'break-word',
          lineClamp: 2,
          textShadow: '0 2px 10px rgba(0,0,0,.3)',
        }),
      ),
    ),
  )
}

/** Pixels of a card that the picture is wide: shapes and glyph are as large beside each other as on the card. */
const unitsWide = 350

/** The art that the screens compose (web/ui/rare/cover-art.tsx), as a drawing. */
function coverSvg({ id, categoryIcon, colorGlow }: CampaignFace): string {
  const { shapes, glyph } = coverDrawing(id)
  const unitsHigh = (unitsWide * previewSize.height) / previewSize.width
  const drawn = shapes.map(({ x, y, rx, ry, d, opacity, fill }) => {
    const look = `fill="${fill === 'glow' ? colorGlow : fill}" fill-opacity="${opacity}"`
    if (d === undefined) return `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" ${look}/>`
    return `<svg x="${x}" y="${y}" overflow="visible"><path d="${d}" ${look}/></svg>`
  })
  return svg(
    `0 0 ${unitsWide} ${unitsHigh}`,
    `${drawn.join('')}<svg x="${glyph.x}" y="${glyph.y}" overflow="visible"><g transform="translate(-38 -38) scale(3.17)" opacity=".9">${glyphPath(categoryIcon)}</g></svg>`,
  )
}

function glyphSvg(icon: string): string {
  return svg('0 0 24 24', glyphPath(icon))
}

function glyphPath(icon: string): string {
  return `<path d="${categoryGlyph(icon)}" fill="none" stroke="#fff" stroke-width="1.4" stroke-linecap="round" stroke-linejoin="round"/>`
}
