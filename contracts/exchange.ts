import { endpoint } from './endpoint.ts'
import type { UsdToCrels } from './exchange.responses.ts'

export const getUsdToCrels = endpoint<UsdToCrels>()({
  id: 'getUsdToCrels',
  method: 'GET',
  path: '/api/v1/exchange/rates/usd/to/crels',
  access: 'public',
  summary: 'How many crels one US dollar is worth.',
  tag: 'exchange',
})
