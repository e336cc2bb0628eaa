import type { brandSchemas } from './brands.schemas.ts'
import { endpoint } from './endpoint.ts'

export const listBrands = endpoint<typeof brandSchemas.listBrands>()({
  id: 'listBrands',
  method: 'GET',
  path: '/api/v1/brands',
  access: 'public',
})

export const getBrand = endpoint<typeof brandSchemas.getBrand>()({
  id: 'getBrand',
  method: 'GET',
  path: '/api/v1/brands/{slug}',
  access: 'public',
})
