-- Each minute those under way are looked through for who was not screened yet; those that ended are most of the table.

create index redemption_under_way on redemption (id) where state in ('requested', 'approved', 'sending');
