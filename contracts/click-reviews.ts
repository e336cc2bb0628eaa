import type { ClicksUnderReview } from './earnings.responses.ts'
import { endpoint } from './endpoint.ts'

export const listClicksUnderReview = endpoint<ClicksUnderReview>()({
  id: 'listClicksUnderReview',
  method: 'GET',
  path: '/api/v1/earnings/clicks-under-review',
  access: 'bearer',
  summary: 'My clicks that are paid only after an operator has looked at them, by campaign and reason.',
  tag: 'earnings',
})
