-- The search of the console finds a support request by the request id that it quotes.

create index support_request_about on support_request using gin (about jsonb_path_ops);
