import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import type { Enrolment, EnrolmentPage } from './enrolments.responses.ts'
import { idSchema } from './ids.ts'
import { pageQuery } from './paging.ts'

const tag = 'enrolments'
const params = z.object({ id: idSchema('campaign') })

export const joinCampaign = endpoint<Enrolment>()({
  id: 'joinCampaign',
  method: 'POST',
  path: '/api/v1/campaigns/{id}/enrolment',
  access: 'bearer',
  summary:
    'Joins the campaign, or applies where the brand approves; 201 when new, 200 when already so. Who is in it agrees to changed terms by naming their version.',
  tag,
  params,
  body: z.object({
    /** The terms the member read; joining under others is refused, so that nobody agrees unread. */
    termsVersion: z.optional(z.int().check(z.positive())),
    /** What an applicant says to the brand. */
    message: z.optional(z.string().check(z.trim(), z.maxLength(1000))),
  }),
  bodyOptional: true,
  errors: [
    'campaign_not_open',
    'campaign_full',
    'requirements_not_met',
    'application_declined',
    'terms_changed',
  ],
  idempotent: true,
})

export const leaveCampaign = endpoint<Enrolment>()({
  id: 'leaveCampaign',
  method: 'DELETE',
  path: '/api/v1/campaigns/{id}/enrolment',
  access: 'bearer',
  summary: 'Leaves the campaign; its tracking link stops, earnings made stay.',
  tag,
  params,
  errors: ['not_enrolled'],
})

export const listEnrolments = endpoint<EnrolmentPage>()({
  id: 'listEnrolments',
  method: 'GET',
  path: '/api/v1/enrolments',
  access: 'bearer',
  summary: 'My enrolments with link, clicks, conversions and earnings, newest first.',
  tag,
  query: z.object({
    state: z.optional(z.enum(['applied', 'active', 'declined', 'left', 'removed'])),
    ...pageQuery,
  }),
})
