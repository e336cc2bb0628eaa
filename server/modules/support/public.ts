export type { SupportDeps } from './support-deps.ts'
