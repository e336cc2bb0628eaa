import { endpoint } from './endpoint.ts'
import type { operatorLinkSchemas } from './operator-links.schemas.ts'

const link = '/api/v1/operator/links/{code}'
const hosts = '/api/v1/operator/blocked-hosts'

export const getOperatedLink = endpoint<typeof operatorLinkSchemas.getOperatedLink>()({
  id: 'getOperatedLink',
  method: 'GET',
  path: link,
  access: 'operator',
  permission: 'read.members',
})

export const banLink = endpoint<typeof operatorLinkSchemas.banLink>()({
  id: 'banLink',
  method: 'POST',
  path: `${link}/ban`,
  access: 'operator',
  permission: 'link.ban',
})

export const unbanLink = endpoint<typeof operatorLinkSchemas.unbanLink>()({
  id: 'unbanLink',
  method: 'POST',
  path: `${link}/unban`,
  access: 'operator',
  permission: 'link.unban',
})

export const getOperatedClick = endpoint<typeof operatorLinkSchemas.getOperatedClick>()({
  id: 'getOperatedClick',
  method: 'GET',
  path: '/api/v1/operator/clicks/{id}',
  access: 'operator',
  permission: 'read.members',
})

export const listBlockedHosts = endpoint<typeof operatorLinkSchemas.listBlockedHosts>()({
  id: 'listBlockedHosts',
  method: 'GET',
  path: hosts,
  access: 'operator',
  permission: 'read',
})

export const previewHostBlock = endpoint<typeof operatorLinkSchemas.previewHostBlock>()({
  id: 'previewHostBlock',
  method: 'GET',
  path: `${hosts}/preview`,
  access: 'operator',
  permission: 'read',
})

export const blockHost = endpoint<typeof operatorLinkSchemas.blockHost>()({
  id: 'blockHost',
  method: 'POST',
  path: hosts,
  access: 'operator',
  permission: 'link.block-host',
})

export const previewHostUnblock = endpoint<typeof operatorLinkSchemas.previewHostUnblock>()({
  id: 'previewHostUnblock',
  method: 'GET',
  path: `${hosts}/{host}/preview`,
  access: 'operator',
  permission: 'read',
})

export const unblockHost = endpoint<typeof operatorLinkSchemas.unblockHost>()({
  id: 'unblockHost',
  method: 'POST',
  path: `${hosts}/{host}/unblock`,
  access: 'operator',
  permission: 'link.unblock-host',
})
