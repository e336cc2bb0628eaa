import type { bannerSchemas } from './banner.schemas.ts'
import { endpoint } from './endpoint.ts'

export const getSiteBanner = endpoint<typeof bannerSchemas.getSiteBanner>()({
  id: 'getSiteBanner',
  method: 'GET',
  path: '/api/v1/public/banner',
  access: 'public',
})
