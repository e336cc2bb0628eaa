import { brandCampaigns } from './brand-campaigns.ts'
import { europe } from './regions.ts'
import { terms } from './terms.ts'

/** Slow Meridian: the sleeper pass, small stays, the route planner and linen for the road. */
export const slowMeridianCampaigns = brandCampaigns('slow-meridian', [
  {
    key: 'meridian-sleeper-pass',
    category: 'travel',
    title: 'Earn 240 crels a pass sale',
    summary: 'Five nights on any sleeper in Europe, within one year. The first budget is nearly used up.',
    publicTitle: 'Five nights on Europe’s sleeper trains',
    publicDescription: 'A pass for five nights on any sleeper in Europe, within one year.',
    captions: ['Fell asleep in Vienna, woke up by the sea.', 'Five nights on rails. Where would you go?'],
    terms: terms`
      ## A pass
      Every Sleeper Pass bought within 30 days of the click, for one traveller. Families count by pass, children’s passes included.

      ## Not a pass
      - Seat-only upgrades and couchette supplements.
      - Passes changed into a voucher before the first night.
      - Passes bought by travel agents.

      ## Good to know before you post
      Berths are few in July and we say so on the page; please say it too. Prices of single nights vary, so compare with a date, or not at all.

      ## Things we ask you not to do
      Post booking references, film sleeping passengers, or claim a figure for saved carbon without our calculator’s link.

      ## Disclosure
      Put it at the start of the journey, not at its end: the first story, the first paragraph, the first minute.

      ## Money and time
      The hold is 14 days, in which a pass may be handed back unused. When the budget is spent the campaign stops by itself, and sales after that are shown as rejected with this reason.
    `,
    landingPath: '/sleeper-pass',
    reward: { saleCrels: 240 },
    basketUsdCents: [34_900, 34_900],
    holdDays: 14,
    budgetCrels: 6_000,
    countries: europe,
    startDay: -70,
    intent: 'nearly-exhausted',
  },
  {
    key: 'meridian-small-stays',
    category: 'travel',
    title: '5% of every stay booked',
    summary:
      'Four hundred rooms within a walk of a station, run by people who cook. Baskets are high and travellers plan ahead.',
    publicTitle: 'Small stays near a station',
    publicDescription: 'Four hundred rooms within a walk of a station, run by people who cook.',
    captions: [
      'Ten minutes from the platform, and somebody had cooked.',
      'Rooms you reach on foot, from the train.',
    ],
    terms: terms`
      ## Paid
      The price of the room and breakfast, as paid, for stays booked up to 45 days after the click. It does not matter when the traveller sleeps there.

      ## Not paid
      - Dinner, bicycles and city tax.
      - Nights added at the desk.
      - Bookings by the host’s relatives, which happen more often than you would think.

      ## Writing about hosts
      They are not a backdrop. Ask before you film in the kitchen, use first names, and leave out the house number. If something was wrong, tell us first and the world second.

      ## Not accepted
      Copies of our room descriptions, maps that hide where the link goes, bookings made in a guest’s name by you.

      ## Openness
      Invited nights have to be named as such, with the number of nights. The tracking link needs its own remark besides.

      ## Hold and cancellations
      Most rooms can be cancelled until a month before arrival, hence a hold of 45 days. Cancelled nights reverse their part. Moved dates change nothing.
    `,
    landingPath: '/stays',
    reward: { saleBps: 500 },
    basketUsdCents: [9800, 78_000],
    holdDays: 45,
    cookieDays: 45,
    budgetCrels: 125_000,
    startDay: -260,
  },
  {
    key: 'meridian-route-planner',
    category: 'travel',
    title: '10 crels a route-plan sign-up',
    summary:
      'Type two cities, get a route over land with every change walked by us. Free, and a pleasant way to lose an evening.',
    publicTitle: 'Routes over land between two cities',
    publicDescription: 'Type two cities and get a route over land, with every change walked by people.',
    captions: [
      'Type two cities. Lose an evening.',
      'Every change of trains walked by somebody who told me where the bakery is.',
    ],
    terms: terms`
      ## We pay when
      A visitor plans a route, saves it and confirms an e-mail address, within 30 days of the click. One sign-up per person, however many routes.

      ## We do not pay when
      - The route is from a city to itself. It has been tried.
      - The address is from a throw-away mail service.
      - The person had an account for booking stays or passes.

      ## Suggestions
      Plan your readers’ wishes live and post the three strangest. Saved routes can be embedded on a blog; the embed keeps your tracking link.

      ## Etiquette
      Answers in travel forums are welcome if they answer the question. A bare link is not an answer. Automated replies lead to removal from the campaign.

      ## Say it
      Wherever a route is shared: “planned with Slow Meridian, who pay me for sign-ups”.

      ## Hold
      7 days for checks. Nothing is sold here, so nothing comes back; only false accounts are reversed.
    `,
    landingPath: '/planner',
    reward: { leadCrels: 10 },
    holdDays: 7,
    budgetCrels: 20_000,
    perMemberCapCrels: 1_000,
    startDay: -38,
  },
  {
    key: 'meridian-carry-linen',
    category: 'fashion',
    title: '14% of every linen sale',
    summary:
      'Six garments that fit one small bag and may be slept in. Sewn in Guimarães from flax grown in Normandy.',
    publicTitle: 'Six linen garments for one small bag',
    publicDescription: 'Garments that fit one small bag and may be slept in, sewn in Guimarães.',
    captions: ['Two weeks, one small bag, no iron.', 'Linen you may sleep in. I did, on a train.'],
    terms: terms`
      ## Part of the campaign
      All six garments, in every colour, and the roll they are packed in. An order is yours for 30 days after the click. The share is reckoned on the goods, after any discount and without tax.

      ## Not part of it
      - Made-to-measure, which begins with a letter to the workshop.
      - The seconds sale at the end of the season.
      - Orders sent to a shop’s address.

      ## How to wear it
      Creased. An ironed photograph misses the point and brings returns. Tell people your height and the size you wear, and how it looked after a night on a train.

      ## What we would rather not see
      Haul videos with twenty garments, mirrored product pictures, and body-shape advice nobody asked for.

      ## Advertisement
      Marked at the top, also in outfit posts where the link is only in the profile.

      ## Hold, returns, mending
      Garments may be returned for 30 days and the hold is the same. Mending is free, for good, and never touches an earning.
    `,
    landingPath: '/linen',
    reward: { saleBps: 1400 },
    basketUsdCents: [6800, 25_400],
    budgetCrels: 47_000,
    countries: europe,
    startDay: -58,
    endDay: 60,
  },
])
