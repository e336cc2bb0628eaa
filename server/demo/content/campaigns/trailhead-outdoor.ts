import { brandCampaigns } from './brand-campaigns.ts'
import { europe, northAmerica } from './regions.ts'
import { terms } from './terms.ts'

/** Trailhead Outdoor, for the walk: advice, packs and maps. */
export const trailheadOutdoorCampaigns = brandCampaigns('trailhead-outdoor', [
  {
    key: 'trailhead-gear-advice',
    category: 'outdoor',
    title: '50 crels for every lead',
    summary:
      'A guide calls people back and helps them pack for their first long walk. You are paid for each call that is booked.',
    publicTitle: 'Packing help from a mountain guide',
    publicDescription: 'A guide calls you back and helps you pack for your first long walk.',
    captions: [
      'A guide told me what to leave at home. It was most of it.',
      'First long walk? Let someone who guides look at your list.',
    ],
    terms: terms`
      ## What counts as a lead
      - A visitor books the free twenty-minute call and picks a time, within 30 days of your click.
      - The booking names a trip: where, roughly when, and how many nights. The form asks for it.

      ## What does not
      - A second call by the same person in a year.
      - Bookings with a number that nobody answers twice. We try on two different days.
      - Calls about an order or a repair; those go to the shop.

      ## Your channel
      We ask for YouTube or TikTok, because people decide on this after seeing a pack being packed. Film your own kit, also the mistakes. Please leave rescue footage and other people’s accidents out of it.

      ## Not with us
      Incentivised bookings, call centres, lists of telephone numbers.

      ## Disclosure
      Use the platform’s paid-partnership label and say in your own words that a booking earns you something.

      ## Hold
      Leads are held for 30 days. If the person never picks up, the lead is reversed and you see the dates on which we tried.
    `,
    landingPath: '/advice',
    reward: { leadCrels: 50 },
    budgetCrels: 80_000,
    perMemberCapCrels: 5_000,
    countries: [...europe, ...northAmerica],
    requiredChannels: ['youtube', 'tiktok'],
    startDay: -160,
  },
  {
    key: 'trailhead-packs',
    category: 'outdoor',
    title: '7% of every pack sale',
    summary:
      'Packs from 18 to 65 litres, with a hip belt fitted by photo and seams that any cobbler can open and close.',
    publicTitle: 'Packs that any cobbler can mend',
    publicDescription: 'Packs from 18 to 65 litres, with a hip belt fitted by photo.',
    captions: [
      'The hip belt was fitted from a photo. It fits.',
      'Any cobbler can open these seams. And close them.',
    ],
    terms: terms`
      ## Paid
      Every pack, and every rain cover, belt or pocket bought in the same order. The click may be up to 30 days old. The price counts as the customer paid it, without tax and shipping.

      ## Unpaid
      - Rental with an option to buy; we could not tell whose decision it was.
      - Orders with a guide, club or staff discount.
      - Packs you buy for yourself. Ask us for a sample instead.

      ## Content that helps
      Weight on a kitchen scale, volume filled with real things, a year-old pack beside a new one. If something failed, show the repair as well.

      ## Content that does not
      Rankings you have not walked, reposted product photographs as the whole post, and any hint that our packs are certified for climbing loads. They are not.

      ## Openness
      A line at the top of the description and a spoken note in the video. On a blog, above the first tracking link.

      ## Hold and returns
      Customers may return an unused pack for 45 days, and earnings are held as long. A return reverses the earning, an exchange for another size does not.
    `,
    landingPath: '/packs',
    reward: { saleBps: 700 },
    basketUsdCents: [8900, 31_900],
    holdDays: 45,
    budgetCrels: 110_000,
    startDay: -300,
  },
  {
    key: 'trailhead-maps',
    category: 'outdoor',
    title: '15 crels a map sign-up',
    summary:
      'Offline maps drawn by walkers, with water, shelter and bail-out points. New, and free for the first three routes.',
    publicTitle: 'Offline maps drawn by walkers',
    publicDescription:
      'Offline maps with water, shelter and bail-out points. The first three routes are free.',
    captions: [
      'It knew where the water was. The valley did not.',
      'Three routes free. Start with the rainy one.',
    ],
    terms: terms`
      ## One sign-up
      A new account in Trailhead Maps that confirms its e-mail and saves one route for offline use. All of it within 30 days of the click, on any device.

      ## No sign-up
      - Accounts that existed before, under any address.
      - Accounts made by a script or on an emulator. We look for a saved route that makes sense on foot.
      - Sign-ups in exchange for game items or credits.

      ## Good places for it
      Trip reports, route pages, the pinned comment under a walk. Add the route’s own link behind your tracking link, and it opens on that map.

      ## Please mind
      Do not call the maps a substitute for paper, a compass or a forecast. Do not mark private land as a campsite to make a nicer route.

      ## Tell your readers
      Short is fine: “Sign-ups through this link earn me crels.”

      ## When it unlocks
      After 7 days. Accounts removed for abuse in that week are reversed, with the reason beside them.
    `,
    landingPath: '/maps',
    reward: { leadCrels: 15 },
    holdDays: 7,
    budgetCrels: 30_000,
    perMemberCapCrels: 1_500,
    startDay: -4,
    joiningBonusPoints: 30,
  },
])
