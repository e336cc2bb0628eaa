/** From here on, what this process makes is readable by its own account alone. */
export function keepFilesPrivate(): void {
  process.umask(0o077)
}
