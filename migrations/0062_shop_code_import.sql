-- Which import a code came with, so that what is not sold of it can be taken back.

alter table shop_code add column import_id text check (import_id ~ '^imp_[0-9a-f]{32}$');
comment on column shop_code.import_id is 'As the change of the item names it; null of imports before there were names.';
create index shop_code_of_import on shop_code (import_id) where order_id is null and import_id is not null;

\ir functions/shop.sql

create trigger shop_code_removed before delete on shop_code for each row execute function shop_code_removed();

-- What nobody bought of an import can be taken back; the trigger keeps what is sold.
do $$ begin
  if exists (select from pg_roles where rolname = 'crels_app') then
    grant delete on shop_code to crels_app;
  end if;
end $$;
