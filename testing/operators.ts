import type { OperatorActor } from '#server/modules/operators/public.ts'

/** Acts where a test sets what operators set. */
export const testActor: OperatorActor = { via: 'job', source: 'test' }
