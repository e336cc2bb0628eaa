import { endpoint } from './endpoint.ts'
import type { shareSchemas } from './shares.schemas.ts'

/** Asked again on the same day it answers the same link; once that is paid, that it was. */
export const socialShare = endpoint<typeof shareSchemas.socialShare>()({
  id: 'socialShare',
  method: 'POST',
  path: '/api/v1/gamification/social-share',
  access: 'bearer',
  idempotent: true,
})

export const listSocialShares = endpoint<typeof shareSchemas.listSocialShares>()({
  id: 'listSocialShares',
  method: 'GET',
  path: '/api/v1/gamification/social-share',
  access: 'bearer',
})
