import { expect, test } from 'vitest'
import { OPERATOR_QUEUES } from '#contracts/operator-home.constants.ts'
import { queueScreens } from '../platform/home-query.ts'
import { screens } from '../screens.ts'

test('Home links a queue for whom its screen is open to', () => {
  for (const queue of OPERATOR_QUEUES)
    expect([queue, queueScreens[queue].permission]).toEqual([
      queue,
      screens[queueScreens[queue].screen].permission,
    ])
})
