import { brandCampaigns } from './brand-campaigns.ts'
import { northAmerica } from './regions.ts'
import { terms } from './terms.ts'

/** Marrow Books: the shelves, the monthly box, books read aloud, games and a supper club. */
export const marrowBooksCampaigns = brandCampaigns('marrow-books', [
  {
    key: 'marrow-catalogue',
    category: 'books',
    title: '6% of every sale',
    summary:
      'Any book on our shelves, each with a card by someone who finished it. The current run closes within the week.',
    publicTitle: 'Books with a card from someone who finished them',
    publicDescription: 'Every book on the shelves carries a card by a bookseller who read it to the end.',
    captions: [
      'Bought for the card, kept for the book.',
      'A bookshop that has read what it sells. My list is in the link.',
    ],
    terms: terms`
      ## What counts
      - Every new or second-hand book, posted anywhere we post to, bought within 30 days of your click.
      - The whole basket, not only the title you linked. Most visitors leave with a second one.

      ## What does not
      - Book tokens, until somebody spends them.
      - School orders and book-fair stock.
      - Your own book, if you are its author. We will happily talk to you separately.

      ## How we like it
      Say what a book did to you and for whom it is wrong. Reading lists are good, reading lists with eleven honest sentences are better. Quote at most one paragraph.

      ## What we turn away
      Pages that list bestsellers without having read them, and tracking links in the reviews of other shops.

      ## Telling people
      A line at the foot of a list is too late. Place it between the headline and the first book.

      ## Hold and returns
      Books come back rarely. Earnings are held for 14 days; a returned copy takes its share with it.
    `,
    landingPath: '/shelves',
    reward: { saleBps: 600 },
    basketUsdCents: [1400, 8600],
    holdDays: 14,
    budgetCrels: 100_000,
    startDay: -365,
    endDay: 6,
  },
  {
    key: 'marrow-book-box',
    category: 'books',
    title: 'Earn 65 crels a subscription',
    summary:
      'One book a month, picked by a bookseller after a short exchange of letters. People stay for years.',
    publicTitle: 'One book a month, chosen for you',
    publicDescription: 'A bookseller writes to you, asks what you liked, and sends one book a month.',
    captions: [
      'Somebody at Marrow knows me better than any algorithm.',
      'One book a month, from a person who asked first.',
    ],
    terms: terms`
      ## A subscription
      Three, six or twelve months, for oneself or as a present. All pay the same, since the letters take the same time. The order must come within 30 days of the click.

      ## Not a subscription
      - A single blind date with a book, our one-off parcel.
      - Renewals, which arrive without anyone’s help.
      - Addresses outside Great Britain, Ireland, the United States and Canada.

      ## Letters, not algorithms
      This is what sets the box apart, so show a letter if your bookseller agrees. They usually do. Do not share another subscriber’s letter, even with the name removed.

      ## Be careful with
      Competitions. You may raffle a box you paid for. You may not ask for a purchase to enter.

      ## Advertising
      Book people are quick to notice. “I am paid if you subscribe” at the beginning keeps everyone friends.

      ## Hold
      45 days, until the first book is opened and nobody wants it exchanged. A subscription stopped before then is reversed.
    `,
    landingPath: '/box',
    reward: { saleCrels: 65 },
    basketUsdCents: [5400, 18_900],
    holdDays: 45,
    budgetCrels: 39_000,
    countries: ['GB', 'IE', ...northAmerica],
    startDay: -75,
  },
  {
    key: 'marrow-aloud',
    category: 'books',
    title: '20 crels a trial and 60 crels a subscription',
    summary:
      'Marrow Aloud: books read by their booksellers, accents and all. Paid for the first listen and for staying.',
    publicTitle: 'Marrow Aloud, books read by booksellers',
    publicDescription: 'Audiobooks read by the people who sell them, accents and all.',
    captions: [
      'Listening on my walks: books read by booksellers, accents and all.',
      'The first one I played at normal speed.',
    ],
    terms: terms`
      ## Two steps
      - A trial begins when a new listener has heard ten minutes of any book.
      - A subscription begins with the first payment, a fortnight later, and is reported as a sale.

      One listener can earn you both. The click may be 30 days old when the trial starts.

      ## Neither
      Library listeners, who use Aloud for nothing and always will. Anyone who listened before under a different address. Trials started on shared devices in shops.

      ## Ideas that worked for others
      A walk with the first chapter, a bookseller’s laugh as a clip of thirty seconds, a silent reading hour with everyone’s headphones on. Clips up to one minute are cleared; longer ones are not.

      ## Red lines
      No uploads of recordings. No imitation of the readers’ voices.

      ## Openly
      Say it in the audio if the post is audio. A caption that nobody opens does not count.

      ## Unlocking
      Both rewards wait 14 days. A first payment that bounces or is refunded reverses the sale and not the trial.
    `,
    landingPath: '/aloud',
    reward: { leadCrels: 20, saleCrels: 60 },
    basketUsdCents: [990, 990],
    holdDays: 14,
    budgetCrels: 56_000,
    startDay: -55,
  },
  {
    key: 'marrow-tabletop',
    category: 'games',
    title: '9% of every board-game sale',
    summary:
      'Games for two to six, tried at the long tables upstairs before we stock them. Rules explained by film on every page.',
    publicTitle: 'Board games tried at the long table',
    publicDescription:
      'Games for two to six, played upstairs before they are stocked, with the rules on film.',
    captions: [
      'The game that ended our argument about games.',
      'Rules on film, so nobody reads aloud for an hour.',
    ],
    terms: terms`
      ## In
      Board games, card games and expansions bought within 30 days after a click. Pre-orders count on the day they are posted, at the price then paid.

      ## Out
      - Books in the same basket; those belong to the catalogue campaign.
      - Miniatures and paints, which we sell for a friend.
      - Café and club orders at table price.

      ## For players
      Play it at least three times before you recommend it. Name the number of players at which it drags. Rule explanations may use our films with a link back.

      ## Not for players
      Scans of rule books, print-and-play copies, and unofficial translations behind a tracking link.

      ## The label
      “Advertisement” on the thumbnail or in the first ten seconds. At a convention table a small sign does it.

      ## After purchase
      A hold of 14 days for everything. Missing pieces are posted the same day without touching your earning; a returned game is reversed.
    `,
    landingPath: '/tabletop',
    reward: { saleBps: 900 },
    basketUsdCents: [2200, 9800],
    holdDays: 14,
    budgetCrels: 33_000,
    startDay: -40,
    endDay: 30,
  },
  {
    key: 'marrow-cookbook-club',
    category: 'food-drink',
    title: '30 crels a club sign-up',
    summary:
      'Forty people cook from one book for a month, then meet by video to eat. The autumn table was full.',
    publicTitle: 'The cookbook club',
    publicDescription: 'Forty people cook from one book for a month, then meet by video to eat.',
    captions: [
      'A month, one cookbook, forty kitchens. Come and cook along.',
      'I burnt the first loaf in good company.',
    ],
    terms: terms`
      ## A place at the table
      A visitor joins the club for one season within 30 days of the click and confirms the dates. The season is free, the book is not; buying it elsewhere is perfectly fine.

      ## No place
      - People on the waiting list, until a chair becomes free.
      - Members of an earlier season.
      - Two sign-ups from one kitchen.

      ## What to post
      The dish that failed, with the page number. Cooks join because others fail as well. Recipes may be described in your words, and photographed, but not typed out.

      ## What to leave
      Diet promises, before-and-after pictures, other publishers’ books beneath our link.

      ## Clear words
      “Sign-ups earn me crels, the club costs you nothing.” Anything along these lines, above the link.

      ## Hold
      Sign-ups are held for 14 days and reversed if the person gives up the place within them. The season is over; earnings that were still waiting unlocked as planned.
    `,
    landingPath: '/cookbook-club',
    reward: { leadCrels: 30 },
    holdDays: 14,
    budgetCrels: 12_000,
    perMemberCapCrels: 900,
    startDay: -95,
    endDay: -12,
    intent: 'ended',
  },
])
