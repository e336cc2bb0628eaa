-- Where `crels backup` has put a backup: a folder that does not have the last one is that of a disk which is not mounted.

alter table backup_run add machine text, add folder text, add name text,
  add check ((folder is null) = (name is null) and (folder is null) = (machine is null));
