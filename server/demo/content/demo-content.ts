/** A platform on which a creator may have a channel, as it is kept in profiles and campaign requirements. */
type ChannelPlatform =
  | 'youtube'
  | 'tiktok'
  | 'instagram'
  | 'x'
  | 'twitch'
  | 'podcast'
  | 'newsletter'
  | 'blog'
  | 'facebook'
  | 'pinterest'
  | 'linkedin'
  | 'threads'
  | 'discord'

/**
 * The two colours of a brand's generated cover: `base` carries white text at 4.5:1 or better, `glow` is its one soft
 * light.
 */
type CoverColours = { readonly base: `#${string}`; readonly glow: `#${string}` }

/** A demo brand; `host` is under the reserved `.example` domain and `hue` is the hue of `colours.base` in degrees. */
export type DemoBrand = {
  readonly slug: string
  readonly name: string
  readonly tagline: string
  readonly about: string
  readonly host: `${string}.example`
  readonly hue: number
  readonly colours: CoverColours
  /** ISO 3166-1 alpha-2. */
  readonly country: string
}

/** A campaign category; `icon` names an export of `@tabler/icons-react`. */
export type DemoCategory = {
  readonly slug: string
  readonly name: string
  readonly description: string
  readonly icon: `Icon${string}`
}

/**
 * What a campaign pays: thousandths of a crel for a unique click, whole crels for a lead, and for a sale either whole
 * crels or basis points of its amount.
 */
type DemoReward = {
  readonly clickMillicrels?: number
  readonly leadCrels?: number
  readonly saleCrels?: number
  readonly saleBps?: number
}

/**
 * The state a campaign should show after loading; `nearly-exhausted` is active with its budget almost spent by the
 * history.
 */
type DemoCampaignIntent = 'active' | 'scheduled' | 'paused' | 'ended' | 'nearly-exhausted'

/** A demo campaign; days are offsets from the day of loading, negative in the past, and crels are whole units. */
export type DemoCampaign = {
  readonly key: string
  readonly brand: string
  readonly category: string
  readonly title: string
  readonly summary: string
  /** What buyers read, and what creators may post: the product, never the reward. */
  readonly publicTitle: string
  readonly publicDescription: string
  readonly captions: readonly string[]
  /** Markdown; headings start at the second level. */
  readonly terms: string
  /** The page on the brand's host that the tracking link leads to. */
  readonly landingPath: `/${string}`
  readonly reward: DemoReward
  /** The range of sale amounts the history draws from; present wherever the campaign pays for sales. */
  readonly basketUsdCents?: readonly [min: number, max: number]
  readonly holdDays: number
  readonly cookieDays: number
  readonly budgetCrels: number
  readonly perMemberCapCrels?: number
  readonly memberLimit?: number
  /** ISO 3166-1 alpha-2; empty means everywhere. */
  readonly countries: readonly string[]
  /** One of these is enough; empty means none is needed. */
  readonly requiredChannels: readonly ChannelPlatform[]
  readonly approval: 'open' | 'application'
  readonly startDay: number
  readonly endDay?: number
  readonly joiningBonusPoints?: number
  readonly intent: DemoCampaignIntent
}

/** A creator's channel: the platform and the full address of the page. */
export type DemoChannel = { readonly platform: ChannelPlatform; readonly address: `https://${string}` }

/** A demo creator with every item of a complete profile; `birthday` is `YYYY-MM-DD`, `country` ISO 3166-1 alpha-2. */
export type DemoCreator = {
  readonly key: string
  readonly fullName: string
  readonly displayName: string
  readonly email: `${string}@demo.crels.example`
  readonly birthday: string
  readonly gender: 'female' | 'male' | 'non-binary' | 'undisclosed'
  readonly countryOfResidence: string
  readonly industries: readonly string[]
  readonly channels: readonly DemoChannel[]
  readonly timeZone: string
}

/** An enrolment of the history; `note` is the brand's word to a declined member. */
export type DemoEnrolment = {
  readonly key: string
  readonly creator: string
  readonly campaign: string
  readonly state: 'applied' | 'declined' | 'active' | 'left'
  readonly appliedAt: Date
  /** When the member became active; absent for those who applied in vain or still wait. */
  readonly joinedAt?: Date
  /** When an application was answered. */
  readonly decidedAt?: Date
  readonly leftAt?: Date
  readonly note?: string
}

/** Why a click of the history is not countable. */
type DemoUncountable = 'crawler' | 'preview' | 'prefetch' | 'repeat'

/** One click on an enrolment's tracking link; a repeat carries the visitor of the click it repeats. */
export type DemoClick = {
  readonly key: string
  readonly enrolment: string
  readonly at: Date
  readonly visitor: string
  readonly country: string
  readonly device: 'phone' | 'desktop' | 'tablet'
  /** Host of the page the click came from; null when the visitor came directly. */
  readonly referrer: string | null
  readonly sub: string | null
  /** Null when the click is countable. */
  readonly uncountable: DemoUncountable | null
}

/** A lead or sale of the history, reported by the brand for one click; `usdCents` is present on sales only. */
export type DemoConversion = {
  readonly eventId: string
  readonly enrolment: string
  readonly click: string
  readonly type: 'lead' | 'sale'
  readonly usdCents?: number
  readonly at: Date
  /** Set where the platform must refuse it: the click is older than the campaign's cookie window. */
  readonly rejected?: 'cookie-window'
  /** When the brand refunded it in full. */
  readonly refundedAt?: Date
}

/** Everything that happened before the moment of loading, each list in the order of time. */
export type DemoHistory = {
  readonly enrolments: readonly DemoEnrolment[]
  readonly clicks: readonly DemoClick[]
  readonly conversions: readonly DemoConversion[]
}
