import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { openSharedStore } from '../platform/redis.ts'
import type { Diagnosis, Patient } from './doctor-check.ts'

const name = 'redis'

/** Longer than a connection takes. */
const tries = 20
const pauseMs = 100

/** Whether the store of rate limits takes counts from this machine; null without one. */
export async function checkRedis({ config }: Pick<Patient, 'config'>): Promise<Diagnosis | null> {
  const store = openSharedStore(config.redisUrl, pino({ level: 'silent' }))
  if (!store) return null
  try {
    let trouble = await store.trouble()
    for (let left = tries; trouble !== null && left > 0; left--) {
      await sleep(pauseMs)
      trouble = await store.trouble()
    }
    return trouble === null
      ? { name, verdict: 'ok', says: 'rate limits are counted together' }
      : { name, verdict: 'problem', says: trouble }
  } finally {
    store.close()
  }
}
