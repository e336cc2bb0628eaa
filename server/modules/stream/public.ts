// What the composition root needs; no other module calls the stream.
export { openStream, type Stream } from './open-stream.ts'
