/** What statistics can be broken down by. */
export const breakdownKeys = ['campaign', 'link', 'country', 'device', 'referrer', 'sub'] as const
export type BreakdownKey = (typeof breakdownKeys)[number]

/** What a breakdown can be ordered by, the most first. */
export const breakdownSorts = ['clicks', 'uniques', 'conversions', 'crels'] as const
export type BreakdownSort = (typeof breakdownSorts)[number]
