import { endpoint } from './endpoint.ts'
import type { mailChoiceSchemas } from './mail-choices.schemas.ts'

const path = '/api/v1/users/{uid}/mail-choices'

/** `/notifications` is the inbox in the app; this is which mails leave it. */
export const getMailChoices = endpoint<typeof mailChoiceSchemas.getMailChoices>()({
  id: 'getMailChoices',
  method: 'GET',
  path,
  access: 'bearer',
})

export const patchMailChoices = endpoint<typeof mailChoiceSchemas.patchMailChoices>()({
  id: 'patchMailChoices',
  method: 'PATCH',
  path,
  access: 'bearer',
})
