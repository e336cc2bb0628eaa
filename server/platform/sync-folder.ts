import { open } from 'node:fs/promises'

/** Has the disk keep what was made, renamed or removed in a folder: a file's own sync keeps its bytes and not its name. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folder, and keeps names by itself.
  if (process.platform === 'win32') return
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}
