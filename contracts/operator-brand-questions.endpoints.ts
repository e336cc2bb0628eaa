import { endpoint } from './endpoint.ts'
import type { operatorBrandQuestionSchemas } from './operator-brand-questions.schemas.ts'

const questions = '/api/v1/operator/brand-questions'

export const askBrands = endpoint<typeof operatorBrandQuestionSchemas.askBrands>()({
  id: 'askBrands',
  method: 'POST',
  path: questions,
  access: 'operator',
  permission: 'brand.ask',
})

export const recordBrandAnswer = endpoint<typeof operatorBrandQuestionSchemas.recordBrandAnswer>()({
  id: 'recordBrandAnswer',
  method: 'POST',
  path: `${questions}/{id}/answer`,
  access: 'operator',
  permission: 'brand.record-answer',
})
