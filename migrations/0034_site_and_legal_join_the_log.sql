-- What the site says of itself and its legal pages join the log of acts (docs/decisions/083-an-act-is-an-entry-of-a-chained-log.md).

select audit_table('site_value', 'id');
select audit_table('legal_version', 'document', 'version');
select audit_table('legal_text', 'document', 'version', 'locale');
