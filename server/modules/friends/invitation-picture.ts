import type { FastifyInstance } from 'fastify'
import { m } from '#messages'
import { paths, withQuery } from '#contracts/paths.ts'
import type { PublicUser } from '#contracts/users.schemas.ts'
import { isShortId } from '#rules/short-id.ts'
import { getPublicUser } from '#server/modules/accounts/public.ts'
import { currentEconomy } from '#server/modules/economy/public.ts'
import type { Db } from '#server/platform/database.ts'
import type { AboutPage } from '#server/platform/http/pages-deps.ts'
import { problem } from '#server/platform/http/problems.ts'
import { drawableText } from '#server/platform/share-pictures/drawable-text.ts'
import {
  colours,
  plain,
  pointsCoin,
  portrait,
  previewPicture,
  strong,
  wordmark,
} from '#server/platform/share-pictures/parts.ts'
import { box, display, sizeFor, words, type SharePicture } from '#server/platform/share-pictures/picture.ts'
import { sendPicture } from '#server/platform/share-pictures/send-picture.ts'
import { versionOf, type SharePictures } from '#server/platform/share-pictures/share-pictures.ts'
import { grouped } from '#server/platform/shown-amounts.ts'

const prefix = '/pictures/invitations/'

/** What an invitation's link says of itself in previews: by whom it is, where they show their name to who they invite. */
export async function aboutInvitation(db: Db, shortId: string): Promise<AboutPage | undefined> {
  if (!isShortId(shortId)) return undefined
  const { inviter, points } = await invitationOf(db, shortId)
  const title = headingOf(inviter.displayName)
  return {
    title: m.pages_signup(),
    sharedTitle: title,
    description: m.pictures_invitation_text(),
    sharedPath: withQuery(paths.signup, { invitedBy: shortId }),
    image: { path: `${prefix}${shortId}.png?v=${versionOf(invitationPicture(inviter, points))}` },
  }
}

/** `GET /pictures/invitations/{creator id}.png`: for previews of an invitation's link. */
export function invitationPictureRoutes(
  server: FastifyInstance,
  { db, sharePictures }: { db: Db; sharePictures: SharePictures },
): void {
  server.get<{ Params: { file: string } }>(`${prefix}:file`, async (request, reply) => {
    const [, shortId = ''] = /^(\w+)\.png$/.exec(request.params.file) ?? []
    if (!isShortId(shortId)) throw problem('not_found')
    const { inviter, points } = await invitationOf(db, shortId)
    return await sendPicture({ request, reply, sharePictures }, invitationPicture(inviter, points))
  })
}

async function invitationOf(db: Db, shortId: string): Promise<{ inviter: PublicUser; points: number }> {
  const inviter = await getPublicUser(db, shortId)
  return { inviter, points: (await currentEconomy(db)).friendInvitation.friendPoints }
}

function headingOf(name: string | null): string {
  return name === null ? m.pictures_invitation_heading_unnamed() : m.pictures_invitation_heading({ name })
}

/** Who invites, where they show their name, and what it is worth to whom they invite. */
export function invitationPicture(
  { displayName, photoURL }: Pick<PublicUser, 'displayName' | 'photoURL'>,
  points: number,
): SharePicture {
  const heading = headingOf(displayName === null ? null : drawableText(displayName))
  const size = sizeFor(heading, { most: 78, least: 48, width: 640, lines: 3 })
  return previewPicture(
    {
      color: colours.ink,
      backgroundColor: '#fff8e6',
      backgroundImage: 'radial-gradient(circle at 84% 42%, #ffd066, #fff0cc 52%, #fff8e6)',
    },
    box({ position: 'absolute', top: 108, left: 778 }, pointsCoin(420)),
    box(
      {
        flexDirection: 'column',
        justifyContent: 'space-between',
        width: 800,
        height: '100%',
        padding: '60px 0 60px 72px',
      },
      box(
        { alignItems: 'center', justifyContent: 'space-between', width: 630 },
        portrait({ name: displayName ?? '', photoURL }, 120),
        wordmark(colours.ink, 48),
      ),
      box(
        { flexDirection: 'column', gap: 20, width: 728 },
        words(heading, {
          ...display,
          fontSize: size,
          lineHeight: 1.04,
          wordBreak: 'break-word',
          lineClamp: 3,
        }),
        words(m.pictures_invitation_points({ points: grouped(points) }), {
          ...strong,
          fontSize: 34,
          color: '#8f5b00',
        }),
        words(m.pictures_invitation_text(), { ...plain, fontSize: 28, color: colours.ink2 }),
      ),
    ),
  )
}
