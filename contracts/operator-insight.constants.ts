/** The parts that a period is shown in. */
export const insightSteps = ['day', 'month'] as const
export type InsightStep = (typeof insightSteps)[number]

/** What campaigns are ordered by in Insight. */
export const insightSorts = [
  'title',
  'clicks',
  'refusedClicks',
  'accepted',
  'rejected',
  'reversed',
  'underReview',
  'sales',
  'crels',
  'usd',
  'cost',
  'budgetLeft',
] as const
export type InsightSort = (typeof insightSorts)[number]
