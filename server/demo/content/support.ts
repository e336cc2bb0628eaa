import type { SupportTopic } from '#contracts/support.constants.ts'

/** What the demo creator asked, the oldest first, and the answer where there is one. */
export const supportRequests: { daysAgo: number; topic: SupportTopic; message: string; answer?: string }[] = [
  {
    daysAgo: 6,
    topic: 'earning',
    message:
      'Two of my followers told me that they bought with my link last week, but I see only one sale.\n\nCan you look where the other one is?',
    answer:
      'Thank you for asking. The second order came six weeks after the visit, and the cookie of this campaign works for 30 days, so it was not counted for you.\n\nIf you think that is wrong, claim the sale under My campaigns: the brand looks at it within 14 days.',
  },
  {
    daysAgo: 1,
    topic: 'payout',
    message: 'I would like to be paid to another bank account. What do I have to do with the old one?',
  },
]
