-- What a brand's pages say is edited by operators: who changes it says which state of it they have seen.
alter table brand add column revision integer not null default 1 check (revision > 0);
comment on column brand.revision is 'Of its name, texts, site, country and colours; logo and contact are no part of it.';
