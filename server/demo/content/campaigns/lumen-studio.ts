import { brandCampaigns } from './brand-campaigns.ts'
import { europe } from './regions.ts'
import { terms } from './terms.ts'

/** Lumen Studio: lamps, a launch, trade accounts, the light-planning app and a bar for the desk. */
export const lumenStudioCampaigns = brandCampaigns('lumen-studio', [
  {
    key: 'lumen-everything',
    category: 'home',
    title: '12% of every sale',
    summary:
      'The whole catalogue, from the clip lamp to the chandelier. One share for everything, so you can write about what you like.',
    publicTitle: 'Lamps that show colours as they are',
    publicDescription:
      'From the clip lamp to the chandelier, each one tuned to render skin, paper and food as daylight would.',
    captions: [
      'The lamp on my desk in every video is from Lumen Studio.',
      'Lamps you can still buy the switch for in fifteen years.',
    ],
    terms: terms`
      ## What you are paid for
      Any lamp, shade, bulb or spare part that a visitor buys within 30 days of following your tracking link. The share is taken from the goods alone, after discounts and before tax, and rounded down to whole crels.

      ## What is left out
      - Orders from trade accounts, which belong to another campaign.
      - Gift cards when they are bought. They count when they are spent.
      - Orders by you, your studio or your landlord.

      ## Photographs
      Show the room by day and by lamp, with the same white balance. Viewers notice a warm filter at once, and returns follow. Our own pictures may be used with the photographer’s name.

      ## Not permitted
      Bidding on “Lumen” in search, domains containing our name, coupon databases.

      ## Disclosure
      On Pinterest and Instagram the paid-partnership tag; elsewhere a plain sentence beside the link.

      ## Holding period
      Sales are held for 30 days. Breakage in the post is replaced and stays paid. A lamp returned whole is reversed to the crel.
    `,
    landingPath: '/lamps',
    reward: { saleBps: 1200 },
    basketUsdCents: [3900, 42_000],
    budgetCrels: 150_000,
    startDay: -240,
  },
  {
    key: 'lumen-trade',
    category: 'home',
    title: '500 crels for every trade-account lead',
    summary:
      'Architects, interior designers and set builders buy on account. Introduce one and be paid for the introduction.',
    publicTitle: 'Trade accounts for studios and set builders',
    publicDescription:
      'Architects, interior designers and set builders buy on account, with samples and a person to ring.',
    captions: [
      'If you plan rooms for a living: Lumen Studio has a trade desk that answers.',
      'Samples first, invoices later. That is how I like to buy light.',
    ],
    terms: terms`
      ## The lead
      A practice or studio applies for a trade account, names a registered company, and is accepted by our trade desk. The application must come within 30 days of the click. Acceptance usually takes two working days.

      ## No lead
      - Private buyers hoping for trade prices.
      - Practices we have invoiced since 2021.
      - Several people of one studio: the first is paid, colleagues simply join the account.

      ## Membership by application
      We want to know who reads you. A small letter for lighting planners tells us more than a large account about nice rooms. Please include your last three posts.

      ## Conduct
      Quote trade conditions only from the page we give you, as they differ by country. Do not name other practices as customers. Direct messages are fine to people you know.

      ## Labelling
      Professional readers deserve it as much as anyone: “Advertisement, with a tracking link” above the piece.

      ## Payment
      The hold is 14 days from acceptance. An account closed for false details in that time is reversed.
    `,
    landingPath: '/trade',
    reward: { leadCrels: 500 },
    holdDays: 14,
    budgetCrels: 75_000,
    memberLimit: 50,
    countries: europe,
    requiredChannels: ['linkedin', 'instagram', 'pinterest', 'newsletter'],
    approval: 'application',
    startDay: -80,
  },
  {
    key: 'lumen-dusk',
    category: 'home',
    title: 'Earn 130 crels a sale',
    summary:
      'Dusk is our new table lamp: it dims the way evening does, over forty minutes, and needs no app. Launch weeks only.',
    publicTitle: 'Dusk, the lamp that dims like evening',
    publicDescription: 'A table lamp that dims over forty minutes, the way evening does, and needs no app.',
    captions: [
      'My bedside lamp now does what the sun does. It is called Dusk.',
      'No app, no voice, no blue light at midnight.',
    ],
    terms: terms`
      ## During the launch
      Each Dusk lamp sold through your tracking link pays once, in any of its four colours. Two lamps in one order are two earnings. The click may be 30 days old, but the order must fall within the campaign’s dates.

      ## Not part of it
      - Pre-orders made before the launch.
      - Other lamps in the basket; join the catalogue campaign for those as well, they do not exclude each other.
      - Showroom purchases in Copenhagen.

      ## Showing forty minutes
      A time-lapse tells it best. Place the lamp near a window, start at sunset and let it run. We lend one to members with a plan; ask at the launch desk.

      ## Please avoid
      Sleep and health promises. The lamp is pleasant, and that is all we can prove. No countdown timers that restart.

      ## Advertising note
      In the first line, in the language of the caption. Loaned lamps must be mentioned as loaned.

      ## Until it is yours
      30 days of hold. Lamps sent back inside them reverse the earning; a swap of colour leaves it alone.
    `,
    landingPath: '/dusk',
    reward: { saleCrels: 130 },
    basketUsdCents: [14_900, 29_800],
    budgetCrels: 65_000,
    perMemberCapCrels: 3_900,
    startDay: -16,
    endDay: 44,
    joiningBonusPoints: 40,
  },
  {
    key: 'lumen-scene',
    category: 'software',
    title: '40 crels a trial and 20% of the sale',
    summary:
      'Scene plans light for photographs and film sets in the browser. Paid when someone tries it, and again when they buy.',
    publicTitle: 'Scene, light plans in the browser',
    publicDescription:
      'Plan light for photographs and film sets in the browser, and take the plan with you to the set.',
    captions: [
      'I plan every shoot in Scene before I carry a single stand.',
      'Try your light before you hang it.',
    ],
    terms: terms`
      ## Two rewards, one visitor
      1. A trial: a new account opens its first plan and places at least two lights.
      2. A sale: the same person buys a yearly licence. Your share is taken from the first year’s price, without tax.

      Both must follow your click within 30 days, and either may come first.

      ## Neither trial nor sale
      - Student and school licences, which are free.
      - A second trial with a new address on the same machine.
      - Renewals.

      ## Suggestions
      Rebuild a well-known portrait, publish the plan, and let people open it. Plans are shared with a link of their own; your tracking link belongs next to it.

      ## Off limits
      Cracked builds, account sharing, reviews by people who have never lit anything.

      ## Say so
      Tutorials are advertising as soon as the link pays. State it in the video and in the description.

      ## Hold
      30 days for both rewards. A licence refunded in that time reverses the sale and leaves the trial.
    `,
    landingPath: '/scene',
    reward: { leadCrels: 40, saleBps: 2000 },
    basketUsdCents: [9600, 9600],
    budgetCrels: 60_000,
    perMemberCapCrels: 6_000,
    startDay: -110,
  },
  {
    key: 'lumen-halo',
    category: 'games',
    title: '10% of every Halo sale',
    summary:
      'A light bar that lifts faces on stream and leaves the screen dark. Built with four streamers who hated ring lights.',
    publicTitle: 'Halo, the light bar for streamers',
    publicDescription:
      'A light bar that lifts faces on stream and leaves the screen dark, built with four streamers.',
    captions: [
      'You asked about my light: it is Halo, and it does not shine on the screen.',
      'I threw out the ring light. This is why.',
    ],
    terms: terms`
      ## Counting
      Halo bars, their mounts and diffusers, bought within 30 days of a click. Bundles with a Tidal microphone count with the Halo’s part of the price, which the bundle page shows.

      ## Not counting
      Team and tournament orders, replacements under warranty, and the ordinary desk lamps, which resemble it only in photographs.

      ## On stream
      - Switch it off and on once. It is the whole demonstration.
      - A chat command with your tracking link is fine; a bot that posts it every five minutes is not.
      - Clips may be cut and reposted by us with your name, unless you object.

      ## Outside the stream
      No giveaways that demand a purchase, and no links in channels that are not yours.

      ## Viewers should know
      Keep the word “ad” on screen while you talk about it, and in the title if the whole stream is about it.

      ## Returns
      The earning waits 30 days. If the bar goes back, so does the share; a lost parcel is our loss alone.
    `,
    landingPath: '/halo',
    reward: { saleBps: 1000 },
    basketUsdCents: [11_900, 18_900],
    budgetCrels: 50_000,
    requiredChannels: ['twitch', 'youtube'],
    startDay: -140,
  },
])
