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
