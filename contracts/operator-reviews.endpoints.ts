import { endpoint } from './endpoint.ts'
import type { operatorReviewSchemas } from './operator-reviews.schemas.ts'

export const listReviews = endpoint<typeof operatorReviewSchemas.listReviews>()({
  id: 'listReviews',
  method: 'GET',
  path: '/api/v1/operator/reviews',
  access: 'operator',
  permission: 'read.members',
})

export const listReviewGroups = endpoint<typeof operatorReviewSchemas.listReviewGroups>()({
  id: 'listReviewGroups',
  method: 'GET',
  path: '/api/v1/operator/reviews/groups',
  access: 'operator',
  permission: 'read.members',
})

export const getConversionReview = endpoint<typeof operatorReviewSchemas.getConversionReview>()({
  id: 'getConversionReview',
  method: 'GET',
  path: '/api/v1/operator/reviews/conversions/{id}',
  access: 'operator',
  permission: 'read.members',
})

export const getClickReview = endpoint<typeof operatorReviewSchemas.getClickReview>()({
  id: 'getClickReview',
  method: 'GET',
  path: '/api/v1/operator/reviews/clicks/{id}',
  access: 'operator',
  permission: 'read.members',
})

export const getShareReview = endpoint<typeof operatorReviewSchemas.getShareReview>()({
  id: 'getShareReview',
  method: 'GET',
  path: '/api/v1/operator/reviews/shares/{id}',
  access: 'operator',
  permission: 'read.members',
})

export const getInvitationReview = endpoint<typeof operatorReviewSchemas.getInvitationReview>()({
  id: 'getInvitationReview',
  method: 'GET',
  path: '/api/v1/operator/reviews/invitations/{uid}',
  access: 'operator',
  permission: 'read.members',
})

export const decideConversions = endpoint<typeof operatorReviewSchemas.decideConversions>()({
  id: 'decideConversions',
  method: 'POST',
  path: '/api/v1/operator/reviews/conversions/decide',
  access: 'operator',
  permission: 'conversion.decide',
})

export const decideClicks = endpoint<typeof operatorReviewSchemas.decideClicks>()({
  id: 'decideClicks',
  method: 'POST',
  path: '/api/v1/operator/reviews/clicks/decide',
  access: 'operator',
  permission: 'click.decide',
})

export const decideShares = endpoint<typeof operatorReviewSchemas.decideShares>()({
  id: 'decideShares',
  method: 'POST',
  path: '/api/v1/operator/reviews/shares/decide',
  access: 'operator',
  permission: 'click.decide',
})

export const releaseInvitations = endpoint<typeof operatorReviewSchemas.releaseInvitations>()({
  id: 'releaseInvitations',
  method: 'POST',
  path: '/api/v1/operator/reviews/invitations/release',
  access: 'operator',
  permission: 'invitation.release',
})

export const refuseInvitations = endpoint<typeof operatorReviewSchemas.refuseInvitations>()({
  id: 'refuseInvitations',
  method: 'POST',
  path: '/api/v1/operator/reviews/invitations/refuse',
  access: 'operator',
  permission: 'invitation.refuse',
})
