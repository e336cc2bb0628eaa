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

export const setCurrencyRate = endpoint<typeof operatorCurrencySchemas.setCurrencyRate>()({
  id: 'setCurrencyRate',
  method: 'POST',
  path: `${currencies}/{currency}`,
  access: 'operator',
  permission: 'currency.set',
  recentProof: true,
})

export const withdrawCurrencyRate = endpoint<typeof operatorCurrencySchemas.withdrawCurrencyRate>()({
  id: 'withdrawCurrencyRate',
  method: 'POST',
  path: `${currencies}/{currency}/withdrawal`,
  access: 'operator',
  permission: 'currency.set',
  recentProof: true,
})
