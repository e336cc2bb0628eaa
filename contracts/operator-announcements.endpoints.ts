import { endpoint } from './endpoint.ts'
import type { operatorAnnouncementSchemas } from './operator-announcements.schemas.ts'

const path = '/api/v1/operator/announcements'

export const listOperatedAnnouncements = endpoint<
  typeof operatorAnnouncementSchemas.listOperatedAnnouncements
>()({
  id: 'listOperatedAnnouncements',
  method: 'GET',
  path,
  access: 'operator',
  permission: 'read',
})

export const getAnnouncementAudience = endpoint<typeof operatorAnnouncementSchemas.getAnnouncementAudience>()(
  {
    id: 'getAnnouncementAudience',
    method: 'GET',
    path: '/api/v1/operator/announcement-audience',
    access: 'operator',
    permission: 'announcement.send',
  },
)

export const sendAnnouncement = endpoint<typeof operatorAnnouncementSchemas.sendAnnouncement>()({
  id: 'sendAnnouncement',
  method: 'POST',
  path,
  access: 'operator',
  permission: 'announcement.send',
  idempotent: true,
})

export const getWithdrawalReach = endpoint<typeof operatorAnnouncementSchemas.getWithdrawalReach>()({
  id: 'getWithdrawalReach',
  method: 'GET',
  path: `${path}/{id}/withdrawal-preview`,
  access: 'operator',
  permission: 'announcement.withdraw',
})

export const withdrawAnnouncement = endpoint<typeof operatorAnnouncementSchemas.withdrawAnnouncement>()({
  id: 'withdrawAnnouncement',
  method: 'POST',
  path: `${path}/{id}/withdrawal`,
  access: 'operator',
  permission: 'announcement.withdraw',
})
