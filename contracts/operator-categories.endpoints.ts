import { endpoint } from './endpoint.ts'
import type { operatorCategorySchemas } from './operator-categories.schemas.ts'

const categories = '/api/v1/operator/categories'
const category = `${categories}/{slug}`

export const listOperatedCategories = endpoint<typeof operatorCategorySchemas.listOperatedCategories>()({
  id: 'listOperatedCategories',
  method: 'GET',
  path: categories,
  access: 'operator',
  permission: 'read',
})

export const getOperatedCategory = endpoint<typeof operatorCategorySchemas.getOperatedCategory>()({
  id: 'getOperatedCategory',
  method: 'GET',
  path: category,
  access: 'operator',
  permission: 'read',
})

export const addCategory = endpoint<typeof operatorCategorySchemas.addCategory>()({
  id: 'addCategory',
  method: 'POST',
  path: categories,
  access: 'operator',
  permission: 'category.edit',
  idempotent: true,
})

export const setCategory = endpoint<typeof operatorCategorySchemas.setCategory>()({
  id: 'setCategory',
  method: 'PUT',
  path: category,
  access: 'operator',
  permission: 'category.edit',
})

export const turnCategory = endpoint<typeof operatorCategorySchemas.turnCategory>()({
  id: 'turnCategory',
  method: 'POST',
  path: `${category}/turns`,
  access: 'operator',
  permission: 'category.edit',
})

export const orderCategories = endpoint<typeof operatorCategorySchemas.orderCategories>()({
  id: 'orderCategories',
  method: 'PUT',
  path: '/api/v1/operator/category-order',
  access: 'operator',
  permission: 'category.edit',
})
