import { endpoint } from './endpoint.ts'
import type { operatorFaqSchemas } from './operator-faq.schemas.ts'

const faq = '/api/v1/operator/faq'
const entry = `${faq}/entries/{slug}`

export const getOperatedFaq = endpoint<typeof operatorFaqSchemas.getOperatedFaq>()({
  id: 'getOperatedFaq',
  method: 'GET',
  path: faq,
  access: 'operator',
  permission: 'read',
})

export const getFaqEntry = endpoint<typeof operatorFaqSchemas.getFaqEntry>()({
  id: 'getFaqEntry',
  method: 'GET',
  path: entry,
  access: 'operator',
  permission: 'read',
})

export const addFaqEntry = endpoint<typeof operatorFaqSchemas.addFaqEntry>()({
  id: 'addFaqEntry',
  method: 'POST',
  path: `${faq}/entries`,
  access: 'operator',
  permission: 'faq.edit',
  idempotent: true,
})

export const setFaqEntry = endpoint<typeof operatorFaqSchemas.setFaqEntry>()({
  id: 'setFaqEntry',
  method: 'PUT',
  path: entry,
  access: 'operator',
  permission: 'faq.edit',
})

export const turnFaqEntry = endpoint<typeof operatorFaqSchemas.turnFaqEntry>()({
  id: 'turnFaqEntry',
  method: 'POST',
  path: `${entry}/turns`,
  access: 'operator',
  permission: 'faq.edit',
})

export const orderFaqTopic = endpoint<typeof operatorFaqSchemas.orderFaqTopic>()({
  id: 'orderFaqTopic',
  method: 'PUT',
  path: `${faq}/topics/{topic}/order`,
  access: 'operator',
  permission: 'faq.edit',
})

export const previewFaqAnswer = endpoint<typeof operatorFaqSchemas.previewFaqAnswer>()({
  id: 'previewFaqAnswer',
  method: 'POST',
  path: `${faq}/previews`,
  access: 'operator',
  permission: 'read',
  changesNothing: true,
})
