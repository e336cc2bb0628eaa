export { openPush, type PushDeps } from './push-deps.ts'
export { sealedPushKeys } from './push-keys.ts'
export { PushPump } from './push-pump.ts'
export { queuePush, type PushContent } from './queue-push.ts'
