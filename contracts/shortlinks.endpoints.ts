import { endpoint } from './endpoint.ts'
import type { shortlinkSchemas } from './shortlinks.schemas.ts'

export const createShortlink = endpoint<typeof shortlinkSchemas.createShortlink>()({
  id: 'createShortlink',
  method: 'POST',
  path: '/api/v1/shortlinks',
  access: 'bearer',
  idempotent: true,
})

/** The columns are those of the export: `destinationUrl`, `code`, `title`, `utm_source`, …, `campaignId`. */
export const createManyShortlinks = endpoint<typeof shortlinkSchemas.createManyShortlinks>()({
  id: 'createManyShortlinks',
  method: 'POST',
  path: '/api/v1/shortlinks/bulk/csv',
  access: 'bearer',
  idempotent: true,
})

/** With `Accept: text/csv` all of them as a file. */
export const listShortlinks = endpoint<typeof shortlinkSchemas.listShortlinks>()({
  id: 'listShortlinks',
  method: 'GET',
  path: '/api/v1/shortlinks',
  access: 'bearer',
})

/** Whether a code of one's own is free, asked while it is typed. */
export const checkShortlinkCode = endpoint<typeof shortlinkSchemas.checkShortlinkCode>()({
  id: 'checkShortlinkCode',
  method: 'GET',
  path: '/api/v1/shortlinks/codes/availability',
  access: 'bearer',
})

export const getShortlink = endpoint<typeof shortlinkSchemas.getShortlink>()({
  id: 'getShortlink',
  method: 'GET',
  path: '/api/v1/shortlinks/{id}',
  access: 'bearer',
})

export const getShortlinkQrSvg = endpoint<typeof shortlinkSchemas.getShortlinkQrSvg>()({
  id: 'getShortlinkQrSvg',
  method: 'GET',
  path: '/api/v1/shortlinks/{id}/qr.svg',
  access: 'bearer',
})

export const getShortlinkQrPng = endpoint<typeof shortlinkSchemas.getShortlinkQrPng>()({
  id: 'getShortlinkQrPng',
  method: 'GET',
  path: '/api/v1/shortlinks/{id}/qr.png',
  access: 'bearer',
})

export const patchShortlink = endpoint<typeof shortlinkSchemas.patchShortlink>()({
  id: 'patchShortlink',
  method: 'PATCH',
  path: '/api/v1/shortlinks/{id}',
  access: 'bearer',
})

export const deleteShortlink = endpoint<typeof shortlinkSchemas.deleteShortlink>()({
  id: 'deleteShortlink',
  method: 'DELETE',
  path: '/api/v1/shortlinks/{id}',
  access: 'bearer',
})

export const testShortlink = endpoint<typeof shortlinkSchemas.testShortlink>()({
  id: 'testShortlink',
  method: 'POST',
  path: '/api/v1/shortlinks/{id}/test',
  access: 'bearer',
})
