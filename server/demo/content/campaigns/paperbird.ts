import { brandCampaigns } from './brand-campaigns.ts'
import { europe, northAmerica } from './regions.ts'
import { terms } from './terms.ts'

/** Paperbird: accounts, the yearly plan, templates, the timer and a planner on paper. */
export const paperbirdCampaigns = brandCampaigns('paperbird', [
  {
    key: 'paperbird-sign-up',
    category: 'software',
    title: '300 crels a sign-up',
    summary:
      'For creators who speak to freelancers. A sign-up counts once the first real invoice has been sent.',
    publicTitle: 'Proposals and invoices for freelancers',
    publicDescription:
      'The paper side of independent work: proposals, contracts, hours, invoices and polite reminders.',
    captions: [
      'Paperbird writes the reminder I never dared to send.',
      'From proposal to paid, in one place.',
    ],
    terms: terms`
      ## The sign-up we pay for
      A person who works for themselves opens an account within 30 days of your click, confirms a bank account, and sends an invoice that is not a test. From the visitor’s side that takes about ten minutes.

      ## Sign-ups we do not pay for
      - Accounts of companies with employees.
      - Former customers who return.
      - Invoices to oneself, to a relative at the same address, or for a single cent.

      ## Joining
      By application. Tell us what you do for a living; we prefer people who send invoices themselves.

      ## Ground rules
      Speak from your own desk. Screenshots with invented clients are fine, screenshots with real ones are not. Tax advice stays with tax advisers. No comparison with a competitor older than three months.

      ## Disclosure
      “Paperbird pays me if you start here” has brought the best conversion of all sentences we tried. Put it before the link.

      ## Hold and reversals
      We hold for 30 days. An account that is closed within them, or whose invoice was withdrawn, is reversed with a note.
    `,
    landingPath: '/start',
    reward: { leadCrels: 300 },
    budgetCrels: 180_000,
    perMemberCapCrels: 9_000,
    memberLimit: 150,
    countries: [...europe, ...northAmerica],
    approval: 'application',
    startDay: -190,
  },
  {
    key: 'paperbird-plus',
    category: 'software',
    title: '25% of every first-year sale',
    summary:
      'Plus adds contracts, deposits and a person to ring. You take a quarter of what the customer pays in the first year.',
    publicTitle: 'Paperbird Plus: contracts and deposits',
    publicDescription: 'Contracts, deposits and a person to ring, for people who work for themselves.',
    captions: [
      'Taking a deposit changed how my clients treat me.',
      'There is a person at the other end of the phone. In software!',
    ],
    terms: terms`
      ## Paid for
      The first yearly or monthly plan of a customer who is new to Plus. Yearly plans pay at once. Monthly plans pay with each invoice for twelve months, each with its own hold. Our cookie lives for 60 days, as people like to finish the quarter first.

      ## Not paid for
      - Add-ons such as extra seats and postage.
      - Plans bought with an employer’s card for staff.
      - Charities and co-operatives on our free plan.

      ## What works
      Walk through one late payment, from the first reminder to the money. Nobody has to be told that invoices are dull.

      ## What we decline
      Income promises, “side hustle” courses that need Plus as a lesson, articles written by a machine and published by the dozen.

      ## Making it visible
      Newsletters: above the paragraph. Podcasts: before the code is read out. Blogs: in the same text size as the rest.

      ## Unlocking
      Held for 45 days. Customers may leave in their first month without giving a reason, and then the earning is reversed.
    `,
    landingPath: '/plus',
    reward: { saleBps: 2500 },
    basketUsdCents: [1200, 14_400],
    holdDays: 45,
    cookieDays: 60,
    budgetCrels: 140_000,
    startDay: -130,
  },
  {
    key: 'paperbird-templates',
    category: 'software',
    title: '20% of every template sale',
    summary:
      'Contracts and proposals for illustrators, developers and photographers, checked by a lawyer in each country.',
    publicTitle: 'Contract templates checked by lawyers',
    publicDescription:
      'Contracts and proposals for illustrators, developers and photographers, checked in each country.',
    captions: [
      'The contract I send before every job.',
      'Checked by a lawyer in your country, not in a film.',
    ],
    terms: terms`
      ## Eligible
      Single templates and sets from the template shop, bought within 30 days after the click. No Paperbird account is needed, which makes this the easiest of our campaigns to explain.

      ## Ineligible
      - Updates of a template already owned.
      - Sets bundled into Plus.
      - Your own templates, if you sell through our shop. Authors have better terms than these.

      ## Talking about contracts
      Name the country a template is for, every time. Read a clause aloud and say what it once saved you. Do not present a template as legal advice, and do not publish its full text.

      ## Not wanted
      File-sharing sites, “leaks”, and mass posts in forums for students.

      ## Labels
      Required wherever the tracking link stands, in the caption or directly above it, no smaller than the caption itself.

      ## Hold
      Templates can be returned for 14 days and earnings unlock when those have passed. A refund takes back the share for that template.
    `,
    landingPath: '/templates',
    reward: { saleBps: 2000 },
    basketUsdCents: [1900, 8900],
    holdDays: 14,
    budgetCrels: 35_000,
    startDay: -66,
    intent: 'paused',
  },
  {
    key: 'paperbird-timer',
    category: 'software',
    title: '35 crels for every timer install',
    summary:
      'A timer that sits in the menu bar and asks, gently, what the last hour was for. Just released for Mac, Windows and Linux.',
    publicTitle: 'A gentle timer for your menu bar',
    publicDescription: 'A timer that asks, gently, what the last hour was for. For Mac, Windows and Linux.',
    captions: [
      'It asks what the last hour was for. I now have an answer.',
      'The only timer I have kept for more than a week.',
    ],
    terms: terms`
      ## An install
      The timer is downloaded within 30 days of the click, opened, and has recorded time on two different days. We count machines by a random number that the timer makes for itself, nothing else.

      ## Not an install
      - A machine that ran the preview.
      - Virtual machines and remote desktops rented by the hour.
      - Updates, and second machines of one account.

      ## For your post
      We like a week of your own hours, unflattering ones included. The press page has icons and a recording of the sound it makes, which people either love or switch off.

      ## Leave out
      Employers watching staff. The timer cannot do that and never will, so please do not sell it to those who wish it could.

      ## Transparency
      Tell readers that installs earn you crels and that the timer itself is free. Both belong in the same sentence.

      ## Hold
      14 days. Installs that turn out to be automated are reversed in one go, with the list sent to you.
    `,
    landingPath: '/timer',
    reward: { leadCrels: 35 },
    holdDays: 14,
    budgetCrels: 52_500,
    perMemberCapCrels: 3_500,
    startDay: -2,
  },
  {
    key: 'paperbird-year-planner',
    category: 'books',
    title: 'Earn 42 crels a planner sale',
    summary:
      'The Paperbird Year: a bound planner with tax dates, slow weeks and a page for every invoice. Printed once a year.',
    publicTitle: 'The Paperbird Year, a bound planner',
    publicDescription: 'A bound planner with tax dates, slow weeks and a page for every invoice.',
    captions: ['A planner that knows when tax is due.', 'One page for every invoice. On paper!'],
    terms: terms`
      ## Each planner
      Every copy in an order counts, in any language edition, if the order follows your click within 30 days. Planners leave the printer’s in one batch; when they are gone, the campaign ends early and says so.

      ## Exceptions
      - Copies sold by other shops, including the museum ones.
      - The digital edition that comes with Plus.
      - Orders of more than ten, which we treat as wholesale.

      ## Pictures and pages
      You may show up to six inside pages. Fill them with your own handwriting, it looks better than ours. Flip-throughs, set-ups and “what I wrote last year” posts are all good.

      ## What to avoid
      Free-printable pages that copy the layout, and search ads for “Paperbird planner”.

      ## Your readers’ right
      A short “ad” before the title of the post or the first pin. Hauls need it for each linked item.

      ## Hold and damage
      30 days. Bent corners are replaced at our cost and stay paid; a returned planner is reversed.
    `,
    landingPath: '/year',
    reward: { saleCrels: 42 },
    basketUsdCents: [3200, 6400],
    budgetCrels: 42_000,
    countries: [...europe, ...northAmerica],
    startDay: -45,
    endDay: 38,
  },
])
