import { endpoint } from './endpoint.ts'
import type { memberExportSchemas } from './member-export.schemas.ts'

/** A zip with a README: records as JSON, lists as JSON and CSV. Streamed; its length is not known before. */
export const exportUser = endpoint<typeof memberExportSchemas.exportUser>()({
  id: 'exportUser',
  method: 'GET',
  path: '/api/v1/users/{uid}/export',
  access: 'bearer',
})
