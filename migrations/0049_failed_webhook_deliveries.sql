-- What failed for good, for the console to count: a page of it looks at nothing that was delivered.
create index webhook_delivery_failed on webhook_delivery (endpoint_id) where state = 'failed';
