import type { Command } from 'commander'
import { readJsonFile } from './read-input.ts'
import { inTransaction, print } from './with-app.ts'

const campaigns = async () => await import('../modules/campaigns/public.ts')

/** `crels brand create`, `crels brand key create|revoke` */
export function brandCommands(program: Command): void {
  const brand = program.command('brand').description('The brands of this installation.')
  brand
    .command('create')
    .description('Make a brand, from options or a file.')
    .option('--slug <slug>', 'its name in addresses')
    .option('--name <name>', 'its name')
    .option('--website <url>', 'its site')
    .option('--tagline <text>', 'one line about it')
    .option('--file <path>', 'a JSON file with all of it')
    .action(async ({ file, ...options }: { file?: string } & Record<string, string>, command: Command) => {
      const { brandFile, createBrand } = await campaigns()
      const input = brandFile.parse({ ...(file ? await readJsonFile(file) : {}), ...options })
      const made = await inTransaction(async (tx) => await createBrand(tx, input))
      print(command, made, `Brand ${input.slug}: ${made.id}`)
    })

  const key = brand.command('key').description('The keys with which a brand’s servers call us.')
  key
    .command('create <brand>')
    .description('Make a key for a brand (its slug). It is shown this once.')
    .option('--label <text>', 'what it is for', 'server')
    .action(async (slug: string, { label }: { label: string }, command: Command) => {
      const { createBrandKey } = await campaigns()
      const made = await inTransaction(async (tx) => await createBrandKey(tx, { brand: slug, label }))
      print(command, made, made.key)
    })
  key
    .command('revoke <keyId>')
    .description('End a key at once.')
    .action(async (keyId: string, _, command: Command) => {
      const { revokeBrandKey } = await campaigns()
      await inTransaction(async (tx) => await revokeBrandKey(tx, keyId))
      print(command, { revoked: keyId }, `Revoked ${keyId}`)
    })
}
