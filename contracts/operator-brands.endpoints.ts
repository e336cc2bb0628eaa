import { endpoint } from './endpoint.ts'
import type { operatorBrandSchemas } from './operator-brands.schemas.ts'

const brands = '/api/v1/operator/brands'
const brand = `${brands}/{slug}`

export const listOperatedBrands = endpoint<typeof operatorBrandSchemas.listOperatedBrands>()({
  id: 'listOperatedBrands',
  method: 'GET',
  path: brands,
  access: 'operator',
  permission: 'read',
})

export const createOperatedBrand = endpoint<typeof operatorBrandSchemas.createOperatedBrand>()({
  id: 'createOperatedBrand',
  method: 'POST',
  path: brands,
  access: 'operator',
  permission: 'brand.create',
  idempotent: true,
})

export const getOperatedBrand = endpoint<typeof operatorBrandSchemas.getOperatedBrand>()({
  id: 'getOperatedBrand',
  method: 'GET',
  path: brand,
  access: 'operator',
  permission: 'read',
})

export const editOperatedBrand = endpoint<typeof operatorBrandSchemas.editOperatedBrand>()({
  id: 'editOperatedBrand',
  method: 'PUT',
  path: brand,
  access: 'operator',
  permission: 'brand.edit',
})

export const getBrandUse = endpoint<typeof operatorBrandSchemas.getBrandUse>()({
  id: 'getBrandUse',
  method: 'GET',
  path: `${brand}/use`,
  access: 'operator',
  permission: 'read',
})

export const suspendOperatedBrand = endpoint<typeof operatorBrandSchemas.suspendOperatedBrand>()({
  id: 'suspendOperatedBrand',
  method: 'POST',
  path: `${brand}/suspend`,
  access: 'operator',
  permission: 'brand.suspend',
})

export const resumeOperatedBrand = endpoint<typeof operatorBrandSchemas.resumeOperatedBrand>()({
  id: 'resumeOperatedBrand',
  method: 'POST',
  path: `${brand}/resume`,
  access: 'operator',
  permission: 'brand.resume',
})

export const setBrandContact = endpoint<typeof operatorBrandSchemas.setBrandContact>()({
  id: 'setBrandContact',
  method: 'PUT',
  path: `${brand}/contact`,
  access: 'operator',
  permission: 'brand.contact',
})

export const putOperatedBrandLogo = endpoint<typeof operatorBrandSchemas.putOperatedBrandLogo>()({
  id: 'putOperatedBrandLogo',
  method: 'PUT',
  path: `${brand}/logo`,
  access: 'operator',
  permission: 'brand.logo',
})

export const removeOperatedBrandLogo = endpoint<typeof operatorBrandSchemas.removeOperatedBrandLogo>()({
  id: 'removeOperatedBrandLogo',
  method: 'DELETE',
  path: `${brand}/logo`,
  access: 'operator',
  permission: 'brand.logo',
})
