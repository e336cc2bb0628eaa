/** A conversion of the plan; `day` is an offset from the day of loading, and the click is of the same day unless named. */
export type PlannedConversion = {
  readonly day: number
  readonly clickDay?: number
  readonly type: 'lead' | 'sale'
  readonly usdCents?: number
  readonly refundDay?: number
  readonly rejected?: 'cookie-window'
}

/** One creator in one campaign as the plan describes it; all days are offsets from the day of loading. */
export type PlannedEnrolment = {
  readonly creator: string
  readonly campaign: string
  readonly appliedDay: number
  /** Absent when the application was declined or still waits. */
  readonly joinedDay?: number
  readonly declinedDay?: number
  readonly note?: string
  readonly leftDay?: number
  /** Mean clicks on an ordinary day between joining and leaving. */
  readonly clicksPerDay: number
  /** Posts that bring a wave of clicks, which is gone after five days. */
  readonly posts: readonly (readonly [day: number, clicks: number])[]
  readonly conversions: readonly PlannedConversion[]
}

/** A lead on a day. */
export function lead(day: number, more: Partial<PlannedConversion> = {}): PlannedConversion {
  return { ...more, day, type: 'lead' }
}

/** A sale on a day, in US cents. */
export function sale(
  day: number,
  usdCents: number,
  more: Partial<PlannedConversion> = {},
): PlannedConversion {
  return { ...more, day, type: 'sale', usdCents }
}
