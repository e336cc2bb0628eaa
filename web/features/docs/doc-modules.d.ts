/** A page of the documentation (web/build/docs/documents.ts). */
declare module '*.mdx' {
  import type { ComponentType } from 'react'

  const Content: ComponentType
  export default Content
}

/** What search looks through (web/build/docs/documents.ts). */
declare module 'virtual:docs-search' {
  import type { SearchRecord } from '#web/build/docs/documents.ts'

  const records: SearchRecord[]
  export default records
}

/** What each page is about, by its id in the route table. */
declare module 'virtual:docs-descriptions' {
  const descriptions: Partial<Record<string, string>>
  export default descriptions
}

/** The reference of the API: whole where pages are prerendered, its address in the browser. */
declare module 'virtual:api-reference' {
  import type { ApiReference } from '#web/build/docs/api-reference.ts'

  export const parts: ApiReference | null
  export const address: string
}
