import { endpoint } from './endpoint.ts'
import type { faqSchemas } from './faq.schemas.ts'

export const getFaq = endpoint<typeof faqSchemas.getFaq>()({
  id: 'getFaq',
  method: 'GET',
  path: '/api/v1/public/faq',
  access: 'public',
})
