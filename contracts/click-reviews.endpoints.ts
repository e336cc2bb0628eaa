import type { clickReviewSchemas } from './click-reviews.schemas.ts'
import { endpoint } from './endpoint.ts'

export const listClicksUnderReview = endpoint<typeof clickReviewSchemas.listClicksUnderReview>()({
  id: 'listClicksUnderReview',
  method: 'GET',
  path: '/api/v1/earnings/clicks-under-review',
  access: 'bearer',
})
