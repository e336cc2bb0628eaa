import { clicksUnderReview } from './earnings.schemas.ts'
import type { EndpointSchemas } from './endpoint.ts'

export const clickReviewSchemas = {
  listClicksUnderReview: {
    summary: 'My clicks that are paid only after an operator has looked at them, by campaign and reason.',
    tag: 'earnings',
    responses: { 200: clicksUnderReview },
  },
} satisfies Record<string, EndpointSchemas>
