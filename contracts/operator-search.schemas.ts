import * as z from 'zod/mini'
import type { EndpointSchemas } from './endpoint.ts'
import { SEARCH_KINDS } from './operator-search.constants.ts'

const found = z.object({
  kind: z.enum(SEARCH_KINDS),
  id: z.string(),
  /** What it is called: a name, an order id, a code. */
  name: z.string(),
  /** Which of several it is: an address, a campaign, a state. */
  detail: z.nullable(z.string()),
})
export type OperatorFound = z.output<typeof found>

export const operatorSearchSchemas = {
  searchAsOperator: {
    summary:
      'What an operator looks for: a member by name, address or id, a sale or a claim by its order id, a click, link, campaign, redemption, shop order or support request, and the support requests and acts of a request id, acts on the members’ pages for who may not read the log. Only what their role may read is found.',
    tag: 'operator',
    query: z.object({ q: z.string().check(z.trim(), z.minLength(2), z.maxLength(250)) }),
    responses: { 200: z.object({ items: z.array(found) }) },
  },
} satisfies Record<string, EndpointSchemas>
