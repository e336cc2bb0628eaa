import * as z from 'zod'

/** The settings of backups and of the archived log. */
export const backupSettings = {
  BACKUP_DIR: {
    schema: z.string(),
    default: '',
    doc: 'Folder in which `crels backup` puts backups, on another disk than DATA_DIR; --to names another.',
  },
  BACKUP_KEY: {
    schema: z.string().min(32, 'has at least 32 characters').or(z.literal('')),
    default: '',
    doc: 'Encrypts backups; without it they are not. Keep it elsewhere: without it they do not open.',
    secret: true,
  },
  BACKUP_KEY_PREVIOUS: {
    schema: z.string().min(32, 'has at least 32 characters').or(z.literal('')),
    default: '',
    doc: 'The BACKUP_KEY before this one, after it was replaced: opens backups and log of its time.',
    secret: true,
  },
  WAL_ARCHIVE_DIR: {
    schema: z.string(),
    default: '',
    doc: 'Folder to which the embedded database hands its log, each minute at least, for a restore to any moment; on another disk.',
  },
} as const
