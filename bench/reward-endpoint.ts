import * as z from 'zod/mini'
import { endpoint, whole, type EndpointSchemas } from '#contracts/endpoint.ts'
import { grantAward } from '#server/modules/ledger/public.ts'
import { bind } from '#server/platform/http/bind.ts'
import { inAYear } from '#testing/points.ts'

const schemas = {
  summary: 'Takes ten points, once a period: what a check-in will come to.',
  tag: 'bench',
  body: z.object({ period: z.string() }),
  responses: { 200: z.object({ granted: z.boolean() }) },
} satisfies EndpointSchemas

const takeReward = whole(
  endpoint<typeof schemas>()({
    id: 'takeReward',
    method: 'POST',
    path: '/bench/reward',
    access: 'bearer',
  }),
  schemas,
)

/** A reward through the real kernel and ledger, while none of the product's endpoints does only that. */
export const rewardEndpoint = bind(takeReward, async ({ transaction, actor, body }) => {
  const { granted } = await transaction(
    async (tx) =>
      await grantAward(tx, {
        party: actor.party,
        program: 'bench-reward',
        period: body.period,
        points: 10,
        expiresAt: inAYear(),
      }),
  )
  return { granted }
})
