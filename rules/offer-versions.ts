/**
 * The offers that there were, oldest first: one more than changes. Each change names its fields as they were before it, so
 * they are undone one after the other from the present one.
 */
export function offersBefore<Offer extends object>(
  present: Offer,
  /** Oldest first. */
  changes: readonly { before: Partial<Offer> }[],
): Offer[] {
  const offers = [present]
  for (const { before } of changes.toReversed()) offers.unshift({ ...offers[0]!, ...before })
  return offers
}
