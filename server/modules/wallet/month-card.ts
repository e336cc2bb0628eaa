import { m } from '#messages'
import type { BrandCard } from '#contracts/campaigns.schemas.ts'
import { getMonthCard } from '#contracts/wallet.endpoints.ts'
import { convertCrels } from '#rules/exchange.ts'
import { addDays, isZone } from '#rules/local-date.ts'
import { findMember } from '#server/modules/accounts/public.ts'
import { currentRate } from '#server/modules/exchange/public.ts'
import { monthSums } from '#server/modules/ledger/public.ts'
import type { Db } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { bind, type Route } from '#server/platform/http/bind.ts'
import { invalidValue, problem } from '#server/platform/http/problems.ts'
import {
  answerCard,
  digitSize,
  memberCard,
  type CardMember,
} from '#server/platform/share-pictures/member-card.ts'
import { brandTile, colours, crelCoin, plain, strong } from '#server/platform/share-pictures/parts.ts'
import { box, display, words, type SharePicture } from '#server/platform/share-pictures/picture.ts'
import type { SharePictures } from '#server/platform/share-pictures/share-pictures.ts'
import { dollars, grouped } from '#server/platform/shown-amounts.ts'
import { monthText } from '#server/platform/shown-times.ts'
import { statementEntries } from './wallet-statement.ts'

interface MonthCardDeps {
  publicOrigin: string
  sharePictures: SharePictures
}

/** What is drawn of a month. */
export interface MonthEarned {
  /** `YYYY-MM`. */
  month: string
  crels: number
  /** After the fee, at the rate of today. */
  usdCents: number
  /** Those that paid the most entries, three at most. */
  brands: BrandCard[]
}

/**
 * What a month added to a member's available crels from campaigns, as a picture to post. Throws `not_found` where that is
 * nothing, and `validation_failed` for an unknown time zone.
 */
export function monthCardRoute({ publicOrigin, sharePictures }: MonthCardDeps): Route {
  return bind(getMonthCard, async ({ db, actor, query: { month, zone = 'UTC' } }) => {
    if (!isZone(zone)) throw invalidValue('query.zone', m.wallet_statement_zone_unknown())
    const earned = await monthEarned(db, actor, { month, zone })
    const member = await findMember(db, actor.uid)
    if (!earned || !member) throw problem('not_found')
    return await answerCard(sharePictures, monthCard(earned, { member, publicOrigin }), `earned-${month}.png`)
  })
}

async function monthEarned(
  db: Db,
  { party }: Pick<MemberActor, 'party'>,
  { month, zone }: { month: string; zone: string },
): Promise<MonthEarned | null> {
  let crels = 0
  for (const kind of ['earning_unlocked', 'earning_reversed']) {
    const sums = await monthSums(db, { party, code: 'member.available', kind, zone, months: [month] })
    crels += sums[0]?.amount ?? 0
  }
  if (crels <= 0) return null
  const { items } = await statementEntries(
    db,
    { party },
    {
      account: 'available',
      kind: 'earning_unlocked',
      from: `${month}-01`,
      to: lastDate(month),
      zone,
      limit: 100,
    },
  )
  const counted = new Map<string, { brand: BrandCard; entries: number }>()
  for (const { about } of items) {
    if (!about) continue
    const { brand } = about.campaign
    const known = counted.get(brand.id) ?? { brand, entries: 0 }
    counted.set(brand.id, { brand, entries: known.entries + 1 })
  }
  const brands = [...counted.values()].sort((a, b) => b.entries - a.entries).slice(0, 3)
  const { usdToCrels } = await currentRate(db)
  return {
    month,
    crels,
    usdCents: convertCrels(crels, usdToCrels).usdCents,
    brands: brands.map(({ brand }) => brand),
  }
}

/** Of a month `YYYY-MM`. */
function lastDate(month: string): string {
  return addDays(`${addDays(`${month}-28`, 4).slice(0, 7)}-01`, -1)
}

/** The month's crels as large as the picture, in dollars, and whose campaigns paid them. */
export function monthCard(
  { month, crels, usdCents, brands }: MonthEarned,
  { member, publicOrigin }: { member: CardMember; publicOrigin: string },
): SharePicture {
  const amount = grouped(crels)
  return memberCard({
    member,
    publicOrigin,
    color: '#fff',
    ground: {
      backgroundColor: colours.emerald,
      backgroundImage: 'radial-gradient(circle at 50% 36%, #168a67, #085c46 52%, #05382c)',
    },
    content: [
      crelCoin(230),
      words(amount, {
        ...display,
        fontSize: digitSize(amount),
        lineHeight: 1.1,
        letterSpacing: '-0.04em',
        marginTop: 16,
      }),
      words(m.pictures_month_unit({ count: crels, month: monthText(month) }), {
        ...display,
        fontSize: 60,
        lineHeight: 1.15,
        textAlign: 'center',
      }),
      words(usdCents > 0 ? m.pictures_month_dollars({ dollars: dollars(usdCents) }) : null, {
        ...strong,
        fontSize: 46,
        color: colours.marigold,
        marginTop: 22,
      }),
      brands.length > 0
        ? box(
            { alignItems: 'center', gap: 22, marginTop: 62 },
            words(m.pictures_month_with(), { ...plain, fontSize: 36, color: '#cdeedf', marginRight: 6 }),
            ...brands.map((brand) => brandTile(brand, 104)),
          )
        : null,
    ],
  })
}
