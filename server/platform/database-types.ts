export type DB = any
