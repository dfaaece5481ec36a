/** Commands that back up and restore the data folder. */

import type { CommandSpec } from '../command.ts'

const TARGET = { name: 'TARGET', about: 'A folder, or s3://bucket/prefix.' }
const BACKUP = { value: 'ID', about: 'The backup, as "gatehouse backup list" shows it. Default: the newest.' }
const DATA = { value: 'FOLDER', about: 'Data folder. Default: GATEWAY_DATA_DIR, or ./data.' }
const S3_NOTE =
  'S3-compatible storage: set AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION and, outside AWS, AWS_ENDPOINT.'

export const BACKUP_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'backup',
    about: 'Back up the data folder while the gateway runs. Later backups to the same target store only changes.',
    examples: [
      'gatehouse backup /mnt/backups/gatehouse --keep 14',
      'gatehouse backup s3://my-bucket/gatehouse --data /var/lib/gatehouse',
    ],
    operands: [TARGET],
    flags: {
      data: DATA,
      keep: { value: 'N', about: 'Keep the newest N backups and delete older ones. Default: keep all.' },
      'include-master-key': {
        about: 'Store master.key too. Whoever reads the backup can then decrypt every credential.',
      },
    },
    notes: () => [
      S3_NOTE,
      'Run it on the machine with the data folder. With DATABASE_URL, back up PostgreSQL: gatehouse help operations.',
    ],
    load: async () => (await import('../commands/backup/make-backup.ts')).makeBackupCommand,
  },
  {
    name: 'backup list',
    about: 'List the backups of a target.',
    examples: ['gatehouse backup list /mnt/backups/gatehouse', 'gatehouse backup list s3://my-bucket/gatehouse --json'],
    operands: [TARGET],
    notes: () => [S3_NOTE],
    load: async () => (await import('../commands/backup/list-backups.ts')).listBackupsCommand,
  },
  {
    name: 'backup verify',
    about: 'Check a backup: checksums, databases, audit chain, and the ledger against its entries.',
    examples: [
      'gatehouse backup verify /mnt/backups/gatehouse',
      'gatehouse backup verify s3://my-bucket/gatehouse --backup 2026-11-17T02-00-00-000Z',
    ],
    operands: [TARGET],
    flags: {
      data: {
        ...DATA,
        about: 'Folder with the master.key that the audit chain needs. Default: GATEWAY_DATA_DIR, or ./data.',
      },
      backup: BACKUP,
    },
    notes: () => [
      S3_NOTE,
      'Needs free space for the whole backup in the temporary folder. Exit code 1 if a check fails.',
    ],
    load: async () => (await import('../commands/backup/verify-backup.ts')).verifyBackupCommand,
  },
  {
    name: 'restore',
    about: 'Restore a backup into an empty data folder.',
    examples: [
      'gatehouse restore /mnt/backups/gatehouse --data /var/lib/gatehouse',
      'gatehouse restore s3://my-bucket/gatehouse --data ./restored --at 2026-11-17T12:30:00Z',
    ],
    operands: [TARGET],
    flags: {
      data: DATA,
      backup: BACKUP,
      at: {
        value: 'TIME',
        about: 'Point in time: settings and spending as of then, logs as of the first backup at or after it.',
      },
    },
    notes: () => [S3_NOTE],
    load: async () => (await import('../commands/backup/restore-backup.ts')).restoreBackupCommand,
  },
]
