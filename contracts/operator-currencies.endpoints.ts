import { endpoint } from './endpoint.ts'
import type { operatorCurrencySchemas } from './operator-currencies.schemas.ts'

const currencies = '/api/v1/operator/currency-rates'

export const listCurrencyRates = endpoint<typeof operatorCurrencySchemas.listCurrencyRates>()({
  id: 'listCurrencyRates',
  method: 'GET',
  path: currencies,
  access: 'operator',
  permission: 'read',
})

export const previewCurrencyRate = endpoint<typeof operatorCurrencySchemas.previewCurrencyRate>()({
  id: 'previewCurrencyRate',
  method: 'GET',
  path: `${currencies}/{currency}/preview`,
  access: 'operator',
  permission: 'read.money',
})

export const proposeCurrencyRate = endpoint<typeof operatorCurrencySchemas.proposeCurrencyRate>()({
  id: 'proposeCurrencyRate',
  method: 'POST',
  path: `${currencies}/{currency}/changes`,
  access: 'operator',
  permission: 'currency.set',
  recentProof: true,
})

export const proposeCurrencyWithdrawal = endpoint<typeof operatorCurrencySchemas.proposeCurrencyWithdrawal>()(
  {
    id: 'proposeCurrencyWithdrawal',
    method: 'POST',
    path: `${currencies}/{currency}/withdrawals`,
    access: 'operator',
    permission: 'currency.set',
    recentProof: true,
  },
)
