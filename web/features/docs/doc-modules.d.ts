/** A page of the documentation (web/build/docs/documents.ts). */
declare module '*.mdx' {
  import type { ComponentType } from 'react'

  const Content: ComponentType
  export default Content
}

/** What search looks through: page, id of the heading, heading, text. */
declare module 'virtual:docs-search' {
  const records: [page: string, id: string, heading: string, text: string][]
  export default records
}

/** What each page is about, by its id in the route table. */
declare module 'virtual:docs-descriptions' {
  const descriptions: Partial<Record<string, string>>
  export default descriptions
}

/** The questions and answers (web/build/docs/faq.ts). */
declare module 'virtual:faq' {
  const topics: {
    slug: string
    title: string
    entries: { slug: string; question: string; answer: string }[]
  }[]
  export default topics
}

/** The reference of the API: whole where pages are prerendered, its address in the browser. */
declare module 'virtual:api-reference' {
  export interface ApiParts {
    endpoints: string
    errors: string
  }
  export const parts: ApiParts | null
  export const address: string
}
