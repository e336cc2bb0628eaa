import { brandCampaigns } from './brand-campaigns.ts'
import { europe, nordics } from './regions.ts'
import { terms } from './terms.ts'

/** Northwind Coffee, to drink: beans, subscriptions, tasters and offices. */
export const northwindCoffeeCampaigns = brandCampaigns('northwind-coffee', [
  {
    key: 'northwind-beans',
    category: 'food-drink',
    title: 'Earn 84 crels a sale',
    summary:
      'Introduce people to single-farm beans roasted once a week in Bergen. Every order of $40 or more pays the same.',
    publicTitle: 'Single-farm beans, roasted weekly',
    publicDescription:
      'Speciality beans from nineteen farms, roasted on a Tuesday in Bergen and with you by Friday.',
    captions: [
      'The beans in my kitchen this month. Roasted on a Tuesday, here by Friday.',
      'They print on the bag what they paid the farm. It tastes like it, too.',
      'My morning in one link: Northwind Coffee.',
    ],
    terms: terms`
      ## What counts
      - An order of beans worth $40 or more, before postage, placed within 30 days of the click on your tracking link.
      - Repeat buyers count too, once per order. Gift cards spent on beans are as good as money.

      ## What does not
      - Wholesale orders, orders by yourself or your household, and orders cancelled before roasting day.
      - Orders made with a voucher from a coupon site. We reject those the same week, with the order number.

      ## Where you may share
      Reviews, recipes, brew-alongs and honest comparisons are welcome on any channel you own. Please do not buy search advertising on “Northwind”, run a page that looks like ours, or promise a discount we have not announced.

      ## Say that you earn
      Put “ad” or “I earn from this link” where people see it before they tap. In a video, say it aloud in the first minute.

      ## Hold and refunds
      Earnings are held for 30 days, the time in which a bag may be sent back. A full refund reverses the earning; if we replace a bag, nothing changes for you.
    `,
    landingPath: '/beans',
    reward: { saleCrels: 84 },
    basketUsdCents: [4000, 9600],
    budgetCrels: 120_000,
    perMemberCapCrels: 8_400,
    startDay: -210,
    endDay: 24,
    joiningBonusPoints: 50,
  },
  {
    key: 'northwind-subscription',
    category: 'food-drink',
    title: 'Earn 210 crels a subscription',
    summary:
      'Two bags a month, chosen by our cupping table. You are paid once for each new subscriber who stays past the first box.',
    publicTitle: 'Two bags of coffee a month',
    publicDescription: 'Two bags a month, chosen at the cupping table and posted the day they are roasted.',
    captions: [
      'I stopped choosing my coffee. Two bags a month, always good.',
      'The one subscription I have never paused.',
    ],
    terms: terms`
      ## What pays
      A first subscription by a household we have not delivered to in the last twelve months. The cookie lasts 45 days, since most people finish the bag they have first.

      ## What does not pay
      - A subscription paused before its first box leaves us.
      - Upgrades, added bags and gift subscriptions: lovely, but already in the family.
      - Sign-ups from countries we do not deliver to, even through a forwarding address.

      ## Working with us
      Show what arrives: the box, the card with the farm’s price, your own first cup. Use the photographs in our press folder if you like. Avoid the word “free”; the first box is paid for. E-mail is fine to readers who asked for your letters, and never to a bought list.

      ## Disclosure
      Mark every post as advertising under the rules of your country. A hashtag buried below the fold is not enough for us.

      ## Unlocking
      Earnings unlock after 45 days, once the second box is on its way. Cancel before that and the earning is reversed; we will tell you which box it was.
    `,
    landingPath: '/subscribe',
    reward: { saleCrels: 210 },
    basketUsdCents: [2800, 5600],
    holdDays: 45,
    cookieDays: 45,
    budgetCrels: 90_000,
    countries: europe,
    startDay: -120,
  },
  {
    key: 'northwind-taster',
    category: 'food-drink',
    title: '12 crels for every taster-pack request',
    summary:
      'Three small bags for the price of postage. People try, you are paid for each household that asks.',
    publicTitle: 'Three small bags to taste',
    publicDescription: 'A taster pack of three small bags for the price of postage.',
    captions: [
      'Three small bags, one good weekend. You pay the postage.',
      'Find out which roast is yours before you buy a kilo.',
    ],
    terms: terms`
      ## The offer
      Someone follows your tracking link, asks for the taster pack and pays the postage within 30 days. That request is the lead. One pack per household, one earning per pack.

      ## Visits
      Looking is worth something too: a twentieth of a crel for each reader who opens the taster page, once a person and calendar date in UTC.

      ## Not counted
      - Requests from outside the Nordic countries.
      - Second requests under another spelling of the same address; our packers know their streets.
      - Requests from giveaway forums, and any that you placed for readers on their behalf.

      ## Do
      Tell people how you brew it. A short video of the three cups side by side has worked better than any picture of a bag.

      ## Please don’t
      Call it a prize draw, post it in groups that forbid commercial links, or set the tracking link behind a pop-up.

      ## Being open about it
      “I receive a little when you order” is a good sentence. Use it near the link, in the language of the post.

      ## Hold
      There is little to refund here, so the hold is 7 days. Packs returned undelivered in that time are reversed.
    `,
    landingPath: '/taster',
    reward: { clickMillicrels: 50, leadCrels: 12 },
    holdDays: 7,
    budgetCrels: 18_000,
    perMemberCapCrels: 600,
    countries: nordics,
    startDay: -9,
  },
  {
    key: 'northwind-office',
    category: 'food-drink',
    title: '450 crels for every office trial',
    summary:
      'A month of good coffee for a team of ten or more, with a grinder on loan. For creators whom people listen to at work.',
    publicTitle: 'Good coffee for the office',
    publicDescription: 'A month of coffee for a team of ten or more, with a grinder on loan.',
    captions: [
      'Our office coffee was a crime. Then this happened.',
      'A month to try, and a grinder on loan.',
    ],
    terms: terms`
      ## A lead, exactly
      A company with at least ten people at one address books the four-week trial and a date for the grinder’s delivery. The booking must come within 30 days of the click, from a company address rather than a private mailbox.

      ## Not a lead
      - Cafés, hotels and resellers, who have a page of their own.
      - Companies already talking with our sales team; we check against the list of that day and show you the date.
      - Your own employer.

      ## Who we are looking for
      Newsletters, podcasts and LinkedIn writers with readers in operations, people or office work. Tell us in your application who reads you and what you would say. We answer within three working days.

      ## Rules of the house
      No cold messages to strangers, no automated invitations, no logos of our customers. Label sponsored sections plainly at the top.

      ## Payment
      Held for 30 days, so that the grinder is installed and the team has had its first week. A trial called off before delivery is reversed.
    `,
    landingPath: '/office',
    reward: { leadCrels: 450 },
    budgetCrels: 60_000,
    memberLimit: 40,
    countries: [...nordics, 'DE', 'GB', 'NL'],
    requiredChannels: ['linkedin', 'newsletter', 'podcast'],
    approval: 'application',
    startDay: -95,
  },
])
