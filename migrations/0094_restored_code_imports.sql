-- A file of codes that was on its way into a pool in a restored backup ends
-- (docs/decisions/132-a-restored-shop-waits-too.md): here those of a restore that waits now.

\ir functions/shop.sql

update shop_code_import i set state = 'failed', ended_at = now(), reason = null, codes = 0, duplicates = 0, invalid = 0,
  failure = 'The database was restored: these codes may have come in since the backup, and been sold. Send those that are not used again.'
from restoration w where w.confirmed_at is null and i.ended_at is null;
delete from shop_code_import_part p using shop_code_import i where i.id = p.import_id and i.state = 'failed';
delete from shop_code_import_line l using shop_code_import i where i.id = l.import_id and i.state = 'failed';
