-- Backups that other tools made are told of by `crels backup note`: of these the moment alone is known.

alter table backup_run alter column bytes drop not null, alter column is_encrypted drop not null,
  add check ((bytes is null) = (is_encrypted is null));
