-- Logos of brands.

alter table brand add column logo_key text unique check (logo_key ~ '^brands/[0-9a-f]{32}\.webp$');
comment on column brand.logo_key is 'Its logo among the stored files; null: its letter is drawn in its colours.';
