import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { openDatabase } from '#server/platform/database.ts'
import { silent } from './click-stores.fixture.ts'
import { ClickLog } from './click-log/click-log.ts'
import { registerClickStorageGauges } from './click-storage-metrics.ts'
import { ClickHouseConnection } from './clickhouse/clickhouse-connection.ts'

test('what is measured elsewhere is there while the database and the log are away', async () => {
  const db = openDatabase({ url: 'postgres://127.0.0.1:9/none' })
  const clickHouse = new ClickHouseConnection('http://127.0.0.1:9/none')
  const log = new ClickLog({ urls: ['nats://127.0.0.1:9'], replicas: 1, days: 1 }, silent)
  const registry = new Registry()
  registerClickStorageGauges(registry, db, { clickHouse, log })
  const metrics = await registry.metrics()
  expect(metrics).toContain('crels_click_log{metric="answers"} 0')
  // Nobody knows whether it forgets.
  expect(metrics).not.toMatch(/^crels_click_forgetting/m)
  await log.close()
  await db.destroy()
})
