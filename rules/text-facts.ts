import { REAPPLY_AFTER_DAYS } from './enrolment-state.ts'
import { TOO_FAST_MS } from './attribution.ts'
import { NEW_FOR_DAYS, POPULAR_DAYS } from './campaign-ranking.ts'
import { DEFAULT_COOKIE_DAYS, DEFAULT_HOLD_DAYS } from './campaign-state.ts'
import { TRUST_CONVERSIONS_MIN, TRUST_DAYS } from './campaign-trust.ts'
import { checkInPoints } from './check-in.ts'
import { ANSWER_WITHIN_DAYS, CLAIM_WITHIN_DAYS, OPEN_CLAIMS_MAX } from './conversion-claim.ts'
import { defaultEconomy } from './economy.ts'
import { cheaperBiggerAmount, convertCrels, DEFAULT_RATE, FEE_TIERS, priceInCrels } from './exchange.ts'
import { OWN_CODE_LENGTH_MAX, OWN_CODE_LENGTH_MIN } from './short-code.ts'

const { checkIn, redemption, ...rest } = defaultEconomy

/** Amounts as a language writes them. */
const written = (language: string) => ({
  usd: (cents: number): string =>
    new Intl.NumberFormat(language, {
      style: 'currency',
      currency: 'USD',
      trailingZeroDisplay: 'stripIfInteger',
    }).format(cents / 100),
  percent: (bps: number): string =>
    new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 }).format(bps / 10_000),
})

const received = priceInCrels(100_00, DEFAULT_RATE)
const spent = convertCrels(1_000, DEFAULT_RATE)
const dear = priceInCrels(99_99, DEFAULT_RATE)
const cheap = cheaperBiggerAmount(dear)!

/**
 * Every number that the documentation and the answers say, from the defaults and rules that decide it, so that no text
 * goes stale: `{checkIn.basePoints}` in a text is this table's `checkIn.basePoints`.
 */
const factsIn = ({ usd, percent }: ReturnType<typeof written>) => ({
  ...rest,
  checkIn: {
    ...checkIn,
    topPoints: checkIn.basePoints + checkIn.stepPoints * checkIn.stepsMax,
    /** What each day of a first week pays, its bonus included. */
    days: Array.from({ length: checkIn.bonusEveryDays }, (_, day) => {
      const { points, bonusPoints } = checkInPoints(day + 1, checkIn)
      return points + bonusPoints
    }),
  },
  redemption: {
    ...redemption,
    netUsdCentsMin: usd(redemption.netUsdCentsMin),
    changedDestinationDays: redemption.changedDestinationHours / 24,
  },
  exchange: {
    rate: Number(DEFAULT_RATE),
    tiers: FEE_TIERS.map(({ belowUsdCents, feeBps }) => ({
      below: belowUsdCents === null ? '' : usd(belowUsdCents),
      fee: percent(feeBps),
    })),
    spend: {
      gross: usd(spent.grossUsdCents),
      feePercent: percent(spent.feeBps),
      fee: usd(spent.feeUsdCents),
      net: usd(spent.usdCents),
    },
    receive: {
      usd: usd(received.usdCents),
      base: received.baseCrels,
      feePercent: percent(received.feeBps),
      fee: received.feeCrels,
      price: received.crels,
    },
    cheaper: {
      less: usd(dear.usdCents),
      lessPrice: dear.crels,
      more: usd(cheap.usdCents),
      morePrice: cheap.crels,
    },
    /** What the minimum payout costs. */
    minimum: priceInCrels(redemption.netUsdCentsMin, DEFAULT_RATE).crels,
  },
  campaigns: {
    holdDays: DEFAULT_HOLD_DAYS,
    cookieDays: DEFAULT_COOKIE_DAYS,
    newDays: NEW_FOR_DAYS,
    popularDays: POPULAR_DAYS,
    reapplyDays: REAPPLY_AFTER_DAYS,
    trustDays: TRUST_DAYS,
    trustConversions: TRUST_CONVERSIONS_MIN,
    /** 12% of a $100 sale. */
    shareExample: Math.floor((100_00 * 1_200 * Number(DEFAULT_RATE)) / 1_000_000),
  },
  conversions: { tooFastSeconds: TOO_FAST_MS / 1_000 },
  claims: { withinDays: CLAIM_WITHIN_DAYS, answerDays: ANSWER_WITHIN_DAYS, openMax: OPEN_CLAIMS_MAX },
  links: { ownCodeMin: OWN_CODE_LENGTH_MIN, ownCodeMax: OWN_CODE_LENGTH_MAX },
})

/** The text of a fact, by its place in the table. Throws for one that is not there. */
export function factAt(place: string, language: string): string {
  const fact = findFact(place, factsIn(written(language)), language)
  if (fact === undefined) throw new Error(`There is no fact {${place}} (rules/text-facts.ts)`)
  return fact
}

const named = /\{([\w.[\]]+)\}/g

/** A text with every `{place}` in it replaced by its fact, and the places where there is none: they stay as they are. */
export function withKnownFacts(text: string, language: string): { text: string; unknown: string[] } {
  const unknown = new Set<string>()
  const facts = factsIn(written(language))
  const filled = text.replaceAll(named, (whole, place: string) => {
    const fact = findFact(place, facts, language)
    if (fact === undefined) unknown.add(place)
    return fact ?? whole
  })
  return { text: filled, unknown: [...unknown] }
}

/** A text with every `{place}` in it replaced by its fact. Throws for one that is not there. */
export function withFacts(text: string, language: string): string {
  return text.replaceAll(named, (_, place: string) => factAt(place, language))
}

function findFact(place: string, facts: object, language: string): string | undefined {
  const value = place
    .split(/[.[\]]+/)
    .filter((name) => name !== '')
    .reduce<unknown>((part, name) => {
      const isThere = typeof part === 'object' && part !== null && Object.hasOwn(part, name)
      return isThere ? (part as Record<string, unknown>)[name] : undefined
    }, facts)
  if (typeof value === 'number') return new Intl.NumberFormat(language).format(value)
  return typeof value === 'string' ? value : undefined
}
