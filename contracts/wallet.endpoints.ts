import { endpoint } from './endpoint.ts'
import type { walletSchemas } from './wallet.schemas.ts'

export const getWallet = endpoint<typeof walletSchemas.getWallet>()({
  id: 'getWallet',
  method: 'GET',
  path: '/api/v1/wallet',
  access: 'bearer',
})

export const getWalletSources = endpoint<typeof walletSchemas.getWalletSources>()({
  id: 'getWalletSources',
  method: 'GET',
  path: '/api/v1/wallet/sources',
  access: 'bearer',
})

export const getMonthCard = endpoint<typeof walletSchemas.getMonthCard>()({
  id: 'getMonthCard',
  method: 'GET',
  path: '/api/v1/wallet/month-card',
  access: 'bearer',
})

/** With `Accept: text/csv` the whole statement as a file. */
export const getStatement = endpoint<typeof walletSchemas.getStatement>()({
  id: 'getStatement',
  method: 'GET',
  path: '/api/v1/wallet/statement',
  access: 'bearer',
})
