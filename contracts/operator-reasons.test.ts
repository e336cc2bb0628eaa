import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { operatorEndpoints } from './operator-endpoints.ts'

/** Of these the member reads the reason: it is kept with their enrolment, and sealed in the log. */
const readByMembers = new Set(['declineApplications', 'removeFromCampaign'])

/** What is asked for under the name `reason`. */
function reasonOf(asked: unknown): z.ZodMiniType | undefined {
  const { shape } = (asked ?? {}) as { shape?: Record<string, z.ZodMiniType> }
  return shape?.['reason']
}

test('no reason is longer than the log of acts takes it', () => {
  const longer = operatorEndpoints.filter(({ body, query }) => {
    const reason = reasonOf(body) ?? reasonOf(query)
    return reason !== undefined && z.safeParse(reason, 'x'.repeat(501)).success
  })
  expect(new Set(longer.map(({ id }) => id))).toEqual(readByMembers)
})
