import { expect, test } from 'vitest'
import { PrimaryPositions } from './primary-positions.ts'

test('a replica has what the primary had at the last moment whose position it has replayed', () => {
  const positions = new PrimaryPositions(10_000)
  expect(positions.coveredBy(100)).toBeUndefined()
  for (const [atMs, bytes] of [
    [1_000, 100],
    [2_000, 100],
    [3_000, 250],
  ] as const)
    positions.add({ atMs, bytes })
  expect([99, 100, 249, 250, 900].map((bytes) => positions.coveredBy(bytes))).toEqual([
    undefined,
    2_000,
    2_000,
    3_000,
    3_000,
  ])
})

test('what is older than is of use, or of the server before a failover, is forgotten', () => {
  const positions = new PrimaryPositions(10_000)
  positions.add({ atMs: 1_000, bytes: 100 })
  positions.add({ atMs: 11_500, bytes: 300 })
  expect(positions.coveredBy(200)).toBeUndefined()
  positions.add({ atMs: 12_500, bytes: 250 })
  expect([positions.coveredBy(249), positions.coveredBy(300)]).toEqual([undefined, 12_500])
})
