-- Requests to support that wait, without reports of abuse: a wave of those would be read through for each page.

create index support_request_support_waiting on support_request (waiting_since, id)
  where state = 'open' and topic <> 'abuse';
