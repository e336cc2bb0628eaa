import { brandCampaigns } from './brand-campaigns.ts'
import { europe } from './regions.ts'
import { terms } from './terms.ts'

/** Northwind Coffee, beyond the beans: brewing gear and a weekend at the roastery. */
export const northwindHomeAndTravelCampaigns = brandCampaigns('northwind-coffee', [
  {
    key: 'northwind-brew-kit',
    category: 'home',
    title: '9% of every brewing-kit sale',
    summary:
      'Kettles, hand grinders and drippers that we use at the cupping table ourselves. Baskets are larger than with beans.',
    publicTitle: 'Kettles, grinders and drippers',
    publicDescription: 'The brewing kit from Northwind’s own cupping table, for one cup or six.',
    captions: [
      'The hand grinder I would buy again tomorrow.',
      'Same kettle as the people who roast the beans.',
    ],
    terms: terms`
      ## Which sales count
      - Everything on the brewing page: kettles, grinders, scales, drippers and spare burrs.
      - The share is taken from the price of the goods after discounts, without tax and postage.
      - The purchase follows the click by no more than 30 days.

      ## Which do not
      - Beans in the same basket. They have a campaign of their own and are not paid twice.
      - Repairs and the trade-in of old grinders.

      ## Notes for reviewers
      You may criticise. We ask only that grind settings and water temperature are stated, as most bad cups come from there. Borrowed review units go back; bought ones may be raffled.

      ## Not allowed
      Browser extensions, cash-back pages, and comparison tables that give us marks we did not earn.

      ## Labelling
      Reviews with a tracking link are advertising even if we did not pay for them. Say so in the headline or the first line.

      ## Hold and returns
      The hold is 30 days, as long as the return window. Part of a basket sent back reverses that part only.
    `,
    landingPath: '/brewing',
    reward: { saleBps: 900 },
    basketUsdCents: [3900, 24_900],
    budgetCrels: 70_000,
    startDay: -64,
  },
  {
    key: 'northwind-roastery-weekend',
    category: 'travel',
    title: '160 crels a booking',
    summary:
      'Two days at the roastery in Bergen with cupping, a harbour walk and a bag you roast yourself. Dates open soon.',
    publicTitle: 'A weekend at the roastery in Bergen',
    publicDescription: 'Two days with cupping, a harbour walk and a bag of coffee you roast yourself.',
    captions: ['I roasted my own bag in Bergen. You can, too.', 'Two days, one harbour, a lot of coffee.'],
    terms: terms`
      ## A booking
      One place on a roastery weekend, paid in full. A visitor who books three places makes three earnings. The booking must come within 30 days of the click.

      ## Outside this campaign
      - School and company groups, which we arrange by letter.
      - Guests who move to another date; the first booking stays yours, the move adds nothing.
      - Places given away in your own competition.

      ## Telling the story
      Come and see it first: write to us and we keep one seat per month for members of this campaign. Show rain if it rains. Prices change with the season, so please link to them instead of quoting them.

      ## Limits
      No paid advertising with our name in the text, and no promise of meeting a particular roaster.

      ## Advertising label
      Travel posts need it too. “Advertisement” at the top of the post or the start of the caption is what we look for.

      ## Waiting time
      Earnings are held for 45 days, because guests may cancel until two weeks before they travel. Cancelled places are reversed one by one.
    `,
    landingPath: '/weekend',
    reward: { saleCrels: 160 },
    basketUsdCents: [29_000, 29_000],
    holdDays: 45,
    budgetCrels: 24_000,
    countries: europe,
    startDay: 12,
    endDay: 130,
    intent: 'scheduled',
  },
])
