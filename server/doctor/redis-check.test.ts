import { expect, test } from 'vitest'
import { testConfig } from '#testing/config.ts'
import { hasRedis, TestRedis } from '#testing/redis.ts'
import { checkRedis } from './redis-check.ts'

const config = (redisUrl: string | null) => ({ config: { ...testConfig('postgres://none'), redisUrl } })

test('without REDIS_URL there is nothing to look at', async () => {
  expect(await checkRedis(config(null))).toBeNull()
})

test.skipIf(!hasRedis)(
  'the store of rate limits is asked, and one that hangs is a problem (skipped without redis-server or valkey-server)',
  async () => {
    const redis = await TestRedis.start()
    try {
      expect(await checkRedis(config(redis.url))).toMatchObject({ name: 'redis', verdict: 'ok' })
      redis.pause()
      expect(await checkRedis(config(redis.url))).toEqual({
        name: 'redis',
        verdict: 'problem',
        says: 'the store of REDIS_URL is away: rate limits are counted in the database',
      })
    } finally {
      redis.resume()
      await redis.kill()
    }
  },
)
