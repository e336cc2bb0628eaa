import { brandCampaigns } from './brand-campaigns.ts'
import { europe } from './regions.ts'
import { terms } from './terms.ts'

/** Saltmarsh: the skin plan, the daily set, refills and a balm that is on its way. */
export const saltmarshCampaigns = brandCampaigns('saltmarsh', [
  {
    key: 'saltmarsh-skin-plan',
    category: 'beauty',
    title: '18 crels for every skin-plan lead',
    summary:
      'Nine questions, answered by a nurse within a day. You are paid when someone asks, whether or not they buy.',
    publicTitle: 'A skin plan from a nurse',
    publicDescription: 'Nine questions, and a plan from a nurse within a day.',
    captions: [
      'Nine questions, one nurse, no shelf of bottles.',
      'I asked, a nurse answered, my bathroom is emptier now.',
    ],
    terms: terms`
      ## The lead
      A visitor answers all nine questions and leaves an address for the nurse’s reply, within 30 days of your click. A photograph is optional and makes no difference to you.

      ## Not a lead
      - Anyone under eighteen. The form asks, and we check when in doubt.
      - People who wrote to the nurse in the last six months.
      - Answers that are all the same letter.

      ## On your channel
      Instagram, TikTok or YouTube. Show your own skin in the light you live in, without a smoothing filter. You need not like every product; the plan itself often recommends only two.

      ## Never
      Words such as “cure”, “heal” or “acne treatment”, pictures of other people’s skin, and advice to stop a medicine.

      ## Disclosure
      Use the paid-partnership label and repeat it in words. For stories, on each slide with the link.

      ## Hold
      Leads unlock after 7 days. Those the nurse marks as nonsense within the week are reversed, and you can ask why.
    `,
    landingPath: '/skin-plan',
    reward: { leadCrels: 18 },
    holdDays: 7,
    budgetCrels: 45_000,
    perMemberCapCrels: 1_800,
    countries: europe,
    requiredChannels: ['instagram', 'tiktok', 'youtube'],
    startDay: -130,
  },
  {
    key: 'saltmarsh-daily-set',
    category: 'beauty',
    title: '15% of every sale',
    summary:
      'Cleanser, serum and cream in glass, for three months of mornings. The share covers the rest of the shop too.',
    publicTitle: 'Cleanser, serum and cream in glass',
    publicDescription: 'Skincare from seaweed and salt, in glass, for three months of mornings.',
    captions: ['Three bottles, three months, no fuss.', 'Seaweed, salt and not much else. My skin agrees.'],
    terms: terms`
      ## Your share
      Taken from everything in the basket that is not a refill, at the price paid, without tax and post. Orders count for 30 days after the click, and the last click wins.

      ## Nothing is due for
      - Refills and refill plans, which have a campaign of their own.
      - Salon orders.
      - Baskets paid with staff credit.

      ## A good review
      Takes four weeks. Write down the weather, the water and whatever else you put on your face. If it stung, say so: our nurse answers in the comments when you tag us.

      ## Poor practice
      Swatches copied from elsewhere, “dupes” lists, affiliate stacks with ten links to similar creams, and any mention of a discount that is not on our page.

      ## Labelling
      Gifted or bought, the tracking link makes it an advertisement. Please write the word in full.

      ## Hold and returns
      Opened glass may be returned for 30 days, so that is the hold. Each returned item reverses its own part of the earning.
    `,
    landingPath: '/daily-set',
    reward: { saleBps: 1500 },
    basketUsdCents: [2800, 11_600],
    budgetCrels: 85_000,
    countries: [...europe, 'US', 'CA'],
    startDay: -85,
  },
  {
    key: 'saltmarsh-refill',
    category: 'beauty',
    title: 'Earn 55 crels a refill subscription',
    summary:
      'A pouch every ten weeks instead of a new bottle. Our newest campaign, for people who already finish what they buy.',
    publicTitle: 'Refills in place of new bottles',
    publicDescription: 'A pouch every ten weeks, so that the bottle on your shelf stays.',
    captions: [
      'My bottle is two years old. The cream in it is not.',
      'A pouch every ten weeks. That is the whole idea.',
    ],
    terms: terms`
      ## What we count
      A first refill plan for any product, started within 30 days of the click. The customer may have bought bottles before; the plan has to be new.

      ## What we leave out
      - Single pouches without a plan.
      - Plans stopped and started again to collect twice.
      - Changing from one product to another in a running plan.

      ## Show the pour
      It is oddly satisfying and answers the question everyone has, which is whether it spills. Mention that glass should be dry. Figures on waste may be taken from our yearly report, with the year beside them.

      ## Steer clear of
      The words “zero waste”, guilt, and bottles of other brands in the bin.

      ## Let people know
      One plain sentence that you earn per plan, spoken or written, before you pour.

      ## Why 45 days
      The hold covers the time to the first change of mind, which comes with the reminder before the second pouch. A plan ended by then is reversed.
    `,
    landingPath: '/refill',
    reward: { saleCrels: 55 },
    basketUsdCents: [1900, 5200],
    holdDays: 45,
    budgetCrels: 33_000,
    countries: europe,
    startDay: -25,
  },
  {
    key: 'saltmarsh-sunday-balm',
    category: 'beauty',
    title: 'Earn 48 crels a balm sale',
    summary:
      'One balm for hands, lips and elbows, made for people who garden or bake. It leaves the laboratory in three weeks.',
    publicTitle: 'Sunday, one balm for hands and elbows',
    publicDescription: 'One balm for hands, lips and elbows, made for people who garden or bake.',
    captions: ['For hands that garden, bake or both.', 'One tin by the sink, one in my bag.'],
    terms: terms`
      ## Sales that pay
      Each tin of Sunday Balm, large or small, once the campaign has opened. Clicks are remembered for 30 days. Three tins in a basket are three earnings.

      ## Sales that do not
      - Tins in the winter gift box, which is priced as a whole.
      - Orders before the opening, from the letter to our oldest customers.
      - Purchases on the market in Galway.

      ## Before the opening
      Write to us for a sample and film in your own time. Please publish nothing until the first day; tracking links are handed out from then on.

      ## Keep it true
      It softens hands. It does not repair eczema, and we ask you to remove comments that say so under your own post.

      ## Ads are ads
      Samples count as payment in most countries. Label the post even if you would have written it anyway.

      ## Hold
      30 days, the same as the right of return. Tins dented on the way are replaced and stay counted.
    `,
    landingPath: '/sunday-balm',
    reward: { saleCrels: 48 },
    basketUsdCents: [1800, 3600],
    budgetCrels: 28_800,
    memberLimit: 200,
    startDay: 20,
    endDay: 110,
    intent: 'scheduled',
  },
])
