import { m } from '#messages'
import { getStreakCard } from '#contracts/rewards.endpoints.ts'
import { findMember } from '#server/modules/accounts/public.ts'
import { bind, type Route } from '#server/platform/http/bind.ts'
import { problem } from '#server/platform/http/problems.ts'
import {
  answerCard,
  digitSize,
  memberCard,
  type CardMember,
} from '#server/platform/share-pictures/member-card.ts'
import { colours, plain, svg } from '#server/platform/share-pictures/parts.ts'
import { box, display, drawing, words, type SharePicture } from '#server/platform/share-pictures/picture.ts'
import type { SharePictures } from '#server/platform/share-pictures/share-pictures.ts'
import { grouped } from '#server/platform/shown-amounts.ts'
import { checkInStatus } from './check-in-status.ts'

interface StreakCardDeps {
  publicOrigin: string
  sharePictures: SharePictures
}

/** A member's streak as a picture to post. Throws `not_found` while there is no streak. */
export function streakCardRoute({ publicOrigin, sharePictures }: StreakCardDeps): Route {
  return bind(getStreakCard, async ({ db, actor }) => {
    const { streak } = await checkInStatus(db, actor)
    const member = await findMember(db, actor.uid)
    if (streak === 0 || !member) throw problem('not_found')
    return await answerCard(
      sharePictures,
      streakCard({ streak, member, publicOrigin }),
      `streak-${streak}.png`,
    )
  })
}

/** The streak as large as the picture; in its first week with a stamp for each day. */
export function streakCard({
  streak,
  member,
  publicOrigin,
}: {
  streak: number
  member: CardMember
  publicOrigin: string
}): SharePicture {
  const days = grouped(streak)
  const isFirstWeek = streak <= 7
  return memberCard({
    member,
    publicOrigin,
    color: colours.brown,
    ground: {
      backgroundColor: '#ffb27d',
      backgroundImage: 'linear-gradient(168deg, #fff0cc 6%, #ffc98f 48%, #ff8a5c)',
    },
    content: [
      isFirstWeek ? drawing(flame, { width: 300, height: 356 }) : drawing(flame, { width: 384, height: 456 }),
      words(days, {
        ...display,
        fontSize: digitSize(days),
        lineHeight: 1,
        letterSpacing: '-0.04em',
        marginTop: -10,
      }),
      words(m.check_in_in_a_row({ count: streak }), { ...display, fontSize: 76, lineHeight: 1.1 }),
      words(m.pictures_streak_text(), { ...plain, fontSize: 38, marginTop: 18 }),
      isFirstWeek
        ? box({ gap: 18, marginTop: 52 }, ...Array.from({ length: 7 }, (_, day) => stamp(day < streak)))
        : null,
    ],
  })
}

function stamp(isTaken: boolean) {
  const size = 96
  return box(
    {
      width: size,
      height: size,
      borderRadius: 30,
      alignItems: 'center',
      justifyContent: 'center',
      backgroundColor: isTaken ? '#e8502f' : 'rgba(255,255,255,.4)',
    },
    isTaken ? drawing(tick, { width: 58, height: 58 }) : null,
  )
}

const tick = svg(
  '0 0 24 24',
  '<path d="m5 13 5 5 9-11" fill="none" stroke="#fff" stroke-width="3.4" stroke-linecap="round" stroke-linejoin="round"/>',
)

/** The flame of web/features/check-in/check-in-drawings.tsx. */
const flame = svg(
  '0 0 64 76',
  '<linearGradient id="f" x1="0" x2="0" y1="0" y2="1"><stop offset="0" stop-color="#f0462a"/><stop offset="1" stop-color="#ff7a3c"/></linearGradient><path d="M34 2c3 12 24 20 24 43a26 26 0 0 1-52 0c0-11 5.5-17.5 11.5-23.5C19 28 22 32 26 33c1-11 1-21 8-31z" fill="url(#f)"/><path d="M33 36c1.5 6 11 9.5 11 19a12 12 0 0 1-24 0c0-5.500 3-8.500 5.500-11.500 1 3.500 2.500 5 4.500 5.500.5-5 .5-8.500 3-13z" fill="#ffd066"/>',
)
