-- What an operator types into the search of the console: the beginning of a name or an address, or a request's id.

create index member_email_search on member (lower(email) text_pattern_ops);
create index member_name_search on member (lower(coalesce(display_name, full_name)) text_pattern_ops);
create index audit_entry_of_request on audit_entry (request_id) where request_id is not null;

-- Applications of all campaigns, the longest wait first.
create index enrolment_applied on enrolment (applied_at, id) where state = 'applied';
