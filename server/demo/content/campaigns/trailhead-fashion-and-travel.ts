import { brandCampaigns } from './brand-campaigns.ts'
import { northAmerica } from './regions.ts'
import { terms } from './terms.ts'

/** Trailhead Outdoor, clothing new and mended, and guided weeks between huts. */
export const trailheadFashionAndTravelCampaigns = brandCampaigns('trailhead-outdoor', [
  {
    key: 'trailhead-merino',
    category: 'fashion',
    title: '8% of every merino sale',
    summary:
      'Base layers and jumpers that may be worn for a week. The winter run of this campaign closes in a few days.',
    publicTitle: 'Merino layers to wear for a week',
    publicDescription: 'Base layers and jumpers that may be worn for a week, and mended for years.',
    captions: ['Six days, one jumper. Nobody moved away.', 'Merino they mend for you when you do not.'],
    terms: terms`
      ## Included
      - Shirts, leggings, jumpers and socks with the merino mark on the product page.
      - Orders within 30 days of a click, up to the last minute of the campaign. Later orders cannot be paid, however old the click.

      ## Excluded
      Shells, trousers and anything second-hand, even when the basket holds merino too. Orders for resale, which start at about ten of one size.

      ## How to show it
      Wear it more than once. Readers ask about itching, holes and washing, so answer those three and you have said enough. Sizes run small in the shoulders; please mention it.

      ## Boundaries
      No claims that wool cures or prevents anything. No discount-code pages. No images of animals that were not taken on our farms.

      ## Marking posts
      Instagram stories need the label on every frame that carries the link, not only on the first.

      ## After the sale
      Held for 30 days. A returned garment takes its own share with it, the rest of the order stays paid.
    `,
    landingPath: '/merino',
    reward: { saleBps: 800 },
    basketUsdCents: [4900, 21_900],
    budgetCrels: 45_000,
    startDay: -90,
    endDay: 2,
  },
  {
    key: 'trailhead-worn-again',
    category: 'fashion',
    title: '10% of every second-hand sale',
    summary:
      'Jackets that came back, were mended at our bench and go out again with their repairs listed. One of each, so links go fast.',
    publicTitle: 'Mended jackets, one of each',
    publicDescription:
      'Jackets that came back, were mended at the bench and go out again with their repairs listed.',
    captions: ['My jacket has a history, and a list of it.', 'One of each. When it is gone, it is gone.'],
    terms: terms`
      ## Counts
      Any piece from the Worn Again shelf bought within 30 days of your click, at the price on its tag. If the piece you showed is gone and the visitor takes another, that counts as well.

      ## Does not count
      - Store credit paid out to people who send us their old jackets.
      - Reserved pieces that are never collected.
      - Purchases at the sheds, where no click can be seen.

      ## Ideas
      Try-ons of the week’s arrivals, before and after at the repair bench, what a patch costs you at home. Link to the shelf rather than to a single piece.

      ## Keep out
      Do not resell our pieces under your own label or describe a mended item as new. Auctions and lotteries are out too.

      ## Honesty
      People come to second-hand for trust. State that you earn from the sale next to the price, each time.

      ## Hold and returns
      30 days, counted from the order. Worn Again pieces may be sent back like new ones, and a return reverses your share.
    `,
    landingPath: '/worn-again',
    reward: { saleBps: 1000 },
    basketUsdCents: [3500, 18_500],
    budgetCrels: 40_000,
    countries: northAmerica,
    startDay: -27,
  },
  {
    key: 'trailhead-hut-weeks',
    category: 'travel',
    title: '380 crels a booking',
    summary:
      'Six days between mountain huts with a guide and eight others. For creators who write or film at length.',
    publicTitle: 'A week between mountain huts',
    publicDescription: 'Six days between mountain huts with a guide and eight others.',
    captions: ['Six days, nine people, one very good stove.', 'The week my phone had nothing to say.'],
    terms: terms`
      ## A booking is
      One person’s deposit for a hut week, paid within 30 days of the click. Couples and friends booking together are counted by head.

      ## A booking is not
      - A request to be told about next year’s dates.
      - A place in a private group of seven or more.
      - A guest who has walked a hut week with us before.

      ## Applying
      Send two pieces about a journey of several days. We read them ourselves and answer within a week. Reach matters less to us than whether readers would know how wet it gets.

      ## What we expect
      Describe effort, dormitories and weather as they are. Quote fitness levels from our page without softening them. Nobody may be told that a guide makes it safe for children under twelve.

      ## Advertising
      Long pieces carry a note at the head, films a spoken line and the platform’s label. Later mentions need it again.

      ## Hold, cancellations
      Held for 45 days. Deposits returned within that time reverse the earning; if we cancel a week for snow, your earning stays.
    `,
    landingPath: '/hut-weeks',
    reward: { saleCrels: 380 },
    basketUsdCents: [89_000, 124_000],
    holdDays: 45,
    budgetCrels: 76_000,
    memberLimit: 60,
    requiredChannels: ['blog', 'youtube', 'newsletter', 'podcast'],
    approval: 'application',
    startDay: -50,
  },
])
