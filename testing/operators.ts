import { addOperator, type OperatorActor } from '#server/modules/operators/public.ts'
import type { Db } from '#server/platform/database.ts'

/** Acts where a test sets what operators set. */
export const testActor: OperatorActor = { via: 'job', source: 'test' }

/** Makes Olga an owner; answers the setting by which commands name her. */
export async function addOlga(db: Db): Promise<{ OPERATOR: string }> {
  const email = 'olga@crels.example'
  await db
    .transaction()
    .execute(async (tx) => await addOperator(tx, testActor, { email, name: 'olga', role: 'owner' }))
  return { OPERATOR: email }
}
